import { expect, test } from 'vitest'
import { isTemplateApplicable } from '@/areas/certificates/rules/certificate'

test('a template applies to its customer and its product, and without either to all', () => {
  const order = { customerId: 'c', productId: 'p' }
  const of = (customerId: string | null, productId: string | null) =>
    isTemplateApplicable({ customerId, productId }, order)
  expect([of('c', 'p'), of('c', null), of(null, 'p'), of(null, null)]).toEqual([true, true, true, true])
  expect([of('d', 'p'), of('c', 'q'), of('d', null), of(null, 'q')]).toEqual([false, false, false, false])
  expect(isTemplateApplicable({ customerId: 'c', productId: null }, { customerId: null, productId: 'p' })).toBe(false)
})
