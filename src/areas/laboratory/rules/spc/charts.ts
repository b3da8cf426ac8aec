import { MAX_RANGE_SIZE, calculateC4, getD2, calculateRangeDeviation } from './chart-factors'
import {
  calculateDeviation,
  calculateCompensatedMean as mean,
  calculateMoments,
  calculateGroupMoments,
  type Moments,
} from './moments'
import { NotChartable } from './not-chartable'
import {
  combineBetweenWithin,
  calculateDeviationFreedom,
  calculateMovingRangeFreedom,
  calculateRangeFreedom,
  type ProcessEstimate,
} from './process-estimate'

/** Charts of measured values: means with ranges or deviations, individuals, and between/within charts. */
export const variableChartKinds = ['xbar-r', 'xbar-s', 'i-mr', 'i-mr-r', 'i-mr-s'] as const
/** Charts of defective items (p, np) and of defects (c, u). */
export const countChartKinds = ['p', 'np', 'c', 'u'] as const
export const chartKinds = [...variableChartKinds, ...countChartKinds] as const
export type ChartKind = (typeof chartKinds)[number]
export const isCountChart = (chart: ChartKind): boolean => (countChartKinds as readonly string[]).includes(chart)

/** Points with centre line and limits. A constant `center`, `sigma`, `lcl` or `ucl` has a single entry. */
export interface Track {
  readonly values: readonly number[]
  readonly center: readonly number[]
  readonly sigma: readonly number[]
  readonly lcl: readonly number[]
  readonly ucl: readonly number[]
}
/** A chart before its rules are applied. */
export interface ControlChart {
  /**
   * σ of single values within a subgroup. For between/within charts: σ of the means, from their moving ranges. For
   * charts of counts: √p(1−p), √c or √u, as in R's qcc.
   */
  readonly sigma: number
  readonly center: number
  readonly main: Track
  /** Moving ranges of the points, if limits are derived from them. The first point has none; its entry is 0. */
  readonly movingRange?: Track
  /** Ranges or standard deviations within the subgroups. */
  readonly spread?: Track
  /** Moments of all single values. */
  readonly all?: Moments
  /**
   * Estimate from the base points, even if the limits are frozen. Missing for counts and if the points do not vary.
   */
  readonly process?: ProcessEstimate
}
/** Centre and σ of limits that were frozen earlier. */
export interface FrozenLimits {
  readonly center: number
  readonly sigma: number
}
/** Returns true for the points that limits are computed from, by index from 0. */
export type BaseFilter = (index: number) => boolean
/** Includes every point in the limits. */
export const includeEveryPoint: BaseFilter = () => true

/** Distance of the control limits from the centre line in σ. */
export const LIMIT_SIGMAS = 3
/** Builds a track with limits at ±3σ, clamped to the bounds. */
export const buildTrack = (
  values: readonly number[],
  center: readonly number[],
  sigma: readonly number[],
  bounds: { floor?: number; ceiling?: number } = {},
): Track => ({
  values,
  center,
  sigma,
  lcl: sigma.map((s, i) => Math.max(bounds.floor ?? -Infinity, getTrackValue(center, i) - LIMIT_SIGMAS * s)),
  ucl: sigma.map((s, i) => Math.min(bounds.ceiling ?? Infinity, getTrackValue(center, i) + LIMIT_SIGMAS * s)),
})
/** Returns the value of a track at a point. */
export const getTrackValue = (values: readonly number[], index: number): number =>
  values[values.length === 1 ? 0 : index] ?? 0

/** Lists the indexes of the points that limits are computed from. */
function listBasePoints(points: readonly unknown[], isBasePoint: BaseFilter): number[] {
  const basePoints: number[] = []
  for (let i = 0; i < points.length; i++) if (isBasePoint(i)) basePoints.push(i)
  return basePoints
}

/** Calculates a value for each subgroup size. Returns a single entry if all subgroups have the same size. */
function calculateBySize<T>(sizes: readonly number[], calculate: (n: number) => T): T[] {
  const resultBySize = new Map<number, T>()
  const getForSize = (n: number): T => {
    let result = resultBySize.get(n)
    if (result === undefined) resultBySize.set(n, (result = calculate(n)))
    return result
  }
  const [firstSize = 0] = sizes
  return sizes.every((n) => n === firstSize) ? [getForSize(firstSize)] : sizes.map(getForSize)
}

