import { calculateChiSquareQuantile, calculateNormalCdf, calculateNormalQuantile } from '@/plant/rules/distributions'
import { deviationOf, type Moments } from './moments'
import { NotChartable } from './not-chartable'
import type { ProcessEstimate, SigmaSource } from './process-estimate'
import type { Limits } from '../outside'

export interface Specification extends Limits {
  readonly target?: number | null
}
/** Lower and upper confidence limit. */
export type Interval = readonly [number, number]
const indices = ['cp', 'cpl', 'cpu', 'cpk', 'cpm', 'pp', 'ppl', 'ppu', 'ppk'] as const
export type Index = (typeof indices)[number]
/** Capability indices as far as the limits define them: without an upper limit there is no Cp. */
export type Capability = Partial<Record<Index, number>> & {
  readonly intervals: Partial<Record<Index, Interval>>
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
export function checkLimits({ lsl, usl }: Limits): void {
  if (typeof lsl === 'number' && typeof usl === 'number' && !(lsl < usl))
    throw new NotChartable('limitsCrossed', { lsl, usl })
}

/**
 * Calculates the capability; null without limits. The Cp family uses σ within. The Pp family and Cpm use the standard
 * deviation of all values, Cpm also the distance from the target T, by default the middle of the limits:
 * (USL − LSL) / (6 √(s² + (x̄ − T)²)) (Chan, Cheng, Spiring 1988; NIST/SEMATECH 6.1.6).
 * Intervals: Cp, Pp by χ² with the degrees of freedom ν of their σ (n − 1 for Pp); Cpk, Ppk, one-sided ones by Bissell
 * (Applied Statistics 39, 1990), C ± z √(1/(9n) + C²/(2ν)); Cpm by Boyles (J. Quality Technology 23, 1991), χ² with
 * n(1+ξ²)²/(1+2ξ²).
 * @param data moments of all values
 * @param process mean and σ within; null if they cannot be estimated
 */
export function capabilityOf(
  data: Pick<Moments, 'n' | 'mean' | 'm2'>,
  process: ProcessEstimate | null,
  limits: Specification,
  confidence = 0.95,
): Capability | null {
  checkLimits(limits)
  const given = { lsl: limits.lsl ?? null, usl: limits.usl ?? null }
  if (given.lsl === null && given.usl === null) return null
  const short = process ? family(given, process.mean, process.sigma) : noFamily
  const overall = deviationOf(data)
  const long = overall ? family(given, data.mean, overall) : noFamily
  const target = limits.target ?? middle(given)
  const off = overall && target !== null ? ((data.mean - target) / overall) ** 2 : null
  const found: Partial<Record<Index, number>> = clean({
    cp: short.both,
    cpl: short.low,
    cpu: short.high,
    cpk: short.least,
    cpm: long.both !== undefined && off !== null ? long.both / Math.sqrt(1 + off) : undefined,
    pp: long.both,
    ppl: long.low,
    ppu: long.high,
    ppk: long.least,
  })
  return {
    ...found,
    intervals: intervalsOf(found, { n: data.n, process, off: off ?? 0 }, confidence),
    confidence,
    ...(overall ? { sigmaOverall: overall } : {}),
    ...(process
      ? {
          sigmaWithin: process.sigma,
          sigmaSource: process.sigmaSource,
          freedom: process.freedom,
          expectedOutside: expectedOutside(given, process.mean, process.sigma),
        }
      : {}),
  }
}

interface Family {
  both?: number | undefined
  low?: number | undefined
  high?: number | undefined
  least?: number | undefined
}
const noFamily: Family = {}
type Given = { lsl: number | null; usl: number | null }
const middle = ({ lsl, usl }: Given): number | null => (lsl !== null && usl !== null ? (lsl + usl) / 2 : null)
function family({ lsl, usl }: Given, center: number, sigma: number): Family {
  const low = lsl === null ? undefined : (center - lsl) / (3 * sigma)
  const high = usl === null ? undefined : (usl - center) / (3 * sigma)
  const least = low === undefined ? high : high === undefined ? low : Math.min(low, high)
  return { both: lsl === null || usl === null ? undefined : (usl - lsl) / (6 * sigma), low, high, least }
}
const expectedOutside = ({ lsl, usl }: Given, center: number, sigma: number): number =>
  (lsl === null ? 0 : calculateNormalCdf((lsl - center) / sigma)) +
  (usl === null ? 0 : calculateNormalCdf((center - usl) / sigma))

interface Sampled {
  readonly n: number
  readonly process: ProcessEstimate | null
  /** ((x̄ − T)/s)². */
  readonly off: number
}
const overallIndices: readonly Index[] = ['pp', 'ppl', 'ppu', 'ppk']
function intervalsOf(found: Partial<Record<Index, number>>, { n, process, off }: Sampled, confidence: number) {
  const alpha = 1 - confidence
  if (n < 2) return {}
  return clean(
    Object.fromEntries(
      indices.map((name) => {
        const value = found[name]
        if (value === undefined) return [name, undefined]
        if (name === 'cpm') return [name, bySquares(value, (n * (1 + off) ** 2) / (1 + 2 * off), alpha)]
        const of =
          process && !overallIndices.includes(name) ? { n: process.n, freedom: process.freedom } : { n, freedom: n - 1 }
        return [
          name,
          name === 'cp' || name === 'pp' ? bySquares(value, of.freedom, alpha) : bissell(value, of, confidence),
        ]
      }),
    ),
  ) as Partial<Record<Index, Interval>>
}
const bySquares = (value: number, df: number, alpha: number): Interval => [
  value * Math.sqrt(calculateChiSquareQuantile(alpha / 2, df) / df),
  value * Math.sqrt(calculateChiSquareQuantile(1 - alpha / 2, df) / df),
]
/**
 * Calculates the two-sided confidence interval of Cpk, Ppk and one-sided indices (Bissell 1990). `n` is the number of
 * values of the mean, `freedom` the degrees of freedom of σ.
 */
export function bissell(
  value: number,
  { n, freedom }: { readonly n: number; readonly freedom: number },
  confidence: number,
): Interval {
  const half = calculateNormalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(1 / (9 * n) + value ** 2 / (2 * freedom))
  return [value - half, value + half]
}
function clean<T>(of: Record<string, T | undefined>): Record<string, T> {
  const kept: Record<string, T> = {}
  for (const [name, value] of Object.entries(of)) if (value !== undefined) kept[name] = value
  return kept
}
