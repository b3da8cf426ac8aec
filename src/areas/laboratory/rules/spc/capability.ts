import { calculateChiSquareQuantile, calculateNormalCdf, calculateNormalQuantile } from '@/plant/rules/distributions'
import { calculateDeviation, type Moments } from './moments'
import { NotChartable } from './not-chartable'
import type { ProcessEstimate, SigmaSource } from './process-estimate'
import type { SpecificationLimits } from '../judge-results'

export interface Specification extends SpecificationLimits {
  readonly target?: number | null
}
/** Lower and upper confidence limit. */
export type ConfidenceInterval = readonly [number, number]
const capabilityIndices = ['cp', 'cpl', 'cpu', 'cpk', 'cpm', 'pp', 'ppl', 'ppu', 'ppk'] as const
export type CapabilityIndex = (typeof capabilityIndices)[number]
/** Capability indices, as far as the limits define them. Cp, for example, needs both limits. */
export type Capability = Partial<Record<CapabilityIndex, number>> & {
  readonly intervals: Partial<Record<CapabilityIndex, ConfidenceInterval>>
  readonly confidence: number
  /** σ within, the basis of Cp and Cpk; `sigmaSource` is its estimator. */
  readonly sigmaWithin?: number
  readonly sigmaSource?: SigmaSource
  /** Degrees of freedom of σ within, used for the intervals of Cp and Cpk. */
  readonly freedom?: number
  /** Standard deviation of all values, the basis of Pp, Ppk and Cpm. */
  readonly sigmaOverall?: number
  /** Share of single values that a normal distribution with σ within puts outside the limits. */
  readonly expectedOutside?: number
}

/** Asserts that the lower limit is below the upper one. @throws NotChartable `limitsCrossed` */
export function assertLimitsOrdered({ lsl, usl }: SpecificationLimits): void {
  if (typeof lsl === 'number' && typeof usl === 'number' && !(lsl < usl))
    throw new NotChartable('limitsCrossed', { lsl, usl })
}

/**
 * Calculates the capability; null without limits. The Cp family uses σ within. The Pp family and Cpm use the standard
 * deviation of all values, Cpm also the distance from the target T, by default the middle of the limits:
 * (USL − LSL) / (6 √(s² + (x̄ − T)²)) (Chan, Cheng, Spiring 1988; NIST/SEMATECH 6.1.6).
 * Intervals of Cp and Pp follow χ² with the degrees of freedom ν of their σ (n − 1 for Pp). Intervals of Cpk, Ppk and
 * the one-sided indices follow Bissell (Applied Statistics 39, 1990): C ± z √(1/(9n) + C²/(2ν)). The interval of Cpm
 * follows Boyles (J. Quality Technology 23, 1991): χ² with n(1+ξ²)²/(1+2ξ²) degrees of freedom, where ξ = (x̄ − T)/s.
 * @param data moments of all values
 * @param process mean and σ within; null if they cannot be estimated
 */
export function calculateCapability(
  data: Pick<Moments, 'n' | 'mean' | 'm2'>,
  process: ProcessEstimate | null,
  limits: Specification,
  confidence = 0.95,
): Capability | null {
  assertLimitsOrdered(limits)
  const bounds = { lsl: limits.lsl ?? null, usl: limits.usl ?? null }
  if (bounds.lsl === null && bounds.usl === null) return null
  const withinIndices = process ? calculateIndexFamily(bounds, process.mean, process.sigma) : EMPTY_FAMILY
  const overallSigma = calculateDeviation(data)
  const overallIndices = overallSigma ? calculateIndexFamily(bounds, data.mean, overallSigma) : EMPTY_FAMILY
  const target = limits.target ?? getLimitMidpoint(bounds)
  const squaredOffset = overallSigma && target !== null ? ((data.mean - target) / overallSigma) ** 2 : null
  const indexValues: Partial<Record<CapabilityIndex, number>> = omitUndefined({
    cp: withinIndices.twoSided,
    cpl: withinIndices.low,
    cpu: withinIndices.high,
    cpk: withinIndices.minimum,
    cpm:
      overallIndices.twoSided !== undefined && squaredOffset !== null
        ? overallIndices.twoSided / Math.sqrt(1 + squaredOffset)
        : undefined,
    pp: overallIndices.twoSided,
    ppl: overallIndices.low,
    ppu: overallIndices.high,
    ppk: overallIndices.minimum,
  })
  return {
    ...indexValues,
    intervals: calculateIntervals(indexValues, { n: data.n, process, squaredOffset: squaredOffset ?? 0 }, confidence),
    confidence,
    ...(overallSigma ? { sigmaOverall: overallSigma } : {}),
    ...(process
      ? {
          sigmaWithin: process.sigma,
          sigmaSource: process.sigmaSource,
          freedom: process.freedom,
          expectedOutside: calculateExpectedOutside(bounds, process.mean, process.sigma),
        }
      : {}),
  }
}

