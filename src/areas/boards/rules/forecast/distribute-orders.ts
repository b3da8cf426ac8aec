/** Daily plan of the order book. */
import type { Day } from '@/plant/rules/plant-time'

export interface PlannedOrder {
  readonly lineId: string
  /** ms since 1970. */
  readonly from: number
  readonly to: number
  /** Remaining amount of the order. */
  readonly kg: number
}
export interface PlanDay {
  readonly day: Day
  readonly from: number
  readonly to: number
}
/**
 * Distributes the kilograms of orders evenly over their time. Returns one row for each line and day, also with 0 kg.
 */
export function distributeOrdersByDay(
  orders: readonly PlannedOrder[],
  days: readonly PlanDay[],
): { lineId: string; day: Day; kg: number }[] {
  const lines = [...new Set(orders.map(({ lineId }) => lineId))]
  return lines.flatMap((lineId) =>
    days.map(({ day, from, to }) => ({
      lineId,
      day,
      kg: orders
        .filter((one) => one.lineId === lineId && one.to > one.from)
        .reduce((sum, one) => sum + (one.kg * calculateOverlap(one, { from, to })) / (one.to - one.from), 0),
    })),
  )
}
const calculateOverlap = (a: { from: number; to: number }, b: { from: number; to: number }): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))
