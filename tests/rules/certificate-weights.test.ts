import { expect, test } from 'vitest'
import { formatWeights } from '@/areas/certificates/rules/certificate'

test('weights of a list of rolls have the same number of decimals, and keep all that was weighed', () => {
  expect(formatWeights([149, 150.5, null, 148.25])).toEqual(['149.00', '150.50', '', '148.25'])
  expect(formatWeights([150, 151])).toEqual(['150', '151'])
  expect(formatWeights([])).toEqual([])
})
