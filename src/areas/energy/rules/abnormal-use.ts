/** 异常用能: compares the use of a meter in an hour with the same hour of the day in the previous four weeks. */
import { addDays, resolveLocalTime, toLocalTime, toMoment } from '@/plant/rules/plant-time'

export const COMPARED_DAYS = 28
/**
 * Returns the start (ms since 1970) of an hour, followed by the starts of the hours with the same time on the plant's
 * clock on the 28 days before, latest first.
 */
export function listComparedHours(hourStartMs: number, timeZone: string): number[] {
  const { day, minute } = toLocalTime(toMoment(hourStartMs), timeZone)
  const earlierHours = Array.from({ length: COMPARED_DAYS }, (_, i) =>
    resolveLocalTime(addDays(day, -1 - i), minute, timeZone),
  )
  return [hourStartMs, ...earlierHours]
}
/** Minimum number of earlier hours; with fewer, an hour is not assessed. */
export const MIN_COMPARED_HOURS = 10
/** Factor that makes the median absolute deviation (MAD) comparable to a standard deviation (Rousseeuw and Croux 1993). */
const MAD_TO_SIGMA = 1.4826
/** Minimum spread as a share of the median. A constant meter has no spread, and any change would count as abnormal. */
const MIN_SPREAD_SHARE = 0.03

/** Returns the median; NaN for an empty array. */
export function calculateMedian(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  const middleIndex = Math.floor(sorted.length / 2)
  const isOdd = sorted.length % 2 === 1
  return isOdd ? sorted[middleIndex]! : (sorted[middleIndex - 1]! + sorted[middleIndex]!) / 2
}
/** Returns the median absolute deviation from the median (MAD). */
export function calculateMedianDeviation(values: readonly number[]): number {
  const median = calculateMedian(values)
  return calculateMedian(values.map((value) => Math.abs(value - median)))
}

/** Assessment of one hour of a meter; values in the unit of the medium. */
export interface UseAssessment {
  readonly verdict: 'usual' | 'high' | 'low'
  readonly median: number
  /** Robust spread, in the unit of the values. */
  readonly spread: number
  readonly low: number
  readonly high: number
  /** Distance of the value from the median, in spreads. */
  readonly deviations: number
}
/**
 * Assesses an hour by `median ± spreadFactor · spread` of earlier hours, where the spread is 1.4826 · MAD. Null if there
 * are too few earlier hours.
 */
export function evaluateUse(
  value: number,
  earlierValues: readonly number[],
  spreadFactor: number,
): UseAssessment | null {
  if (earlierValues.length < MIN_COMPARED_HOURS) return null
  const median = calculateMedian(earlierValues)
  const spread = Math.max(MAD_TO_SIGMA * calculateMedianDeviation(earlierValues), MIN_SPREAD_SHARE * Math.abs(median))
  const low = Math.max(0, median - spreadFactor * spread)
  const high = median + spreadFactor * spread
  const getVerdict = () => {
    if (value > high) return 'high'
    return value < low ? 'low' : 'usual'
  }
  return { verdict: getVerdict(), median, spread, low, high, deviations: spread > 0 ? (value - median) / spread : 0 }
}

/** Limits of consumption in m³ per hour and per day; null if not checked. */
interface UseLimits {
  readonly perHour: number | null
  readonly perDay: number | null
}
/** Consumption so far in the current hour and day, in m³. */
interface CurrentUse {
  /** Hour in plant time, e.g. `2026-11-22T08`. */
  readonly hour: string
  readonly usedHour: number
  readonly day: string
  readonly usedDay: number
}
/** An exceeded limit; `used` and `limit` in m³. */
export interface LimitExceedance {
  readonly span: 'hour' | 'day'
  /** The hour or day of the exceedance; identifies notifications that were already sent. */
  readonly slot: string
  readonly used: number
  readonly limit: number
}
/** Returns the limits that the current hour and day exceed. Repeated checks of an hour or day return the same `slot`. */
export function findExceedances({ perHour, perDay }: UseLimits, currentUse: CurrentUse): LimitExceedance[] {
  const exceedances: LimitExceedance[] = []
  if (perHour !== null && currentUse.usedHour > perHour)
    exceedances.push({ span: 'hour', slot: currentUse.hour, used: currentUse.usedHour, limit: perHour })
  if (perDay !== null && currentUse.usedDay > perDay)
    exceedances.push({ span: 'day', slot: currentUse.day, used: currentUse.usedDay, limit: perDay })
  return exceedances
}
