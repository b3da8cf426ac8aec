import { expect, it } from 'vitest'
import { countDistinctDecimals } from '@/areas/laboratory/rules/spc/histogram'

it('gives the edges of bins enough digits to differ', () => {
  expect(countDistinctDecimals([0.2, 0.205, 0.21], 2)).toBe(3)
  expect(countDistinctDecimals([14, 15, 16], 1)).toBe(1)
  expect(countDistinctDecimals([0.2, 0.2], 2)).toBe(2)
  expect(countDistinctDecimals([0.2, 0.2000001], 2)).toBe(5)
})
