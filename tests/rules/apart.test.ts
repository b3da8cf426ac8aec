import { expect, it } from 'vitest'
import { apart } from '@/areas/laboratory/rules/apart'

it('writes the edges of bins with as many digits as keep them apart', () => {
  expect(apart([0.2, 0.205, 0.21], 2)).toEqual(['0.200', '0.205', '0.210'])
  expect(apart([14, 15, 16], 1)).toEqual(['14.0', '15.0', '16.0'])
  expect(apart([0.2, 0.2], 2)).toEqual(['0.20', '0.20'])
  expect(apart([0.2, 0.2000001], 2)).toEqual(['0.20000', '0.20000'])
})
