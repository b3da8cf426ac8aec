import { expect, it } from 'vitest'
import { getAttentionReasons, isEndingShort, isShort, toDisplayedPercent } from '@/areas/orders/rules/order-progress'

const order = {
  short: false,
  percent: 81.6,
  runsInto: null,
  runsIntoAt: null,
  forecastAfter: null,
  neededHours: null,
  plannedStart: '2026-11-20T00:00:00.000Z',
  plannedEnd: '2026-11-20T06:30:00.000Z',
}
it('shows nothing for an order on schedule', () => {
  expect(getAttentionReasons(order)).toEqual([])
})
it('warns of running into the next order, waiting behind another, and too little time, in this order', () => {
  const at = '2026-11-20T06:00:00.000Z'
  expect(getAttentionReasons({ ...order, runsInto: 'B', runsIntoAt: at, forecastAfter: 'A', neededHours: 8 })).toEqual([
    { kind: 'runsInto', number: 'B', at },
    { kind: 'after', number: 'A' },
    { kind: 'planShort', plannedHours: 6.5, neededHours: 8 },
  ])
})
it('shows only the shortage of an order that ended short', () => {
  expect(getAttentionReasons({ ...order, short: true, runsInto: 'B' })).toEqual([{ kind: 'short', percent: 81.6 }])
})
it.each([{ plannedStart: null }, { plannedEnd: null }])('has no planned time with %j', (more) => {
  expect(getAttentionReasons({ ...order, neededHours: 8, ...more })).toEqual([])
})

it.each([
  // At a tolerance of 5 %, all of these are short and none may read as 95 %.
  [946, 94.6],
  [949.6, 94.9],
  [949.99, 94.9],
])('%d kg of 1000 kg read as %d %%', (goodKg, percent) => {
  expect(isShort({ kg: 1000, rolls: null }, { goodKg, goodRolls: 0 }, 5)).toBe(true)
  expect(getAttentionReasons({ ...order, short: true, percent: goodKg / 10 })).toEqual([{ kind: 'short', percent }])
})
it('a binary error neither makes an order short nor costs a digit', () => {
  // 32.98 of 34 kg are 97 %, but 96.999… as binary numbers.
  expect(isEndingShort({ kg: 34, rolls: null }, { goodKg: 0, goodRolls: 0, jumboKg: 32.98 }, 3)).toBe(false)
  expect(isEndingShort({ kg: 34, rolls: null }, { goodKg: 0, goodRolls: 0, jumboKg: 32.97 }, 3)).toBe(true)
  expect(toDisplayedPercent((32.98 / 34) * 100)).toBe(97)
  expect(toDisplayedPercent(null)).toBe(0)
})
