import { calculateStudentQuantile } from '@/plant/rules/distributions'
import { deviationOf, momentsOf } from './moments'

/**
 * Calculates the critical value of Grubbs' test (Technometrics 11, 1969): (n−1)/√n · √(t²/(n−2+t²)), t with n − 2
 * degrees of freedom.
 * @param alpha two-sided risk of flagging a good value: t is taken at α/(2n)
 */
export function grubbsCritical(n: number, alpha: number): number {
  const t = calculateStudentQuantile(1 - alpha / (2 * n), n - 2)
  return ((n - 1) / Math.sqrt(n)) * Math.sqrt(t ** 2 / (n - 2 + t ** 2))
}
export interface Outlier {
  readonly index: number
  readonly value: number
  /** Distance from the mean in standard deviations; `critical` is its maximum. */
  readonly g: number
  readonly critical: number
}
/** Minimum number of values for the outlier test. */
export const LEAST_FOR_OUTLIERS = 3
const MOST = 20

/**
 * Finds outliers by Grubbs' test (two-sided, one value at a time, then repeated on the remaining values). They are only
 * reported: a person decides whether to exclude a value, and why. The test assumes continuous values: if two of three
 * rounded readings are equal, it flags the third however close it is.
 * @param step value of the last digit of a reading; a reading no further than this from another is not an outlier
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
