import { expect, it } from 'vitest'
import { digitsApart } from '@/areas/laboratory/rules/digits-apart'

it('gives the edges of bins as many digits as keep them apart', () => {
  expect(digitsApart([0.2, 0.205, 0.21], 2)).toBe(3)
  expect(digitsApart([14, 15, 16], 1)).toBe(1)
  expect(digitsApart([0.2, 0.2], 2)).toBe(2)
  expect(digitsApart([0.2, 0.2000001], 2)).toBe(5)
})
