/** Estimates a process from a control chart: mean and σ within, with the estimator and degrees of freedom of σ. */
import { calculateLnGamma } from '@/plant/rules/distributions'
import { calculateC4, getD2, calculateRangeDeviation } from './chart-factors'

/**
 * Estimators of σ of single values within the process. `range`: mean R/d2 of the subgroups. `deviation`: mean s/c4.
 * `movingRange`: mean moving range of single values / d2(2). `betweenWithin`: √(σ_b² + σ_w²) for subgroups that vary
 * more between than within, such as rolls.
 */
export const sigmaSources = ['range', 'deviation', 'movingRange', 'betweenWithin'] as const
export type SigmaSource = (typeof sigmaSources)[number]
export interface ProcessEstimate {
  /** Number of values that the process is estimated from. */
  readonly n: number
  /** Mean of these values. */
  readonly mean: number
  readonly sigma: number
  readonly sigmaSource: SigmaSource
  /** Degrees of freedom of σ. */
  readonly freedom: number
}

/** Calculates c4 of any real size above 1 by its definition √(2/(n−1)) Γ(n/2) / Γ((n−1)/2). */
const calculateRealC4 = (n: number): number =>
  Math.sqrt(2 / (n - 1)) * Math.exp(calculateLnGamma(n / 2) - calculateLnGamma((n - 1) / 2))
/** Below this relative variance the series expansion of c4 is exact to more digits than are printed. */
const MAX_SERIES_VARIANCE = 1e-3
/** Halvings of the search interval. 100 are more than the precision of a double needs. */
const BISECTION_STEPS = 100

/**
 * Calculates the degrees of freedom ν of an estimate of σ. A standard deviation with ν degrees of freedom has the same
 * relative variance V: c4(ν + 1) = 1/√(1 + V). For a mean range, ν is the value tabulated with d2* (Patnaik, Biometrika
 * 37, 1950; Duncan; AIAG MSA, Appendix C).
 * @param variance V, the variance of the estimate divided by σ²
 */
export function calculateEffectiveFreedom(variance: number): number {
  if (variance < MAX_SERIES_VARIANCE) return 1 / (2 * variance) + 0.25
  const targetC4 = 1 / Math.sqrt(1 + variance)
  let low = 1e-3
  let high = 1 / variance + 1
  for (let i = 0; i < BISECTION_STEPS; i++) {
    const middle = (low + high) / 2
    if (calculateRealC4(middle + 1) < targetC4) low = middle
    else high = middle
  }
  return (low + high) / 2
}
/**
 * Calculates d2*, the divisor of a mean range of k subgroups that makes σ² unbiased: √(d2² + d3²/k), approaching d2 for
 * large k.
 */
export const calculateD2Star = (size: number, subgroups: number): number =>
  Math.sqrt(getD2(size) ** 2 + calculateRangeDeviation(size) ** 2 / subgroups)

const sumTerms = (values: readonly number[], toTerm: (value: number) => number): number =>
  values.reduce((sum, value) => sum + toTerm(value), 0)
/** Calculates the degrees of freedom of the mean R/d2 of subgroups of these sizes. */
export const calculateRangeFreedom = (sizes: readonly number[]): number =>
  calculateEffectiveFreedom(sumTerms(sizes, (n) => (calculateRangeDeviation(n) / getD2(n)) ** 2) / sizes.length ** 2)
/** Calculates the degrees of freedom of the mean s/c4 of subgroups of these sizes. */
export const calculateDeviationFreedom = (sizes: readonly number[]): number =>
  calculateEffectiveFreedom(sumTerms(sizes, (n) => 1 / calculateC4(n) ** 2 - 1) / sizes.length ** 2)
/**
 * Variance of the absolute difference of two normal values, and covariance of two such differences that share a value
 * (ρ = −1/2). Both are divided by the squared mean of the difference.
 */
const DIFFERENCE_VARIANCE = Math.PI / 2 - 1
const DIFFERENCE_COVARIANCE = Math.sqrt(3) / 2 + Math.PI / 12 - 1
/**
 * Calculates the degrees of freedom of the mean of this many moving ranges of two. Neighbouring ranges share a value
 * (Cryer and Ryan, J. Quality Technology 22, 1990).
 */
export const calculateMovingRangeFreedom = (rangeCount: number): number =>
  calculateEffectiveFreedom(
    (rangeCount * DIFFERENCE_VARIANCE + 2 * (rangeCount - 1) * DIFFERENCE_COVARIANCE) / rangeCount ** 2,
  )

interface SigmaEstimate {
  readonly sigma: number
  readonly freedom: number
}
/**
 * Calculates σ of single values of a between/within chart: √(σ_b² + σ_w²) with σ_b² = σ_m² − σ_w² · mean(1/n), not
 * below 0 (Wheeler; Minitab's I-MR-R/S). Degrees of freedom by Welch and Satterthwaite.
 * @param meansEstimate σ of the subgroups' means from their moving ranges
 * @param withinEstimate σ within the subgroups
 * @param meanInverseSize mean of 1/n over the subgroups
 */
export function combineBetweenWithin(
  meansEstimate: SigmaEstimate,
  withinEstimate: SigmaEstimate,
  meanInverseSize: number,
): SigmaEstimate {
  const betweenVariance = meansEstimate.sigma ** 2 - withinEstimate.sigma ** 2 * meanInverseSize
  if (betweenVariance <= 0) return withinEstimate
  // betweenVariance + σ_w², arranged as a sum of the two independent estimates.
  const meansTerm = meansEstimate.sigma ** 2
  const withinTerm = withinEstimate.sigma ** 2 * (1 - meanInverseSize)
  return {
    sigma: Math.sqrt(meansTerm + withinTerm),
    freedom:
      (meansTerm + withinTerm) ** 2 /
      (meansTerm ** 2 / meansEstimate.freedom + withinTerm ** 2 / withinEstimate.freedom),
  }
}
