/** What a chart says of the process: its mean and σ within, how that is estimated, and how well it is known. */
import { calculateLnGamma } from '@/plant/rules/distributions'
import { c4, d2, d3 } from './constants'

/**
 * How σ of single values within the process is estimated. `range`: mean R/d2 of the subgroups. `deviation`: mean s/c4.
 * `movingRange`: mean moving range of single values / d2(2). `betweenWithin`: √(σ_b² + σ_w²) of subgroups that resemble each
 * other less than they do within, such as rolls.
 */
export const sigmaSources = ['range', 'deviation', 'movingRange', 'betweenWithin'] as const
export type SigmaSource = (typeof sigmaSources)[number]
export interface ProcessEstimate {
  /** Values that it comes from, and their mean. */
  readonly n: number
  readonly mean: number
  readonly sigma: number
  readonly sigmaSource: SigmaSource
  /** Degrees of freedom of σ. */
  readonly freedom: number
}

/** c4 of any size above 1, by its definition √(2/(n−1)) Γ(n/2) / Γ((n−1)/2). */
const c4At = (n: number): number =>
  Math.sqrt(2 / (n - 1)) * Math.exp(calculateLnGamma(n / 2) - calculateLnGamma((n - 1) / 2))
/** Below this relative variance the series of c4 is exact to more digits than anybody prints. */
const SERIES_BELOW = 1e-3

/**
 * Degrees of freedom of an estimate of σ: those of the s that varies as much, c4(ν + 1) = 1/√(1 + V). Of a mean range this
 * is ν beside d2* in the tables (Patnaik, Biometrika 37, 1950; Duncan; AIAG MSA, Appendix C).
 * @param variance V of the estimate over σ²
 */
export function effectiveFreedom(variance: number): number {
  if (variance < SERIES_BELOW) return 1 / (2 * variance) + 0.25
  const wanted = 1 / Math.sqrt(1 + variance)
  let [low, high] = [1e-3, 1 / variance + 1]
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (c4At(middle + 1) < wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}
/** d2*: what a mean range of k subgroups is divided by so that σ² is unbiased, √(d2² + d3²/k); d2 for endless many. */
export const d2Star = (size: number, subgroups: number): number => Math.sqrt(d2(size) ** 2 + d3(size) ** 2 / subgroups)

const sumOf = (values: readonly number[], of: (value: number) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0)
/** Of the mean R/d2 of subgroups of these sizes. */
export const freedomOfRanges = (sizes: readonly number[]): number =>
  effectiveFreedom(sumOf(sizes, (n) => (d3(n) / d2(n)) ** 2) / sizes.length ** 2)
/** Of the mean s/c4 of subgroups of these sizes. */
export const freedomOfDeviations = (sizes: readonly number[]): number =>
  effectiveFreedom(sumOf(sizes, (n) => 1 / c4(n) ** 2 - 1) / sizes.length ** 2)
/** Variance of |difference of two| over its squared mean, and the covariance of two that share a value (ρ = −1/2). */
const OWN = Math.PI / 2 - 1
const SHARED = Math.sqrt(3) / 2 + Math.PI / 12 - 1
/** Of the mean of so many moving ranges of two, of which neighbours share a value (Cryer and Ryan, J. Quality Technology 22, 1990). */
export const freedomOfMovingRanges = (ranges: number): number =>
  effectiveFreedom((ranges * OWN + 2 * (ranges - 1) * SHARED) / ranges ** 2)

interface SigmaPart {
  readonly sigma: number
  readonly freedom: number
}
/**
 * σ of single values of a between/within chart, √(σ_b² + σ_w²): σ_b² = σ_m² − σ_w² · mean(1/n), not below 0 (Wheeler; Minitab's
 * I-MR-R/S). Degrees of freedom by Welch and Satterthwaite.
 * @param means σ of the subgroups' means from their moving ranges
 * @param inside σ within the subgroups
 * @param inverseSize mean of 1/n over the subgroups
 */
export function combineBetweenWithin(means: SigmaPart, inside: SigmaPart, inverseSize: number): SigmaPart {
  const between = means.sigma ** 2 - inside.sigma ** 2 * inverseSize
  if (between <= 0) return inside
  const [a, b] = [means.sigma ** 2, inside.sigma ** 2 * (1 - inverseSize)]
  return { sigma: Math.sqrt(a + b), freedom: (a + b) ** 2 / (a ** 2 / means.freedom + b ** 2 / inside.freedom) }
}
