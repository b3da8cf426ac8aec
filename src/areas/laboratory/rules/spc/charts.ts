import { LARGEST_RANGE, c4, d2, d3 } from './constants'
import { deviationOf, meanOf as mean, momentsOf, momentsOfGroups, type Moments } from './moments'
import { NotChartable } from './not-chartable'
import {
  combineBetweenWithin,
  freedomOfDeviations,
  freedomOfMovingRanges,
  freedomOfRanges,
  type ProcessEstimate,
} from './process-estimate'

export const variableCharts = ['xbar-r', 'xbar-s', 'i-mr', 'i-mr-r', 'i-mr-s'] as const
export const countCharts = ['p', 'np', 'c', 'u'] as const
export const charts = [...variableCharts, ...countCharts] as const
export type Chart = (typeof charts)[number]
export const isCountChart = (chart: Chart): boolean => (countCharts as readonly string[]).includes(chart)

/** Points with centre line and limits. If these are the same at all points, their arrays have a single entry. */
export interface Track {
  readonly values: readonly number[]
  readonly center: readonly number[]
  readonly sigma: readonly number[]
  readonly lcl: readonly number[]
  readonly ucl: readonly number[]
}
/** A chart before its rules are applied. */
export interface Charted {
  /** σ of single values within a subgroup; for counts as in R's qcc: √p(1−p), √c, √u. */
  readonly sigma: number
  readonly center: number
  readonly main: Track
  /** Moving ranges of the points, if limits are derived from them. The first point has none. */
  readonly moving?: Track
  /** Ranges or standard deviations within the subgroups. */
  readonly spread?: Track
  /** Moments of all single values. */
  readonly all?: Moments
  /**
   * Estimated from the base points, also if the limits are frozen. Missing for counts and if the points do not vary.
   */
  readonly process?: ProcessEstimate
}
/** Centre and σ of limits that were frozen earlier. */
export interface Frozen {
  readonly center: number
  readonly sigma: number
}
/** Selects the points that limits are computed from, by index from 0. */
export type Base = (index: number) => boolean
/** Includes every point in the limits. */
export const everyPoint: Base = () => true

/** Distance of the control limits from the centre line in σ. */
export const WIDTH = 3
/** Builds a track with limits at ±3σ, clamped to the bounds. */
export const track = (
  values: readonly number[],
  center: readonly number[],
  sigma: readonly number[],
  bounds: { floor?: number; ceiling?: number } = {},
): Track => ({
  values,
  center,
  sigma,
  lcl: sigma.map((s, i) => Math.max(bounds.floor ?? -Infinity, at(center, i) - WIDTH * s)),
  ucl: sigma.map((s, i) => Math.min(bounds.ceiling ?? Infinity, at(center, i) + WIDTH * s)),
})
/** Returns the value of a track at a point. */
export const at = (values: readonly number[], index: number): number => values[values.length === 1 ? 0 : index] ?? 0

/** Lists the indexes of the points that limits are computed from. */
function placesOf(of: readonly unknown[], base: Base): number[] {
  const found: number[] = []
  for (let i = 0; i < of.length; i++) if (base(i)) found.push(i)
  return found
}

/** Returns a single entry if all subgroups have the same size, otherwise one entry per subgroup. */
function perSize<T>(sizes: readonly number[], of: (n: number) => T): T[] {
  const known = new Map<number, T>()
  const one = (n: number): T => {
    let found = known.get(n)
    if (found === undefined) known.set(n, (found = of(n)))
    return found
  }
  const [first = 0] = sizes
  return sizes.every((n) => n === first) ? [one(first)] : sizes.map(one)
}

type Difference = (a: number, b: number) => number
interface Spread {
  /** Mean and standard deviation of the statistic, divided by σ. */
  mean: (n: number) => number
  deviation: (n: number) => number
  freedom: (sizes: readonly number[]) => number
  of: (m: Moments, difference: Difference) => number
}
const spreads: Record<'range' | 'deviation', Spread> = {
  range: { mean: d2, deviation: d3, freedom: freedomOfRanges, of: (m, difference) => difference(m.max, m.min) },
  deviation: {
    mean: c4,
    deviation: (n) => Math.sqrt(1 - c4(n) ** 2),
    freedom: freedomOfDeviations,
    of: (m) => deviationOf(m) ?? 0,
  },
}
/**
 * Creates a subtraction without binary rounding noise, which would make equal ranges differ. Differences are correct to
 * 14 digits of the largest value.
 */
function exactDifference({ min, max }: Moments): Difference {
  const largest = Math.max(Math.abs(min), Math.abs(max))
  const scale = largest === 0 ? 1 : 10 ** Math.min(22, 14 - Math.ceil(Math.log10(largest)))
  return (a, b) => Math.round((a - b) * scale) / scale
}

/**
 * Builds an X̄-R or X̄-S chart. σ within is the unweighted mean of R/d2 or s/c4 of the subgroups (AIAG; qcc's UWAVE);
 * the centre is weighted by size. If sizes differ, each subgroup has its own limits.
 */
