import { expect, it } from 'vitest'
import { toStandardizedInterval } from '@/areas/cost/rules/compare-best-runs'

it('scales a difference and its interval to standard deviations', () => {
  // 4 °C are 0.8 standard deviations: a factor of 0.2.
  expect(toStandardizedInterval({ difference: 4, low: 1, high: 7, effect: 0.8 })).toEqual({
    low: 0.2,
    estimate: 0.8,
    high: expect.closeTo(1.4, 9) as number,
  })
  expect(toStandardizedInterval({ difference: 4, low: 1, high: 7, effect: null })).toBeNull()
  expect(toStandardizedInterval({ difference: 0, low: -1, high: 1, effect: 0 })).toBeNull()
})
