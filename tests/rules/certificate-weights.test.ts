import { expect, test } from 'vitest'
import { formatWeights } from '@/areas/certificates/rules/certificate'

test('weights in a list of rolls have equal decimals, and lose no weighed digit', () => {
  expect(formatWeights([149, 150.5, null, 148.25])).toEqual(['149.00', '150.50', '', '148.25'])
  expect(formatWeights([150, 151])).toEqual(['150', '151'])
  expect(formatWeights([])).toEqual([])
})
