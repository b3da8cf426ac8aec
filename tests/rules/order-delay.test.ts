import { expect, it } from 'vitest'
import {
  calculateDelay,
  isDueOver,
  calculateLateness,
  LOOK_BACK_MS,
  getDisplayedEnd,
} from '@/areas/orders/rules/order-progress'

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const H = 3_600_000

it('an order is late from the moment after the one it is due by', () => {
  const due = Date.parse(at(8))
  expect([
    calculateLateness(due, due),
    calculateLateness(due + 1, due),
    calculateLateness(due - 1, due),
    calculateLateness(due, null),
  ]).toEqual([0, 1, 0, 0])
  expect([isDueOver('2026-11-19', '2026-11-20'), isDueOver('2026-11-20', '2026-11-20'), isDueOver('', 'x')]).toEqual([
    true,
    false,
    false,
  ])
})
it('its delay is by the forecast, else the plan, and by now at least', () => {
  const now = Date.parse(at(9))
  expect(calculateDelay({ dueAt: at(8), forecastEnd: at(12), plannedEnd: at(7) }, now)).toBe(4 * H)
  expect(calculateDelay({ dueAt: at(8), plannedEnd: at(10) }, now)).toBe(2 * H)
  expect(calculateDelay({ dueAt: at(8), forecastEnd: at(7) }, now)).toBe(H)
  expect(calculateDelay({ forecastEnd: at(12) }, now)).toBe(0)
})
it('the end shown is the real one, the forecast, or the plan of an order that waits', () => {
  const order = { finishedAt: at(3), forecastEnd: at(4), forecastReason: 'notStarted', plannedEnd: at(5) }
  expect(getDisplayedEnd(order)).toBe(at(3))
  expect(getDisplayedEnd({ ...order, finishedAt: null })).toBe(at(4))
  expect(getDisplayedEnd({ ...order, finishedAt: null, forecastEnd: null })).toBe(at(5))
  expect(getDisplayedEnd({ ...order, finishedAt: null, forecastEnd: null, forecastReason: 'noOutput' })).toBeNull()
  // The forecast is of the last 24 hours.
  expect(LOOK_BACK_MS).toBe(86_400_000)
})
