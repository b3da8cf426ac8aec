import { expect, it } from 'vitest'
import { planCutsByHand, getComparableTrim } from '@/areas/cutPlans/rules/manual-plan'
import type { OpenOrder, UncutJumbo } from '@/areas/cutPlans/rules/cut-plan-types'

const order = { id: 'o', product: 'p', width: 500, length: 1000, rolls: 4, dueAt: 3_600_000 } as OpenOrder
const jumbo = { id: 'j', product: 'p', width: 3200, length: 2000 } as UncutJumbo
const slitter = {
  knives: 4,
  minWidth: 100,
  minTrim: 30,
  speed: 400,
  setMinutes: 3,
  changeoverMinutes: 10,
  jumboMinutes: 0,
}

it('cuts one lane less than there are knives, because both edges are trimmed', () => {
  // Three lanes of 500 of 3,200 mm in each of two sets.
  expect(planCutsByHand([{ ...order, rolls: 6 }], [jumbo], slitter, 0)).toEqual({
    trimPercent: (1 - 1500 / 3200) * 100,
    uncutRolls: 0,
    jumbos: 1,
    lateOrders: 0,
  })
  expect(planCutsByHand([{ ...order, rolls: 7 }], [jumbo], slitter, 0).uncutRolls).toBe(1)
})
it('counts late orders', () => {
  // Two sets of 1,000 m at 400 m/min, 3 min each to change rolls and 10 min to set the knives: 21 min from 0:40 on.
  expect(planCutsByHand([{ ...order, rolls: 6 }], [jumbo], slitter, 39 * 60_000).lateOrders).toBe(0)
  expect(planCutsByHand([{ ...order, rolls: 6 }], [jumbo], slitter, 40 * 60_000).lateOrders).toBe(1)
})
it('compares its trim with a plan only if it leaves no more rolls uncut', () => {
  expect(getComparableTrim({ trimPercent: 1.52, uncutRolls: 2709 }, 0)).toBeNull()
  expect(getComparableTrim({ trimPercent: 1.52, uncutRolls: 3 }, 3)).toBe(1.52)
  expect(getComparableTrim({ trimPercent: 3, uncutRolls: 0 }, 3)).toBe(3)
})
