import { calculateNormalCdf } from '@/plant/rules/distributions'

/** Factors of control charts. */

/**
 * d2: mean range of n values of a standard normal distribution, with the three decimals printed by AIAG's manual of
 * statistical process control (2nd ed., Appendix E) and ASTM E2587, so that limits match those a customer calculates by
 * hand.
 */
const d2Table = [
  1.128, 1.693, 2.059, 2.326, 2.534, 2.704, 2.847, 2.97, 3.078, 3.173, 3.258, 3.336, 3.407, 3.472, 3.532, 3.588, 3.64,
  3.689, 3.735, 3.778, 3.819, 3.858, 3.895, 3.931,
]
/** Maximum subgroup size for charts of ranges; larger subgroups use standard deviations. */
export const LARGEST_RANGE = 25

/** Returns d2 for 2 … 25 values. @throws RangeError for other sizes */
export function d2(n: number): number {
  const found = d2Table[n - 2]
  if (found === undefined) throw new RangeError(`no range of ${n} values`)
  return found
}

const known = new Map<number, { mean: number; deviation: number }>()
const STEP = 0.05
const REACH = 8
/** Φ at −8, −7.95 … 8, so that Φ(x + w) is looked up instead of recalculated. */
let phi: Float64Array | undefined
const phiAt = (index: number): number => {
  phi ??= Float64Array.from({ length: (2 * REACH) / STEP + 1 }, (_, i) => calculateNormalCdf(i * STEP - REACH))
  return index < phi.length ? (phi[index] ?? 0) : 1
}
/**
 * Calculates mean and standard deviation of the range of n standard normal values from its distribution
 * P(W ≤ w) = n ∫ φ(x) [Φ(x + w) − Φ(x)]^(n−1) dx (Tippett 1925). It integrates over x by trapezoids, which are exact to
 * rounding for such a density, and over w by Simpson's rule.
 */
export function rangeOfNormal(n: number): { mean: number; deviation: number } {
  const before = known.get(n)
  if (before) return before
  const points = (2 * REACH) / STEP
  const density = Float64Array.from({ length: points + 1 }, (_, i) => {
    const x = i * STEP - REACH
    return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)
  })
  let [first, second] = [0, 0]
  for (let w = 0; w <= points; w++) {
    let below = 0
    for (let i = 0; i <= points; i++) below += (density[i] ?? 0) * (phiAt(i + w) - phiAt(i)) ** (n - 1)
    const above = Math.max(0, 1 - n * below * STEP)
    const weight = ((w === 0 || w === points ? 1 : w % 2 === 1 ? 4 : 2) * STEP) / 3
    first += weight * above
    second += weight * 2 * w * STEP * above
  }
  const found = { mean: first, deviation: Math.sqrt(second - first * first) }
  known.set(n, found)
  return found
}
/** Calculates d3, the standard deviation of the range of n values of a standard normal distribution. */
export const d3 = (n: number): number => rangeOfNormal(n).deviation

const FROM_SERIES = 400
const c4Known: number[] = []
/**
 * Calculates c4, the mean of s of n values over σ: √(2/(n−1)) Γ(n/2) / Γ((n−1)/2), from 400 values by its asymptotic
 * series.
 */
export function c4(n: number): number {
  if (n >= FROM_SERIES) return 1 - 1 / (4 * n) - 7 / (32 * n ** 2) - 19 / (128 * n ** 3)
  if (c4Known.length === 0) {
    let ratio = 1 / Math.sqrt(Math.PI)
    for (let k = 2; k < FROM_SERIES; k++) {
      c4Known[k] = ratio * Math.sqrt(2 / (k - 1))
      ratio = (k - 1) / 2 / ratio
    }
  }
  return c4Known[n] ?? Number.NaN
}

/**
 * Calculates the tabulated factors A2, A3 (limits of means) and B3, B4, D3, D4 (limits of deviations and ranges) for n
 * values.
 */
export function chartFactors(n: number) {
  const spread = (3 * Math.sqrt(1 - c4(n) ** 2)) / c4(n)
  const ranges = (3 * d3(n)) / d2(n)
  return {
    a2: 3 / (d2(n) * Math.sqrt(n)),
    a3: 3 / (c4(n) * Math.sqrt(n)),
    b3: Math.max(0, 1 - spread),
    b4: 1 + spread,
    d3: Math.max(0, 1 - ranges),
    d4: 1 + ranges,
  }
}
