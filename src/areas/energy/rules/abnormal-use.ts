/** 异常用能: what a meter used in an hour against the same hour of the day in the four weeks before. */

export const BEFORE_DAYS = 28
/** With fewer hours to compare nothing is judged. */
export const FEWEST = 10
/** Makes the median of deviations comparable to a standard deviation (Rousseeuw and Croux 1993). */
const TO_SIGMA = 1.4826
/** A meter that always shows the same has no spread: deviations below this share of the median are none. */
const LEAST_SPREAD = 0.03

/** Middle of some numbers; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
/** Median of the absolute deviations from the median. */
export function medianDeviation(values: readonly number[]): number {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}

export interface AbnormalJudgement {
  readonly verdict: 'usual' | 'high' | 'low'
  readonly median: number
  /** Robust spread, in the unit of the values. */
  readonly spread: number
  readonly low: number
  readonly high: number
  /** How many spreads the value lies from the median. */
  readonly deviations: number
}
/** Judges an hour by `median ± k · spread` of the hours before it, spread = 1.4826 · MAD; null with too few of them. */
export function judgeUse(value: number, before: readonly number[], k: number): AbnormalJudgement | null {
  if (before.length < FEWEST) return null
  const middle = median(before)
  const spread = Math.max(TO_SIGMA * medianDeviation(before), LEAST_SPREAD * Math.abs(middle))
  const [low, high] = [Math.max(0, middle - k * spread), middle + k * spread]
  const verdict = value > high ? 'high' : value < low ? 'low' : 'usual'
  return { verdict, median: middle, spread, low, high, deviations: spread > 0 ? (value - middle) / spread : 0 }
}
