/** Roll-ups: use of counters and values of gauges in the slots of a day. Times in ms since 1970. */
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { READING_SLOT_MS, type PlantDay } from './slots'

/** Use of a counter in the slots of a day; `measured` in seconds per slot. */
export interface UsageOfDay {
  readonly day: PlantDay
  readonly used: number[]
  readonly estimated: number[]
  readonly measured: number[]
  /** Number of readings that count. */
  n: number
  /** Last value shown. */
  last: number | null
}
/** Creates the usage of a day without readings. */
export const createEmptyUsage = (day: PlantDay): UsageOfDay => ({
  day,
  used: createZeros(day.slots),
  estimated: createZeros(day.slots),
  measured: createZeros(day.slots),
  n: 0,
  last: null,
})
/** Enough slots for the longest day (25 hours). Slicing is fast, and every batch creates thousands of days. */
const zeros: readonly number[] = Array.from({ length: 100 }, () => 0)
const createZeros = (slots: number): number[] => zeros.slice(0, slots)

/** Use between two readings. */
export interface CounterUse {
  readonly from: number
  readonly to: number
  readonly used: number
}
const MIN_MEASURED_PAUSE_MS = 30 * MINUTE_MS
/** Returns the longest pause (ms) over which use counts as measured; over a longer pause it is estimated. */
export const getMeasuredPause = (everyS: number): number =>
  Math.min(HOUR_MS, Math.max(MIN_MEASURED_PAUSE_MS, 2 * everyS * 1000))

/**
 * Spreads the use between two readings evenly over the slots between them, as far as they lie in `range`. A counter
 * tells how much was used, but not when, so over a long pause the use is marked as estimated.
 */
export function spreadUse(
  counterUse: CounterUse,
  range: { readonly from: number; readonly to: number },
  longestMeasuredMs: number,
  getUsage: (at: number) => UsageOfDay,
): void {
  const { from, to, used } = counterUse
  const durationMs = to - from
  if (durationMs <= 0) return
  const isMeasured = durationMs <= longestMeasuredMs
  for (let at = Math.max(from, range.from); at < Math.min(to, range.to);) {
    const usage = getUsage(at)
    const slot = Math.floor((at - usage.day.start) / READING_SLOT_MS)
    const end = Math.min(usage.day.start + (slot + 1) * READING_SLOT_MS, to, range.to)
    const partUsed = (used * (end - at)) / durationMs
    usage.used[slot]! += partUsed
    if (isMeasured) usage.measured[slot]! += (end - at) / 1000
    else usage.estimated[slot]! += partUsed
    at = end
  }
}
/** Clears the slots between two moments, which must be slot boundaries. */
export function clearUsage(usage: UsageOfDay, from: number, to: number): void {
  const first = Math.max(0, (from - usage.day.start) / READING_SLOT_MS)
  const end = Math.min(usage.day.slots, (to - usage.day.start) / READING_SLOT_MS)
  for (const values of [usage.used, usage.estimated, usage.measured]) values.fill(0, first, Math.max(first, end))
}

/** Values of a gauge in the slots of a day; null for slots without a reading. */
export interface GaugeOfDay {
  readonly day: PlantDay
  readonly n: number[]
  readonly sum: number[]
  readonly low: (number | null)[]
  readonly high: (number | null)[]
  readonly last: (number | null)[]
  /** Time of the last value, s since the start of the day. */
  readonly lastS: (number | null)[]
}
const nulls: readonly null[] = Array.from({ length: 100 }, () => null)
const createNulls = (slots: number): (number | null)[] => nulls.slice(0, slots)
/** Creates the gauge roll-up of a day without readings. */
export const createEmptyGauge = (day: PlantDay): GaugeOfDay => ({
  day,
  n: createZeros(day.slots),
  sum: createZeros(day.slots),
  low: createNulls(day.slots),
  high: createNulls(day.slots),
  last: createNulls(day.slots),
  lastS: createNulls(day.slots),
})
/** Adds a reading to its slot; readings may come in any order. */
export function addToGauge(gauge: GaugeOfDay, at: number, value: number): void {
  const slot = Math.floor((at - gauge.day.start) / READING_SLOT_MS)
  const second = (at - gauge.day.start) / 1000
  gauge.n[slot]! += 1
  gauge.sum[slot]! += value
  gauge.low[slot] = Math.min(gauge.low[slot] ?? value, value)
  gauge.high[slot] = Math.max(gauge.high[slot] ?? value, value)
  if (second < (gauge.lastS[slot] ?? -1)) return
  gauge.last[slot] = value
  gauge.lastS[slot] = second
}
/** Clears the slot that contains a moment. */
export function clearGaugeSlot(gauge: GaugeOfDay, at: number): void {
  const slot = Math.floor((at - gauge.day.start) / READING_SLOT_MS)
  gauge.n[slot] = 0
  gauge.sum[slot] = 0
  for (const values of [gauge.low, gauge.high, gauge.last, gauge.lastS]) values[slot] = null
}
