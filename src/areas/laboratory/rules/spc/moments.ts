/** Number of values, their mean, and the sum of squared deviations from it. */
export interface Moments {
  readonly n: number
  readonly mean: number
  /** Σ(x − mean)². */
  readonly m2: number
  readonly min: number
  readonly max: number
}
export const emptyMoments: Moments = { n: 0, mean: 0, m2: 0, min: 0, max: 0 }

const MAX_EXACT_INTEGER = 2 ** 52
const MAX_DECIMALS = 9

/**
 * Calculates mean and squared deviations. Readings are decimals with few digits, so the function adds up integers: the
 * offsets from the first value in units of the last digit. These sums are exact; 10000000.1 and 10000000.3 deviate from
 * their mean by exactly 0.1. Values with many digits or a wide range use a compensated sum (Neumaier 1974) instead, and
 * their deviations are corrected for the rounding of the mean (Chan, Golub, LeVeque 1983).
 */
export function calculateMoments(values: readonly number[]): Moments {
  if (values.length === 0) return emptyMoments
  return calculateExactMoments(values) ?? calculateTwoPassMoments(values)
}

/** Returns the maximum number of decimals; null if a value has more than nine or is too large for exact integers. */
function countCommonDecimals(values: readonly number[]): number | null {
  let scale = 1
  let decimals = 0
  for (const value of values) {
    while (Math.round(value * scale) / scale !== value) {
      if (++decimals > MAX_DECIMALS) return null
      scale = 10 ** decimals
    }
    if (Math.abs(value) * scale > MAX_EXACT_INTEGER) return null
  }
  return decimals
}

function calculateExactMoments(values: readonly number[]): Moments | null {
  const digits = countCommonDecimals(values)
  if (digits === null) return null
  const scale = 10 ** digits
  const origin = Math.round((values[0] ?? 0) * scale)
  let sum = 0
  for (const value of values) sum += Math.round(value * scale) - origin
  if (Math.abs(sum) > MAX_EXACT_INTEGER) return null
  const n = values.length
  // Mean of the offsets, rounded to units of the last digit. `residual` becomes n times the rounding error of this
  // mean.
  const meanOffset = Math.round(sum / n)
  let min = Infinity
  let max = -Infinity
  let residual = 0
  let squares = 0
  for (const value of values) {
    const offset = Math.round(value * scale) - origin - meanOffset
    residual += offset
    squares += offset * offset
    if (value < min) min = value
    if (value > max) max = value
  }
  if (squares > MAX_EXACT_INTEGER) return null
  const meanUnits = origin + meanOffset
  const total = meanUnits * n + residual
  const mean = Math.abs(meanUnits * n) < MAX_EXACT_INTEGER ? total / (n * scale) : (meanUnits + residual / n) / scale
  return { n, mean, m2: Math.max(0, squares - (residual * residual) / n) / scale / scale, min, max }
}

function calculateTwoPassMoments(values: readonly number[]): Moments {
  const n = values.length
  let sum = 0
  let compensation = 0
  let min = Infinity
  let max = -Infinity
  for (const value of values) {
    const newSum = sum + value
    compensation += Math.abs(sum) >= Math.abs(value) ? sum - newSum + value : value - newSum + sum
    sum = newSum
    if (value < min) min = value
    if (value > max) max = value
  }
  const mean = (sum + compensation) / n
  let m2 = 0
  let residual = 0
  for (const value of values) {
    const offset = value - mean
    m2 += offset * offset
    residual += offset
  }
  return { n, mean, m2: Math.max(0, m2 - (residual * residual) / n), min, max }
}

/**
 * Calculates the moments of many small groups and of all values. Decimals are determined once, and each group is summed
 * in one pass in units of the last digit: a million values take 0.1 s.
 */
export function calculateGroupMoments(groups: readonly (readonly number[])[]): { each: Moments[]; all: Moments } {
  const allValues = groups.flat()
  const all = calculateMoments(allValues)
  const digits = countCommonDecimals(allValues)
  const scale = 10 ** (digits ?? 0)
  const scaledRange = (all.max - all.min) * scale
  const largestSize = groups.reduce((most, { length }) => Math.max(most, length), 0)
  if (digits === null || scaledRange * scaledRange * largestSize > MAX_EXACT_INTEGER)
    return { each: groups.map((group) => calculateMoments(group)), all }
  return { each: groups.map((group) => calculateExactGroup(group, scale)), all }
}
function calculateExactGroup(group: readonly number[], scale: number): Moments {
  const n = group.length
  const [first = 0] = group
  const origin = Math.round(first * scale)
  let sum = 0
  let squares = 0
  let min = first
  let max = first
  for (let i = 1; i < n; i++) {
    const value = group[i] ?? 0
    const offset = Math.round(value * scale) - origin
    sum += offset
    squares += offset * offset
    if (value < min) min = value
    if (value > max) max = value
  }
  return {
    n,
    mean: (origin * n + sum) / (n * scale),
    m2: Math.max(0, squares - (sum * sum) / n) / scale / scale,
    min,
    max,
  }
}

/** Calculates the mean by a compensated sum (Neumaier 1974). */
export function calculateCompensatedMean(values: readonly number[]): number {
  let sum = 0
  let compensation = 0
  for (const value of values) {
    const newSum = sum + value
    compensation += Math.abs(sum) >= Math.abs(value) ? sum - newSum + value : value - newSum + sum
    sum = newSum
  }
  return values.length ? (sum + compensation) / values.length : 0
}

/** Combines the moments of two sets without their values (Chan, Golub, LeVeque 1979). */
export function combineMoments(a: Moments, b: Moments): Moments {
  if (a.n === 0) return b
  if (b.n === 0) return a
  const n = a.n + b.n
  const meanDifference = b.mean - a.mean
  return {
    n,
    mean: a.mean + (meanDifference * b.n) / n,
    m2: a.m2 + b.m2 + (meanDifference * meanDifference * a.n * b.n) / n,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  }
}
/** Calculates the sample standard deviation (denominator n − 1); null for fewer than two values. */
export const calculateDeviation = ({ n, m2 }: Pick<Moments, 'n' | 'm2'>): number | null =>
  n < 2 ? null : Math.sqrt(m2 / (n - 1))