type Subtraction = (a: number, b: number) => number
interface SpreadStatistic {
  /** Mean and standard deviation of the statistic, each divided by σ. */
  meanFactor: (n: number) => number
  deviationFactor: (n: number) => number
  calculateDegreesOfFreedom: (sizes: readonly number[]) => number
  calculate: (m: Moments, difference: Subtraction) => number
}
const spreadStatistics: Record<'range' | 'deviation', SpreadStatistic> = {
  range: {
    meanFactor: getD2,
    deviationFactor: calculateRangeDeviation,
    calculateDegreesOfFreedom: calculateRangeFreedom,
    calculate: (m, difference) => difference(m.max, m.min),
  },
  deviation: {
    meanFactor: calculateC4,
    deviationFactor: (n) => Math.sqrt(1 - calculateC4(n) ** 2),
    calculateDegreesOfFreedom: calculateDeviationFreedom,
    calculate: (moments) => calculateDeviation(moments) ?? 0,
  },
}
/**
 * Creates a subtraction that rounds differences to 14 digits of the largest value. Without it, binary rounding would
 * make equal ranges differ.
 */
function createExactSubtraction({ min, max }: Moments): Subtraction {
  const largest = Math.max(Math.abs(min), Math.abs(max))
  const scale = largest === 0 ? 1 : 10 ** Math.min(22, 14 - Math.ceil(Math.log10(largest)))
  return (a, b) => Math.round((a - b) * scale) / scale
}

/**
 * Builds an X̄-R or X̄-S chart. σ within is the unweighted mean of R/d2 or s/c4 of the subgroups (AIAG; qcc's UWAVE);
 * the centre is weighted by size. If sizes differ, each subgroup has its own limits.
 */
export function buildSubgroupChart(
  groups: readonly (readonly number[])[],
  statistic: 'range' | 'deviation',
  isBasePoint: BaseFilter,
  frozen?: FrozenLimits,
): ControlChart {
  const { sizes, moments, all } = validateAndSummarizeGroups(groups, statistic)
  const { calculate, meanFactor, deviationFactor, calculateDegreesOfFreedom } = spreadStatistics[statistic]
  const subtract = createExactSubtraction(all)
  const groupSpreads = moments.map((groupMoments) => calculate(groupMoments, subtract))
  const basePoints = listBasePoints(groups, isBasePoint)
  if (!frozen && basePoints.length < 2) throw new NotChartable('tooFewGroups', { least: 2, found: basePoints.length })
  const baseSigma = mean(basePoints.map((i) => (groupSpreads[i] ?? 0) / meanFactor(sizes[i] ?? 0)))
  const sigma = frozen?.sigma ?? baseSigma
  if (!(sigma > 0)) throw new NotChartable(hasEqualValues(moments) ? 'allEqual' : 'noVariation')
  const baseMoments =
    basePoints.length === groups.length ? all : calculateMoments(basePoints.flatMap((i) => groups[i] ?? []))
  const center = frozen?.center ?? baseMoments.mean
  return {
    center,
    sigma,
    ...toProcessEstimate(
      baseMoments,
      { sigma: baseSigma, freedom: calculateDegreesOfFreedom(basePoints.map((i) => sizes[i] ?? 0)) },
      statistic,
    ),
    all,
    main: buildTrack(
      moments.map((groupMoments) => groupMoments.mean),
      [center],
      calculateBySize(sizes, (n) => sigma / Math.sqrt(n)),
    ),
    spread: buildSpreadTrack(groupSpreads, sizes, sigma, { meanFactor, deviationFactor }),
  }
}
/** Returns the estimate of the process, or nothing if the points do not vary. */
const toProcessEstimate = (
  { n, mean: average }: Moments,
  { sigma, freedom }: { sigma: number; freedom: number },
  sigmaSource: ProcessEstimate['sigmaSource'],
): { process?: ProcessEstimate } => (sigma > 0 ? { process: { n, mean: average, sigma, sigmaSource, freedom } } : {})
const buildSpreadTrack = (
  values: number[],
  sizes: number[],
  sigma: number,
  factors: Pick<SpreadStatistic, 'meanFactor' | 'deviationFactor'>,
): Track =>
  buildTrack(
    values,
    calculateBySize(sizes, (n) => factors.meanFactor(n) * sigma),
    calculateBySize(sizes, (n) => factors.deviationFactor(n) * sigma),
    { floor: 0 },
  )
const hasEqualValues = (moments: readonly Moments[]): boolean =>
  moments.every((groupMoments) => groupMoments.m2 === 0 && groupMoments.mean === moments[0]?.mean)