interface IndexFamily {
  /** Cp or Pp; needs both limits. */
  twoSided?: number | undefined
  low?: number | undefined
  high?: number | undefined
  minimum?: number | undefined
}
const EMPTY_FAMILY: IndexFamily = {}
type LimitBounds = { lsl: number | null; usl: number | null }
const getLimitMidpoint = ({ lsl, usl }: LimitBounds): number | null =>
  lsl !== null && usl !== null ? (lsl + usl) / 2 : null
function calculateIndexFamily({ lsl, usl }: LimitBounds, center: number, sigma: number): IndexFamily {
  const low = lsl === null ? undefined : (center - lsl) / (3 * sigma)
  const high = usl === null ? undefined : (usl - center) / (3 * sigma)
  const oneSidedIndices = [low, high].filter((index) => index !== undefined)
  const minimum = oneSidedIndices.length > 0 ? Math.min(...oneSidedIndices) : undefined
  return { twoSided: lsl === null || usl === null ? undefined : (usl - lsl) / (6 * sigma), low, high, minimum }
}
const calculateExpectedOutside = ({ lsl, usl }: LimitBounds, center: number, sigma: number): number =>
  (lsl === null ? 0 : calculateNormalCdf((lsl - center) / sigma)) +
  (usl === null ? 0 : calculateNormalCdf((center - usl) / sigma))

interface IntervalBasis {
  readonly n: number
  readonly process: ProcessEstimate | null
  /** ξ² = ((x̄ − T)/s)²; 0 if there is no target. */
  readonly squaredOffset: number
}
const OVERALL_INDEX_NAMES: readonly CapabilityIndex[] = ['pp', 'ppl', 'ppu', 'ppk']
function calculateIntervals(
  indexValues: Partial<Record<CapabilityIndex, number>>,
  { n, process, squaredOffset }: IntervalBasis,
  confidence: number,
) {
  const alpha = 1 - confidence
  if (n < 2) return {}
  return omitUndefined(
    Object.fromEntries(
      capabilityIndices.map((name) => {
        const value = indexValues[name]
        if (value === undefined) return [name, undefined]
        if (name === 'cpm')
          return [
            name,
            calculateChiSquareInterval(value, (n * (1 + squaredOffset) ** 2) / (1 + 2 * squaredOffset), alpha),
          ]
        const basis =
          process && !OVERALL_INDEX_NAMES.includes(name)
            ? { n: process.n, freedom: process.freedom }
            : { n, freedom: n - 1 }
        return [
          name,
          name === 'cp' || name === 'pp'
            ? calculateChiSquareInterval(value, basis.freedom, alpha)
            : calculateBissellInterval(value, basis, confidence),
        ]
      }),
    ),
  ) as Partial<Record<CapabilityIndex, ConfidenceInterval>>
}
const calculateChiSquareInterval = (value: number, df: number, alpha: number): ConfidenceInterval => [
  value * Math.sqrt(calculateChiSquareQuantile(alpha / 2, df) / df),
  value * Math.sqrt(calculateChiSquareQuantile(1 - alpha / 2, df) / df),
]
/**
 * Calculates the two-sided confidence interval of Cpk, Ppk and one-sided indices (Bissell 1990). `n` is the number of
 * values that the mean was calculated from, `freedom` the degrees of freedom of σ.
 */
export function calculateBissellInterval(
  value: number,
  { n, freedom }: { readonly n: number; readonly freedom: number },
  confidence: number,
): ConfidenceInterval {
  const halfWidth =
    calculateNormalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(1 / (9 * n) + value ** 2 / (2 * freedom))
  return [value - halfWidth, value + halfWidth]
}
function omitUndefined<T>(values: Record<string, T | undefined>): Record<string, T> {
  const definedValues: Record<string, T> = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) definedValues[name] = value
  return definedValues
}
