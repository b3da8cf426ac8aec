/** Points of an order that need attention, most urgent first; pages and exports share them. */
import { HOUR_MS } from '@/plant/rules/plant-time'

export type OrderAttention =
  | { kind: 'short'; percent: number }
  | { kind: 'runsInto'; number: string; at: string | null }
  | { kind: 'after'; number: string }
  | { kind: 'planShort'; plannedHours: number; neededHours: number }

interface AttentionInput {
  short: boolean
  percent: number | null
  runsInto: string | null
  runsIntoAt: string | null
  forecastAfter: string | null
  neededHours: number | null
  plannedStart: string | null
  plannedEnd: string | null
}

/** Returns "ended short" alone, or: runs into the next order, waits behind another, has too little planned time. */
export function getOrderAttention(order: AttentionInput): OrderAttention[] {
  if (order.short) return [{ kind: 'short', percent: Math.round(order.percent ?? 0) }]
  const shortage = getPlanShortage(order.neededHours, order.plannedStart, order.plannedEnd)
  return [
    ...(order.runsInto ? [{ kind: 'runsInto', number: order.runsInto, at: order.runsIntoAt } as const] : []),
    ...(order.forecastAfter ? [{ kind: 'after', number: order.forecastAfter } as const] : []),
    ...(shortage ? [shortage] : []),
  ]
}
/** Returns the planned and the needed hours of an order; null if its planned time is long enough. */
export const getPlanShortage = (
  neededHours: number | null | undefined,
  startsAt: string | null | undefined,
  endsAt: string | null | undefined,
): Extract<OrderAttention, { kind: 'planShort' }> | null =>
  neededHours == null || !startsAt || !endsAt
    ? null
    : { kind: 'planShort', plannedHours: (Date.parse(endsAt) - Date.parse(startsAt)) / HOUR_MS, neededHours }
