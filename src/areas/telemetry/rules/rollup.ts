/** Roll-ups: use of counters and values of gauges in the slots of a day. Times in ms since 1970. */
import {
  HOUR_MS,
  MINUTE_MS,
  addDays,
  resolveLocalTime,
  toLocalTime,
  toMoment,
  type Day,
} from '@/plant/rules/plant-time'

/** Use of a counter in the slots of a day, in the unit of its tag. */
export interface UsageOfDay {
  readonly day: PlantDay
  readonly used: number[]
  /** Part of `used` that was spread over a long pause. */
  readonly estimated: number[]
  /** Seconds of each slot that lie between two close readings. */
  readonly measuredS: number[]
  /** Number of readings that count. */
  readingCount: number
  /** Last value shown. */
  lastValue: number | null
}
/** Creates the usage of a day without readings. */
export const createEmptyUsage = (day: PlantDay): UsageOfDay => ({
  day,
  used: createZeros(day.slots),
  estimated: createZeros(day.slots),
  measuredS: createZeros(day.slots),
  readingCount: 0,
  lastValue: null,
})
/** Slots of the longest day, which has 25 hours. */
const MAX_SLOTS = 100
// Slicing a constant array is fast, and every batch creates the slots of thousands of days.
const zeros: readonly number[] = Array.from({ length: MAX_SLOTS }, () => 0)
const createZeros = (slots: number): number[] => zeros.slice(0, slots)

/** Use between two readings, at `from` and `to` (ms). */
export interface CounterUse {
  readonly from: number
  readonly to: number
  readonly used: number
}
/** A pause up to this long counts as measured, however often the counter is read. */
const ALWAYS_MEASURED_PAUSE_MS = 30 * MINUTE_MS
/** Returns the longest pause (ms) over which use counts as measured; over a longer pause it is estimated. */
export const getMaxMeasuredPauseMs = (usualIntervalS: number): number =>
  Math.min(HOUR_MS, Math.max(ALWAYS_MEASURED_PAUSE_MS, 2 * usualIntervalS * 1000))

/**
 * Spreads the use between two readings evenly over the slots between them, as far as they lie in `range`. A counter
 * tells how much was used, but not when, so over a long pause the use is marked as estimated.
 */
export function spreadUse(
  counterUse: CounterUse,
  range: { readonly from: number; readonly to: number },
  maxMeasuredPauseMs: number,
  getUsage: (partStartMs: number) => UsageOfDay,
): void {
  const { from, to, used } = counterUse
  const durationMs = to - from
  if (durationMs <= 0) return
  const isMeasured = durationMs <= maxMeasuredPauseMs
  for (let partStartMs = Math.max(from, range.from); partStartMs < Math.min(to, range.to);) {
    const usage = getUsage(partStartMs)
    const slot = Math.floor((partStartMs - usage.day.start) / READING_SLOT_MS)
    const partEndMs = Math.min(usage.day.start + (slot + 1) * READING_SLOT_MS, to, range.to)
    const partUsed = (used * (partEndMs - partStartMs)) / durationMs
    usage.used[slot]! += partUsed
    if (isMeasured) usage.measuredS[slot]! += (partEndMs - partStartMs) / 1000
    else usage.estimated[slot]! += partUsed
    partStartMs = partEndMs
  }
}
/** Clears the slots between two moments, which must be slot boundaries. */
export function clearUsage(usage: UsageOfDay, fromMs: number, toMs: number): void {
  const firstSlot = Math.max(0, (fromMs - usage.day.start) / READING_SLOT_MS)
  const endSlot = Math.min(usage.day.slots, (toMs - usage.day.start) / READING_SLOT_MS)
  for (const values of [usage.used, usage.estimated, usage.measuredS])
    values.fill(0, firstSlot, Math.max(firstSlot, endSlot))
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
const nulls: readonly null[] = Array.from({ length: MAX_SLOTS }, () => null)
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
export function addToGauge(gauge: GaugeOfDay, readAtMs: number, value: number): void {
  const slot = Math.floor((readAtMs - gauge.day.start) / READING_SLOT_MS)
  const secondOfDay = (readAtMs - gauge.day.start) / 1000
  gauge.n[slot]! += 1
  gauge.sum[slot]! += value
  gauge.low[slot] = Math.min(gauge.low[slot] ?? value, value)
  gauge.high[slot] = Math.max(gauge.high[slot] ?? value, value)
  if (secondOfDay < (gauge.lastS[slot] ?? -1)) return
  gauge.last[slot] = value
  gauge.lastS[slot] = secondOfDay
}
/** Clears the slot that contains a moment. */
export function clearGaugeSlot(gauge: GaugeOfDay, momentMs: number): void {
  const slot = Math.floor((momentMs - gauge.day.start) / READING_SLOT_MS)
  gauge.n[slot] = 0
  gauge.sum[slot] = 0
  for (const values of [gauge.low, gauge.high, gauge.last, gauge.lastS]) values[slot] = null
}

/**
 * 15-minute slots of plant days, in which readings are aggregated. Every time zone differs from UTC by a multiple of a
 * slot.
 */
export const READING_SLOT_MS = 15 * MINUTE_MS
/** A plant day: 96 slots, except on days with a clock change. Times in ms since 1970. */
export interface PlantDay {
  readonly day: Day
  readonly start: number
  readonly end: number
  readonly slots: number
}
/** Builds the plant day of a date in a time zone. */
export function buildPlantDay(day: Day, timeZone: string): PlantDay {
  const start = resolveLocalTime(day, 0, timeZone)
  const end = resolveLocalTime(addDays(day, 1), 0, timeZone)
  return { day, start, end, slots: Math.round((end - start) / READING_SLOT_MS) }
}
/**
 * Creates a function that returns the plant day of a moment. Results are cached, because many moments fall on few
 * days.
 */
export function createPlantDayLookup(timeZone: string): (momentMs: number) => PlantDay {
  const dayBySlot = new Map<number, PlantDay>()
  let lastDay: PlantDay | null = null
  return (momentMs) => {
    if (lastDay && lastDay.start <= momentMs && momentMs < lastDay.end) return lastDay
    // A slot never spans two days.
    const slot = Math.floor(momentMs / READING_SLOT_MS)
    let day = dayBySlot.get(slot)
    if (!day) {
      day = buildPlantDay(toLocalTime(toMoment(momentMs), timeZone).day, timeZone)
      dayBySlot.set(slot, day)
    }
    lastDay = day
    return day
  }
}
/** Returns the start in ms of the slot that contains a moment. */
export const getSlotStart = (momentMs: number): number => Math.floor(momentMs / READING_SLOT_MS) * READING_SLOT_MS
/** Rounds a moment in ms up to the next slot boundary. */
export const getSlotEnd = (momentMs: number): number => Math.ceil(momentMs / READING_SLOT_MS) * READING_SLOT_MS
