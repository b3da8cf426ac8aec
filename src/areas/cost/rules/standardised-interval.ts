interface Effect {
  readonly difference: number
  readonly low: number
  readonly high: number
  /** Hedges' g. */
  readonly effect: number | null
}
export interface StandardisedInterval {
  readonly low: number
  readonly estimate: number
  readonly high: number
}
/**
 * Converts a difference of means with its confidence interval to standard deviations, so that parameters with different
 * units share a scale. The factor is that between the difference and Hedges' g.
 * @returns null if there is no effect size, or the difference is 0 and the factor therefore unknown
 */
export function toStandardisedInterval({ difference, low, high, effect }: Effect): StandardisedInterval | null {
  if (effect === null || effect === 0 || difference === 0) return null
  const factor = effect / difference
  return { low: low * factor, estimate: effect, high: high * factor }
}
