/** Factors of control charts. */
import { calculateNormalCdf } from '@/plant/rules/distributions'

/**
 * d2: mean range of n values of a standard normal distribution, with the three decimals printed by AIAG's manual of
 * statistical process control (2nd ed., Appendix E) and ASTM E2587, so that limits match those a customer calculates by
 * hand.
 */
const D2_BY_SIZE = [
  1.128, 1.693, 2.059, 2.326, 2.534, 2.704, 2.847, 2.97, 3.078, 3.173, 3.258, 3.336, 3.407, 3.472, 3.532, 3.588, 3.64,
  3.689, 3.735, 3.778, 3.819, 3.858, 3.895, 3.931,
]
/** Maximum subgroup size for charts of ranges; larger subgroups use standard deviations. */
export const MAX_RANGE_SIZE = 25

/** Returns d2 for 2 … 25 values. @throws RangeError for other sizes */
export function getD2(n: number): number {
  const factor = D2_BY_SIZE[n - 2]
  if (factor === undefined) throw new RangeError(`no range of ${n} values`)
  return factor
}

const normalRangeCache = new Map<number, { mean: number; deviation: number }>()
const INTEGRATION_STEP = 0.05
const INTEGRATION_REACH = 8
/** Φ at −8, −7.95 … 8, so that Φ(x + w) is looked up instead of recalculated. */
let phiTable: Float64Array | undefined
const getPhi = (index: number): number => {
  phiTable ??= Float64Array.from({ length: (2 * INTEGRATION_REACH) / INTEGRATION_STEP + 1 }, (_, i) =>
    calculateNormalCdf(i * INTEGRATION_STEP - INTEGRATION_REACH),
  )
  return index < phiTable.length ? (phiTable[index] ?? 0) : 1
}
/**
 * Calculates mean and standard deviation of the range of n standard normal values from its distribution
 * P(W ≤ w) = n ∫ φ(x) [Φ(x + w) − Φ(x)]^(n−1) dx (Tippett 1925). It integrates over w by Simpson's rule and over x by the
 * trapezoidal rule, whose error is below rounding because the smooth integrand vanishes at both ends.
 */
export function calculateNormalRange(n: number): { mean: number; deviation: number } {
  const cachedRange = normalRangeCache.get(n)
  if (cachedRange) return cachedRange
  const steps = (2 * INTEGRATION_REACH) / INTEGRATION_STEP
  const density = Float64Array.from({ length: steps + 1 }, (_, i) => {
    const x = i * INTEGRATION_STEP - INTEGRATION_REACH
    return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)
  })
  let firstMoment = 0
  let secondMoment = 0
  for (let w = 0; w <= steps; w++) {
    let probabilityBelow = 0
    for (let i = 0; i <= steps; i++) probabilityBelow += (density[i] ?? 0) * (getPhi(i + w) - getPhi(i)) ** (n - 1)
    const probabilityAbove = Math.max(0, 1 - n * probabilityBelow * INTEGRATION_STEP)
    const weight = (getSimpsonFactor(w, steps) * INTEGRATION_STEP) / 3
    firstMoment += weight * probabilityAbove
    secondMoment += weight * 2 * w * INTEGRATION_STEP * probabilityAbove
  }
  const range = { mean: firstMoment, deviation: Math.sqrt(secondMoment - firstMoment * firstMoment) }
  normalRangeCache.set(n, range)
  return range
}
/** Returns the factor 1, 4, 2, 4 … 4, 1 of Simpson's rule. */
function getSimpsonFactor(index: number, lastIndex: number): number {
  if (index === 0 || index === lastIndex) return 1
  return index % 2 === 1 ? 4 : 2
}
/** Calculates d3, the standard deviation of the range of n values of a standard normal distribution. */
export const calculateRangeDeviation = (n: number): number => calculateNormalRange(n).deviation

/** Number of values from which c4 is calculated by its asymptotic series. */
const MIN_ASYMPTOTIC_SIZE = 400
const c4Cache: number[] = []
/**
 * Calculates c4 = E(s)/σ, where s is the standard deviation of n normal values: √(2/(n−1)) Γ(n/2) / Γ((n−1)/2). For 400
 * or more values it uses the asymptotic series.
 */
export function calculateC4(n: number): number {
  if (n >= MIN_ASYMPTOTIC_SIZE) return 1 - 1 / (4 * n) - 7 / (32 * n ** 2) - 19 / (128 * n ** 3)
  if (c4Cache.length === 0) {
    let ratio = 1 / Math.sqrt(Math.PI)
    for (let k = 2; k < MIN_ASYMPTOTIC_SIZE; k++) {
      c4Cache[k] = ratio * Math.sqrt(2 / (k - 1))
      ratio = (k - 1) / 2 / ratio
    }
  }
  return c4Cache[n] ?? Number.NaN
}

/**
 * Calculates the tabulated factors A2, A3 (limits of means) and B3, B4, D3, D4 (limits of deviations and ranges) for n
 * values.
 */
export function calculateChartFactors(n: number) {
  const deviationSpread = (3 * Math.sqrt(1 - calculateC4(n) ** 2)) / calculateC4(n)
  const rangeSpread = (3 * calculateRangeDeviation(n)) / getD2(n)
  return {
    A2: 3 / (getD2(n) * Math.sqrt(n)),
    A3: 3 / (calculateC4(n) * Math.sqrt(n)),
    B3: Math.max(0, 1 - deviationSpread),
    B4: 1 + deviationSpread,
    D3: Math.max(0, 1 - rangeSpread),
    D4: 1 + rangeSpread,
  }
}
