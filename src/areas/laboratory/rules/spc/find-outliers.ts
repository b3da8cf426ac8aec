import { calculateStudentQuantile } from '@/plant/rules/distributions'
import { calculateDeviation, calculateMoments } from './moments'

/**
 * Calculates the critical value of Grubbs' test (Technometrics 11, 1969): (n−1)/√n · √(t²/(n−2+t²)), t with n − 2
 * degrees of freedom.
 * @param alpha two-sided risk of flagging a good value: t is taken at α/(2n)
 */
export function calculateGrubbsCriticalValue(n: number, alpha: number): number {
  const t = calculateStudentQuantile(1 - alpha / (2 * n), n - 2)
  return ((n - 1) / Math.sqrt(n)) * Math.sqrt(t ** 2 / (n - 2 + t ** 2))
}
export interface Outlier {
  readonly index: number
  readonly value: number
  /** Distance from the mean in standard deviations. It exceeds `critical`. */
  readonly g: number
  readonly critical: number
}
/** Minimum number of values for the outlier test. */
export const MIN_VALUES_FOR_OUTLIERS = 3
const MAX_OUTLIERS = 20

/**
 * Finds outliers by Grubbs' test (two-sided, one value at a time, then repeated on the remaining values). The function
 * only reports outliers; a person decides whether to exclude a value. The test assumes continuous values: if two of
 * three rounded readings are equal, the test flags the third reading however close it is. `step` prevents this.
 * @param step value of the last digit of a reading; a reading at most this far from another one is not an outlier
 */
export function findOutliers(values: readonly number[], alpha = 0.05, step = 0): Outlier[] {
  const outliers: Outlier[] = []
  const remainingValues = values.map((value, index) => ({ value, index }))
  while (remainingValues.length >= MIN_VALUES_FOR_OUTLIERS && outliers.length < MAX_OUTLIERS) {
    const moments = calculateMoments(remainingValues.map(({ value }) => value))
    const deviation = calculateDeviation(moments) ?? 0
    if (deviation === 0) break
    const farthest = remainingValues.reduce(
      (best, { value }, position) => {
        const distance = Math.abs(value - moments.mean)
        return distance > best.distance ? { position, distance } : best
      },
      { position: -1, distance: -1 },
    )
    const critical = calculateGrubbsCriticalValue(remainingValues.length, alpha)
    const g = farthest.distance / deviation
    const farthestValue = remainingValues[farthest.position]?.value ?? 0
    const distanceToNearest = Math.min(
      ...remainingValues.map(({ value }, position) =>
        position === farthest.position ? Infinity : Math.abs(value - farthestValue),
      ),
    )
    // The margin allows for binary rounding of the difference.
    const isOutlier = g > critical && distanceToNearest > step * 1.001
    const [outlier] = isOutlier ? remainingValues.splice(farthest.position, 1) : []
    if (!outlier) break
    outliers.push({ ...outlier, g, critical })
  }
  return outliers
}
