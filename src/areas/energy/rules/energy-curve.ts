/**
 * Calculates the power of the slots of a time span, and consumption by day and hour of the plant's clock. The first and
 * the last slot of a span may lie only partly within the span.
 */
import { HOUR_MS, type Day } from '@/plant/rules/plant-time'

/** A time span in ms since 1970, and the length of its slots in ms. */
export interface CurveSpan {
  readonly from: number
  readonly to: number
  readonly slotMs: number
}
/** Consumption of the part of a slot that lies within the span. */
export interface SlotAmount {
  readonly at: number
  readonly used: number
}
const calculateMsWithinSpan = (slotStart: number, { from, to, slotMs }: CurveSpan): number =>
  Math.max(0, Math.min(to, slotStart + slotMs) - Math.max(from, slotStart))

/** Returns the share 0–1 of a slot after the start of the span. Time of the slot after the end of the span is ignored. */
export function calculateShareSinceStart(slotStart: number, span: CurveSpan): number {
  const availableMs = Math.min(span.to, slotStart + span.slotMs) - slotStart
  return availableMs > 0 ? calculateMsWithinSpan(slotStart, span) / availableMs : 0
}
/** Returns the mean power of a slot in kW, over its time within the span rather than over the whole slot. */
export function calculateMeanPower({ at, used }: SlotAmount, span: CurveSpan): number {
  const msWithinSpan = calculateMsWithinSpan(at, span)
  return msWithinSpan > 0 ? (used * HOUR_MS) / msWithinSpan : 0
}
/** Returns the share 0–1 of a slot's time within the span that lies between two moments in ms. */
export function calculateShareBetween(slotStart: number, span: CurveSpan, from: number, to: number): number {
  const msWithinSpan = calculateMsWithinSpan(slotStart, span)
  const innerSpan = { ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) }
  return msWithinSpan > 0 ? calculateMsWithinSpan(slotStart, innerSpan) / msWithinSpan : 0
}

export interface ClockUse {
  readonly day: Day
  /** Minutes since midnight. */
  readonly minute: number
  readonly used: number
}
export interface HourlyDay {
  readonly day: Day
  /** Consumption of the 24 hours; null for hours without a slot, e.g. future hours. */
  readonly hours: readonly (number | null)[]
}
const HOURS_PER_DAY = 24

/** Sums slots by day and hour, days in the order of the slots. An hour that the clock shows twice is summed once. */
export function sumByDayAndHour(slots: readonly ClockUse[]): HourlyDay[] {
  const hoursByDay = new Map<Day, (number | null)[]>()
  for (const { day, minute, used } of slots) {
    const hours = hoursByDay.get(day) ?? Array.from({ length: HOURS_PER_DAY }, () => null)
    hoursByDay.set(day, hours)
    const hour = Math.floor(minute / 60)
    hours[hour] = (hours[hour] ?? 0) + used
  }
  return [...hoursByDay].map(([day, hours]) => ({ day, hours }))
}
