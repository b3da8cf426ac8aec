import { chiSquareQuantile, normalCdf, normalQuantile } from '@/plant/rules/distributions'
import { deviationOf, type Moments } from './moments'
import { NotChartable } from './not-chartable'
import type { Limits } from '../outside'

export interface Specification extends Limits {
  readonly target?: number | null
}
/** Lower and upper confidence limit. */
export type Interval = readonly [number, number]
const indices = ['cp', 'cpl', 'cpu', 'cpk', 'cpm', 'pp', 'ppl', 'ppu', 'ppk'] as const
export type Index = (typeof indices)[number]
/** Only what the given limits define: without an upper limit there is no Cp. */
export type Capability = Partial<Record<Index, number>> & {
  readonly intervals: Partial<Record<Index, Interval>>
  readonly confidence: number
  /** Share of single values expected outside by a normal distribution with σ within, and found outside. */
  readonly expectedOutside?: number
}

/** @throws NotChartable where the limits are crossed */
export function checkLimits({ lsl, usl }: Limits): void {
  if (typeof lsl === 'number' && typeof usl === 'number' && !(lsl < usl))
    throw new NotChartable('limitsCrossed', { lsl, usl })
}

/**
 * Cp family by σ within, Pp family by the standard deviation of all values, Cpm by the distance from the target, the middle of
 * the limits unless given (Chan, Cheng, Spiring 1988).
 * Intervals: Cp, Pp by χ² with n − 1; Cpk, Ppk, one-sided ones by Bissell (Applied Statistics 39, 1990),
 * C ± z √(1/(9n) + C²/(2(n−1))); Cpm by Boyles (J. Quality Technology 23, 1991), χ² with n(1+ξ²)²/(1+2ξ²).
 * @param center mean that the indices are taken from: of a control chart its centre line
 */
export function capabilityOf(
  data: Pick<Moments, 'n' | 'm2'>,
  process: { center: number; sigma: number | null },
  limits: Specification,
  confidence = 0.95,
): Capability | null {
  checkLimits(limits)
  const given = { lsl: limits.lsl ?? null, usl: limits.usl ?? null }
  if (given.lsl === null && given.usl === null) return null
  const short = process.sigma ? family(given, process.center, process.sigma) : noFamily
  const overall = deviationOf(data)
  const long = overall ? family(given, process.center, overall) : noFamily
  const target = limits.target ?? middle(given)
  const off = process.sigma && target !== null ? ((process.center - target) / process.sigma) ** 2 : null
  const found: Partial<Record<Index, number>> = clean({
    cp: short.both,
    cpl: short.low,
    cpu: short.high,
    cpk: short.least,
    cpm: short.both !== undefined && off !== null ? short.both / Math.sqrt(1 + off) : undefined,
    pp: long.both,
    ppl: long.low,
    ppu: long.high,
    ppk: long.least,
  })
  const outside = process.sigma ? expectedOutside(given, process.center, process.sigma) : undefined
  return {
    ...found,
    intervals: intervalsOf(found, data.n, off ?? 0, confidence),
    confidence,
    ...(outside === undefined ? {} : { expectedOutside: outside }),
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
  (lsl === null ? 0 : normalCdf((lsl - center) / sigma)) + (usl === null ? 0 : normalCdf((center - usl) / sigma))

function intervalsOf(found: Partial<Record<Index, number>>, n: number, off: number, confidence: number) {
  const alpha = 1 - confidence
  if (n < 2) return {}
  return clean(
    Object.fromEntries(
      indices.map((name) => {
        const value = found[name]
        if (value === undefined) return [name, undefined]
        if (name === 'cpm') return [name, bySquares(value, (n * (1 + off) ** 2) / (1 + 2 * off), alpha)]
        return [name, name === 'cp' || name === 'pp' ? bySquares(value, n - 1, alpha) : bissell(value, n, confidence)]
      }),
    ),
  ) as Partial<Record<Index, Interval>>
}
const bySquares = (value: number, df: number, alpha: number): Interval => [
  value * Math.sqrt(chiSquareQuantile(alpha / 2, df) / df),
  value * Math.sqrt(chiSquareQuantile(1 - alpha / 2, df) / df),
]
/** Two-sided interval of Cpk and its like (Bissell 1990). */
export function bissell(value: number, n: number, confidence: number): Interval {
  const half = normalQuantile(1 - (1 - confidence) / 2) * Math.sqrt(1 / (9 * n) + value ** 2 / (2 * (n - 1)))
  return [value - half, value + half]
}
function clean<T>(of: Record<string, T | undefined>): Record<string, T> {
  const kept: Record<string, T> = {}
  for (const [name, value] of Object.entries(of)) if (value !== undefined) kept[name] = value
  return kept
}
