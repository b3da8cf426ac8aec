import { calculateStudentQuantile } from '@/plant/rules/distributions'
import { deviationOf, momentsOf } from './moments'

/**
 * Critical value of Grubbs' test (Technometrics 11, 1969), (n−1)/√n · √(t²/(n−2+t²)) with t of n − 2 degrees of freedom.
 * @param alpha risk of naming a good value, over both sides: t is taken at α/(2n)
 */
export function grubbsCritical(n: number, alpha: number): number {
  const t = calculateStudentQuantile(1 - alpha / (2 * n), n - 2)
  return ((n - 1) / Math.sqrt(n)) * Math.sqrt(t ** 2 / (n - 2 + t ** 2))
}
export interface Outlier {
  readonly index: number
  readonly value: number
  /** Distance from the mean in standard deviations, and what it may be. */
  readonly g: number
  readonly critical: number
}
/** Fewer values than these say nothing of an outlier. */
export const LEAST_FOR_OUTLIERS = 3
const MOST = 20

/**
 * Values that Grubbs' test (two-sided, one at a time, the rest tested again) names as outliers. They are named, not left out:
 * whether one is excluded, and why, is for a person to say. The test is of values without steps: of three readings to the
 * last digit, two of which are alike, it names the third however close it is.
 * @param step what the last digit of a reading is worth; one that is no further from another says nothing
 */
export function outliersOf(values: readonly number[], alpha = 0.05, step = 0): Outlier[] {
  const found: Outlier[] = []
  const rest = values.map((value, index) => ({ value, index }))
  while (rest.length >= LEAST_FOR_OUTLIERS && found.length < MOST) {
    const moments = momentsOf(rest.map(({ value }) => value))
    const deviation = deviationOf(moments) ?? 0
    if (deviation === 0) break
    const far = rest.reduce(
      (best, one, at) =>
        Math.abs(one.value - moments.mean) > best.off ? { at, off: Math.abs(one.value - moments.mean) } : best,
      { at: -1, off: -1 },
    )
    const critical = grubbsCritical(rest.length, alpha)
    const g = far.off / deviation
    const own = rest[far.at]?.value ?? 0
    const next = Math.min(...rest.map(({ value }, at) => (at === far.at ? Infinity : Math.abs(value - own))))
    const [named] = g > critical && next > step * 1.001 ? rest.splice(far.at, 1) : []
    if (!named) break
    found.push({ ...named, g, critical })
  }
  return found
}