export function subgroupChart(
  groups: readonly (readonly number[])[],
  by: 'range' | 'deviation',
  base: Base,
  frozen?: Frozen,
): Charted {
  const { sizes, moments, all } = measured(groups, by)
  const { of, mean: expected, deviation, freedom } = spreads[by]
  const difference = exactDifference(all)
  const spread = moments.map((m) => of(m, difference))
  const inBase = placesOf(groups, base)
  if (!frozen && inBase.length < 2) throw new NotChartable('tooFewGroups', { least: 2, found: inBase.length })
  const own = mean(inBase.map((i) => (spread[i] ?? 0) / expected(sizes[i] ?? 0)))
  const sigma = frozen?.sigma ?? own
  if (!(sigma > 0)) throw new NotChartable(allEqual(moments) ? 'allEqual' : 'noVariation')
  const counted = inBase.length === groups.length ? all : momentsOf(inBase.flatMap((i) => groups[i] ?? []))
  const center = frozen?.center ?? counted.mean
  return {
    center,
    sigma,
    ...processOf(counted, { sigma: own, freedom: freedom(inBase.map((i) => sizes[i] ?? 0)) }, by),
    all,
    main: track(
      moments.map((m) => m.mean),
      [center],
      perSize(sizes, (n) => sigma / Math.sqrt(n)),
    ),
    spread: spreadTrack(spread, sizes, sigma, { mean: expected, deviation }),
  }
}
/** Returns the estimate of the process, or nothing if the points do not vary. */
const processOf = (
  { n, mean: average }: Moments,
  { sigma, freedom }: { sigma: number; freedom: number },
  sigmaSource: ProcessEstimate['sigmaSource'],
): { process?: ProcessEstimate } => (sigma > 0 ? { process: { n, mean: average, sigma, sigmaSource, freedom } } : {})
const spreadTrack = (values: number[], sizes: number[], sigma: number, of: Pick<Spread, 'mean' | 'deviation'>): Track =>
  track(
    values,
    perSize(sizes, (n) => of.mean(n) * sigma),
    perSize(sizes, (n) => of.deviation(n) * sigma),
    { floor: 0 },
  )
const allEqual = (moments: readonly Moments[]): boolean =>
  moments.every((m) => m.m2 === 0 && m.mean === moments[0]?.mean)

function measured(groups: readonly (readonly number[])[], by: 'range' | 'deviation') {
  const sizes = groups.map((g) => g.length)
  const small = sizes.findIndex((n) => n < 2)
  if (small >= 0) throw new NotChartable('groupTooSmall', { group: small + 1, found: sizes[small] ?? 0 })
  const large = by === 'range' ? sizes.findIndex((n) => n > LARGEST_RANGE) : -1
  if (large >= 0)
    throw new NotChartable('groupTooLarge', { group: large + 1, found: sizes[large] ?? 0, most: LARGEST_RANGE })
  const { each, all } = momentsOfGroups(groups)
  return { sizes, moments: each, all }
}

/** Builds an individuals chart with moving ranges of two: σ = mean moving range / d2(2) (AIAG). */
export function individualsChart(values: readonly number[], base: Base, frozen?: Frozen): Charted {
  const all = momentsOf(values)
  const difference = exactDifference(all)
  const moving = values.map((value, i) => (i === 0 ? 0 : Math.abs(difference(value, values[i - 1] ?? value))))
  // Avoids copying up to a million values if all of them count.
  const inBase = base === everyPoint ? values : values.filter((_, i) => base(i))
  const ranges = base === everyPoint ? moving.slice(1) : moving.filter((_, i) => i > 0 && base(i) && base(i - 1))
  if (!frozen && inBase.length < 2) throw new NotChartable('tooFewValues', { least: 2, found: inBase.length })
  const own = mean(ranges) / d2(2)
  const sigma = frozen?.sigma ?? own
  if (!(sigma > 0)) throw new NotChartable(all.m2 === 0 ? 'allEqual' : 'noVariation')
  const counted = inBase === values ? all : momentsOf(inBase)
  const center = frozen?.center ?? counted.mean
  return {
    center,
    sigma,
    ...processOf(counted, { sigma: own, freedom: freedomOfMovingRanges(ranges.length) }, 'movingRange'),
    all,
    main: track(values, [center], [sigma]),
    moving: track(moving, [d2(2) * sigma], [d3(2) * sigma], { floor: 0 }),
  }
}

/**
 * Builds a between/within chart for subgroups that do not sample the whole variation. Lanes of one roll are more alike
 * than rolls, so limits from within rolls would signal at every roll. The limits of the means are derived from the
 * moving ranges of the means; ranges or deviations monitor the variation within.
 */
export function betweenWithinChart(
  groups: readonly (readonly number[])[],
  by: 'range' | 'deviation',
  base: Base,
  frozen?: Frozen,
): Charted {
  const { sizes, moments, all } = measured(groups, by)
  const { of, mean: expected, deviation, freedom } = spreads[by]
  const difference = exactDifference(all)
  const spread = moments.map((m) => of(m, difference))
  const inBase = placesOf(groups, base)
  const used = inBase.map((i) => (spread[i] ?? 0) / expected(sizes[i] ?? 0))
  if (used.length < 2) throw new NotChartable('tooFewGroups', { least: 2, found: used.length })
  const inside = mean(used)
  const means = individualsChart(
    moments.map((m) => m.mean),
    base,
    frozen,
  )
  const counted = inBase.length === groups.length ? all : momentsOf(inBase.flatMap((i) => groups[i] ?? []))
  const usedSizes = inBase.map((i) => sizes[i] ?? 0)
  const { process } = means
  const both = combineBetweenWithin(
    { sigma: process?.sigma ?? 0, freedom: process?.freedom ?? 0 },
    { sigma: inside, freedom: freedom(usedSizes) },
    mean(usedSizes.map((n) => 1 / n)),
  )
  return {
    ...means,
    ...processOf(counted, both, 'betweenWithin'),
    all,
    spread: spreadTrack(spread, sizes, inside, { mean: expected, deviation }),
  }
}
