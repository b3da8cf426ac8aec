/** 异常用能: compares the use of a meter in an hour with the same hour of the day in the previous four weeks. */

export const COMPARED_DAYS = 28
/** With fewer hours to compare there is no judgement. */
export const MIN_COMPARED_HOURS = 10
/** Makes the median of deviations comparable to a standard deviation (Rousseeuw and Croux 1993). */
const TO_SIGMA = 1.4826
/** Minimum spread as a share of the median. A constant meter has no spread, and any change would count as abnormal. */
const MIN_SPREAD_SHARE = 0.03

/** Returns the median; NaN for an empty array. */
export function calculateMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
/** Returns the median absolute deviation from the median (MAD). */
export function calculateMedianDeviation(values: readonly number[]): number {
  const middle = calculateMedian(values)
  return calculateMedian(values.map((value) => Math.abs(value - middle)))
}

export interface AbnormalJudgement {
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
 * Judges an hour by `median ± k · spread` of earlier hours, spread = 1.4826 · MAD; null if there are too few of them.
 */
export function judgeUse(
  value: number,
  earlierValues: readonly number[],
  spreadFactor: number,
): AbnormalJudgement | null {
  if (earlierValues.length < MIN_COMPARED_HOURS) return null
  const middle = calculateMedian(earlierValues)
  const spread = Math.max(TO_SIGMA * calculateMedianDeviation(earlierValues), MIN_SPREAD_SHARE * Math.abs(middle))
  const [low, high] = [Math.max(0, middle - spreadFactor * spread), middle + spreadFactor * spread]
  const verdict = value > high ? 'high' : value < low ? 'low' : 'usual'
  return { verdict, median: middle, spread, low, high, deviations: spread > 0 ? (value - middle) / spread : 0 }
}
