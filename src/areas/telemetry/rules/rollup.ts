/** Roll-ups: what counters counted and gauges showed in the slots of a day. Times in ms since 1970. */
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { SLOT_MS, type PlantDay } from './slots'

/** What a counter counted in the slots of a day; `measured` in seconds of each. */
export interface UsageOfDay {
  readonly day: PlantDay
  readonly used: number[]
  readonly estimated: number[]
  readonly measured: number[]
  /** Readings that count. */
  n: number
  /** What it showed last. */
  last: number | null
}
export const emptyUsage = (day: PlantDay): UsageOfDay => ({
  day,
  used: filled(day.slots),
  estimated: filled(day.slots),
  measured: filled(day.slots),
  n: 0,
  last: null,
})
/** Of the longest day, on which the clock is put back. Copied: thousands of days are begun with every batch of readings. */
const zeros: readonly number[] = Array.from({ length: 100 }, () => 0)
const filled = (slots: number): number[] => zeros.slice(0, slots)

/** What was used between two readings. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly used: number
}
const SHORTEST_MEASURED = 30 * MINUTE_MS
/** Two readings no further apart than this tell when something was used; over a longer pause it is estimated. */
export const measuredPause = (everyS: number): number =>
  Math.min(HOUR_MS, Math.max(SHORTEST_MEASURED, 2 * everyS * 1000))

/**
 * Spreads what was used between two readings evenly over the slots between them, as far as they lie in `within`. A counter
 * says how much, not when: over a long pause that is an estimate, and is marked so.
 */
export function spread(
  stretch: Stretch,
  within: { readonly from: number; readonly to: number },
  longestMeasuredMs: number,
  usageAt: (at: number) => UsageOfDay,
): void {
  const { from, to, used } = stretch
  const whole = to - from
  if (whole <= 0) return
  const isMeasured = whole <= longestMeasuredMs
  for (let at = Math.max(from, within.from); at < Math.min(to, within.to);) {
    const usage = usageAt(at)
    const slot = Math.floor((at - usage.day.start) / SLOT_MS)
    const end = Math.min(usage.day.start + (slot + 1) * SLOT_MS, to, within.to)
    const part = (used * (end - at)) / whole
    usage.used[slot]! += part
    if (isMeasured) usage.measured[slot]! += (end - at) / 1000
    else usage.estimated[slot]! += part
    at = end
  }
}
/** Forgets what is in the slots from one moment to another, both on the edge of a slot. */
export function clear(usage: UsageOfDay, from: number, to: number): void {
  const first = Math.max(0, (from - usage.day.start) / SLOT_MS)
  const end = Math.min(usage.day.slots, (to - usage.day.start) / SLOT_MS)
  for (const values of [usage.used, usage.estimated, usage.measured]) values.fill(0, first, Math.max(first, end))
}

/** What a gauge showed in the slots of a day; null where nothing was read. */
export interface GaugeOfDay {
  readonly day: PlantDay
  readonly n: number[]
  readonly sum: number[]
  readonly low: (number | null)[]
  readonly high: (number | null)[]
  readonly last: (number | null)[]
  /** When that was, s since the begin of the day. */
  readonly lastS: (number | null)[]
}
const nulls: readonly null[] = Array.from({ length: 100 }, () => null)
const nothing = (slots: number): (number | null)[] => nulls.slice(0, slots)
export const emptyGauge = (day: PlantDay): GaugeOfDay => ({
  day,
  n: filled(day.slots),
  sum: filled(day.slots),
  low: nothing(day.slots),
  high: nothing(day.slots),
  last: nothing(day.slots),
  lastS: nothing(day.slots),
})
/** Adds a reading, in whatever order they come. */
export function addToGauge(gauge: GaugeOfDay, at: number, value: number): void {
  const slot = Math.floor((at - gauge.day.start) / SLOT_MS)
  const second = (at - gauge.day.start) / 1000
  gauge.n[slot]! += 1
  gauge.sum[slot]! += value
  gauge.low[slot] = Math.min(gauge.low[slot] ?? value, value)
  gauge.high[slot] = Math.max(gauge.high[slot] ?? value, value)
  if (second < (gauge.lastS[slot] ?? -1)) return
  gauge.last[slot] = value
  gauge.lastS[slot] = second
}
export function clearSlot(gauge: GaugeOfDay, at: number): void {
  const slot = Math.floor((at - gauge.day.start) / SLOT_MS)
  gauge.n[slot] = 0
  gauge.sum[slot] = 0
  for (const values of [gauge.low, gauge.high, gauge.last, gauge.lastS]) values[slot] = null
}
