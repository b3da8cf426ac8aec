import { describe, expect, it } from 'vitest'
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
    unplanned: [],
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
describe('its trim is compared with a plan only if', () => {
  const [today, tomorrow] = [
    { ...order, id: 'today', width: 500 },
    { ...order, id: 'tomorrow', width: 1500, dueAt: 86_400_000 },
  ]
  const leave = (rolls: Partial<Record<'today' | 'tomorrow', number>>) => ({
    trimPercent: 1.52,
    unplanned: Object.entries(rolls).map(([orderId, count]) => ({ orderId, rolls: count, reason: 'noJumbo' as const })),
  })
  const compare = (manual: ReturnType<typeof leave>, proposed: ReturnType<typeof leave>) =>
    getComparableTrim(manual, proposed, [tomorrow, today])

  it('it leaves no more rolls uncut', () => {
    expect(compare(leave({ today: 2709 }), leave({}))).toBeNull()
    expect(compare(leave({ today: 3 }), leave({ today: 3 }))).toBe(1.52)
    expect(compare(leave({}), leave({ tomorrow: 3 }))).toBe(1.52)
  })
  it('the rolls that it leaves uncut are no more urgent', () => {
    expect(compare(leave({ today: 1, tomorrow: 4 }), leave({ tomorrow: 5 }))).toBeNull()
    expect(compare(leave({ today: 1 }), leave({ tomorrow: 5 }))).toBeNull()
    expect(compare(leave({ tomorrow: 5 }), leave({ today: 1 }))).toBe(1.52)
  })
})