/** @throws NotChartable if a group has fewer than two values, or too many for a chart of ranges */
function validateAndSummarizeGroups(groups: readonly (readonly number[])[], statistic: 'range' | 'deviation') {
  const sizes = groups.map((group) => group.length)
  const tooSmallIndex = sizes.findIndex((n) => n < 2)
  if (tooSmallIndex >= 0)
    throw new NotChartable('groupTooSmall', { group: tooSmallIndex + 1, found: sizes[tooSmallIndex] ?? 0 })
  const tooLargeIndex = statistic === 'range' ? sizes.findIndex((n) => n > MAX_RANGE_SIZE) : -1
  if (tooLargeIndex >= 0)
    throw new NotChartable('groupTooLarge', {
      group: tooLargeIndex + 1,
      found: sizes[tooLargeIndex] ?? 0,
      most: MAX_RANGE_SIZE,
    })
  const { each, all } = calculateGroupMoments(groups)
  return { sizes, moments: each, all }
}

/** Builds an individuals chart with moving ranges of two: σ = mean moving range / d2(2) (AIAG). */
export function buildIndividualsChart(
  values: readonly number[],
  isBasePoint: BaseFilter,
  frozen?: FrozenLimits,
): ControlChart {
  const all = calculateMoments(values)
  const subtract = createExactSubtraction(all)
  const movingRanges = values.map((value, i) => (i === 0 ? 0 : Math.abs(subtract(value, values[i - 1] ?? value))))
  // Avoids copying up to a million values if all of them count.
  const baseValues = isBasePoint === includeEveryPoint ? values : values.filter((_, i) => isBasePoint(i))
  const baseRanges =
    isBasePoint === includeEveryPoint
      ? movingRanges.slice(1)
      : movingRanges.filter((_, i) => i > 0 && isBasePoint(i) && isBasePoint(i - 1))
  if (!frozen && baseValues.length < 2) throw new NotChartable('tooFewValues', { least: 2, found: baseValues.length })
  const baseSigma = mean(baseRanges) / getD2(2)
  const sigma = frozen?.sigma ?? baseSigma
  if (!(sigma > 0)) throw new NotChartable(all.m2 === 0 ? 'allEqual' : 'noVariation')
  const baseMoments = baseValues === values ? all : calculateMoments(baseValues)
  const center = frozen?.center ?? baseMoments.mean
  return {
    center,
    sigma,
    ...toProcessEstimate(
      baseMoments,
      { sigma: baseSigma, freedom: calculateMovingRangeFreedom(baseRanges.length) },
      'movingRange',
    ),
    all,
    main: buildTrack(values, [center], [sigma]),
    movingRange: buildTrack(movingRanges, [getD2(2) * sigma], [calculateRangeDeviation(2) * sigma], { floor: 0 }),
  }
}

/**
 * Builds a between/within chart for subgroups that do not sample the whole variation. Lanes of one roll are more alike
 * than lanes of different rolls, so limits from the variation within rolls would signal at every roll. Instead, the
 * limits of the means come from the moving ranges of the means. Ranges or deviations monitor the variation within
 * rolls.
 */
export function buildBetweenWithinChart(
  groups: readonly (readonly number[])[],
  statistic: 'range' | 'deviation',
  isBasePoint: BaseFilter,
  frozen?: FrozenLimits,
): ControlChart {
  const { sizes, moments, all } = validateAndSummarizeGroups(groups, statistic)
  const { calculate, meanFactor, deviationFactor, calculateDegreesOfFreedom } = spreadStatistics[statistic]
  const subtract = createExactSubtraction(all)
  const groupSpreads = moments.map((groupMoments) => calculate(groupMoments, subtract))
  const basePoints = listBasePoints(groups, isBasePoint)
  const baseSpreads = basePoints.map((i) => (groupSpreads[i] ?? 0) / meanFactor(sizes[i] ?? 0))
  if (baseSpreads.length < 2) throw new NotChartable('tooFewGroups', { least: 2, found: baseSpreads.length })
  const sigmaWithin = mean(baseSpreads)
  const meansChart = buildIndividualsChart(
    moments.map((groupMoments) => groupMoments.mean),
    isBasePoint,
    frozen,
  )
  const baseMoments =
    basePoints.length === groups.length ? all : calculateMoments(basePoints.flatMap((i) => groups[i] ?? []))
  const baseSizes = basePoints.map((i) => sizes[i] ?? 0)
  const { process } = meansChart
  const combined = combineBetweenWithin(
    { sigma: process?.sigma ?? 0, freedom: process?.freedom ?? 0 },
    { sigma: sigmaWithin, freedom: calculateDegreesOfFreedom(baseSizes) },
    mean(baseSizes.map((n) => 1 / n)),
  )
  return {
    ...meansChart,
    ...toProcessEstimate(baseMoments, combined, 'betweenWithin'),
    all,
    spread: buildSpreadTrack(groupSpreads, sizes, sigmaWithin, { meanFactor, deviationFactor }),
  }
}
