import { expect, it } from 'vitest'
import { getAttentionReasons } from '@/areas/orders/rules/order-progress'

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
  expect(getAttentionReasons({ ...order, short: true, runsInto: 'B' })).toEqual([{ kind: 'short', percent: 82 }])
})
it.each([{ plannedStart: null }, { plannedEnd: null }])('has no planned time with %j', (more) => {
  expect(getAttentionReasons({ ...order, neededHours: 8, ...more })).toEqual([])
})
