import { expect, test } from 'vitest'
import { fitting } from '@/areas/certificates/rules/template'

const one = (code: string, customerId: string | null, productId: string | null) => ({ code, customerId, productId })
const general = one('general', null, null)
const product = one('product', null, 'p')
const customer = one('customer', 'c', null)
const both = one('both', 'c', 'p')

test('a customer’s template comes before a product’s, a product’s before a general one; those of others do not fit', () => {
  const all = [general, product, customer, both, one('other customer', 'd', 'p'), one('other product', 'c', 'q')]
  expect(fitting(all, { customerId: 'c', productId: 'p' })).toEqual([both, customer, product, general])
  expect(fitting(all, { customerId: null, productId: 'p' })).toEqual([product, general])
  expect(fitting([], { customerId: null, productId: null })).toEqual([])
})
