import { expect, it } from 'vitest'
import {
  calculateDuePercent,
  calculateExpectedLateness,
  isOverdue,
  calculateLateness,
  LOOK_BACK_MS,
  getDisplayedEnd,
} from '@/areas/orders/rules/order-progress'

const toMoment = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const H = 3_600_000

it('an order is late after its due time', () => {
  const due = Date.parse(toMoment(8))
  expect([
    calculateLateness(due, due),
    calculateLateness(due + 1, due),
    calculateLateness(due - 1, due),
    calculateLateness(due, null),
  ]).toEqual([0, 1, 0, 0])
  expect([isOverdue('2026-11-19', '2026-11-20'), isOverdue('2026-11-20', '2026-11-20'), isOverdue('', 'x')]).toEqual([
    true,
    false,
    false,
  ])
})
it('the delay uses the forecast, otherwise the plan, and is at least up to now', () => {
  const now = Date.parse(toMoment(9))
  expect(
    calculateExpectedLateness({ dueAt: toMoment(8), forecastEnd: toMoment(12), plannedEnd: toMoment(7) }, now),
  ).toBe(4 * H)
  expect(calculateExpectedLateness({ dueAt: toMoment(8), plannedEnd: toMoment(10) }, now)).toBe(2 * H)
  expect(calculateExpectedLateness({ dueAt: toMoment(8), forecastEnd: toMoment(7) }, now)).toBe(H)
  expect(calculateExpectedLateness({ forecastEnd: toMoment(12) }, now)).toBe(0)
})
it('the displayed end is the actual one, the forecast, or the plan of a waiting order', () => {
  const order = {
    finishedAt: toMoment(3),
    forecastEnd: toMoment(4),
    forecastReason: 'notStarted',
    plannedEnd: toMoment(5),
  }
  expect(getDisplayedEnd(order)).toBe(toMoment(3))
  expect(getDisplayedEnd({ ...order, finishedAt: null })).toBe(toMoment(4))
  expect(getDisplayedEnd({ ...order, finishedAt: null, forecastEnd: null })).toBe(toMoment(5))
  expect(getDisplayedEnd({ ...order, finishedAt: null, forecastEnd: null, forecastReason: 'noOutput' })).toBeNull()
  // The forecast is of the last 24 hours.
  expect(LOOK_BACK_MS).toBe(86_400_000)
})
it('the plan expects the ordered amount in proportion to the planned time', () => {
  const plan = { plannedStart: toMoment(8), plannedEnd: toMoment(16) }
  const getDue = (hour: number) => calculateDuePercent(plan, Date.parse(toMoment(hour)))
  // 2 h of 8 h are a quarter.
  expect([getDue(7), getDue(10), getDue(16), getDue(20)]).toEqual([0, 25, 100, 100])
  expect(calculateDuePercent({ plannedStart: null, plannedEnd: toMoment(16) }, 0)).toBeNull()
})
