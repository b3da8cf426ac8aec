import { calculateCapability, assertLimitsOrdered, type Capability, type Specification } from './capability'
import {
  getTrackValue,
  buildBetweenWithinChart,
  includeEveryPoint,
  buildIndividualsChart,
  isCountChart,
  buildSubgroupChart,
  type BaseFilter,
  type ChartKind,
  type ControlChart,
  type FrozenLimits,
  type Track,
} from './charts'
import { buildDefectChart, buildNumberChart, buildRateChart, buildShareChart } from './count-charts'
import { calculateDeviation, calculateMoments, type Moments } from './moments'
import { NotChartable } from './not-chartable'
import type { ProcessEstimate } from './process-estimate'
import { calculateAverageRunLength } from './run-length'
import { isZoneRule, ruleSets, runRules, findViolations, type RuleSet, type RunRule } from './run-rules'

/** Input of a control chart. */
export interface ChartRequest extends Specification {
  readonly chart: ChartKind
  readonly groups?: readonly (readonly number[])[]
  readonly values?: readonly number[]
  readonly sizes?: readonly number[]
  /** Number of leading points that limits are computed from, by default all. */
  readonly base?: number
  /** Numbers of points (1 = first) that are plotted but not counted in the limits. */
  readonly excluded?: readonly number[]
  readonly frozen?: FrozenLimits
  readonly rules: readonly RunRule[]
  readonly confidence?: number
  /** Single values for the capability. Needed if the points of the chart are means or are grouped differently. */
  readonly capabilityBasis?: CapabilityBasis
}
/**
 * Data for the capability of single values: the chart from which σ within is estimated, its points, and all single
 * values.
 */
export interface CapabilityBasis extends Pick<ChartRequest, 'chart' | 'groups' | 'values' | 'excluded'> {
  readonly all: readonly number[]
}
export interface CompiledPoint {
  readonly value: number
  readonly ucl: number
  readonly lcl: number
  readonly violations: readonly RunRule[]
}
/** One number if it is the same for all points, otherwise one per point. */
export type OneOrMany = number | readonly number[]
export interface TrackAnswer {
  readonly center: OneOrMany
  readonly ucl: OneOrMany
  readonly lcl: OneOrMany
  readonly values: readonly number[]
}
export interface CompiledChart {
  readonly chart: ChartKind
  readonly center: number
  readonly sigma: number
  readonly ucl: OneOrMany
  readonly lcl: OneOrMany
  readonly main: Track
  /** Rules that signal at each point, in the order of the points. */
  readonly violations: readonly (readonly RunRule[])[]
  readonly rules: readonly RunRule[]
  readonly averageRunLength?: number
  readonly range?: TrackAnswer
  readonly deviation?: TrackAnswer
  /** Moving ranges of the means of a between/within chart. */
  readonly movingRange?: TrackAnswer
  readonly capability?: Capability
  readonly all?: Moments & { readonly deviation: number }
}

/**
 * Computes a control chart with its signals, and the capability if the product has limits.
 * @throws NotChartable if the data give no chart
 */
export function compileChart(request: ChartRequest): CompiledChart {
  assertLimitsOrdered(request)
  const pointCount = (request.groups ?? request.values ?? []).length
  const controlChart = buildControlChart(request, createBaseFilter(request, pointCount))
  const { main } = controlChart
  const violations = findViolations(
    { values: main.values, center: (i) => getTrackValue(main.center, i), sigma: (i) => getTrackValue(main.sigma, i) },
    request.rules,
  )
  const runLength = calculateAverageRunLength(request.rules)
  const capabilityBasis = request.capabilityBasis
  const all = capabilityBasis ? calculateMoments(capabilityBasis.all) : controlChart.all
  const process = capabilityBasis ? estimateProcess(capabilityBasis) : (controlChart.process ?? null)
  const capability = all ? calculateCapability(all, process, request, request.confidence) : null
  const spreadTrack = controlChart.spread ?? controlChart.movingRange
  return {
    chart: request.chart,
    center: controlChart.center,
    sigma: controlChart.sigma,
    ucl: collapseSingle(main.ucl),
    lcl: collapseSingle(main.lcl),
    main,
    violations,
    rules: request.rules,
    ...(runLength === null ? {} : { averageRunLength: runLength }),
    ...(spreadTrack
      ? {
          [request.chart.endsWith('-s') ? 'deviation' : 'range']: toTrackAnswer(
            spreadTrack,
            spreadTrack === controlChart.movingRange,
          ),
        }
      : {}),
    ...(controlChart.spread && controlChart.movingRange
      ? { movingRange: toTrackAnswer(controlChart.movingRange, true) }
      : {}),
    ...(capability ? { capability } : {}),
    ...(all ? { all: { ...all, deviation: calculateDeviation(all) ?? 0 } } : {}),
  }
}
/** Estimates the process from the points of the basis; null if the points give no chart or do not vary. */
function estimateProcess(basis: CapabilityBasis): ProcessEstimate | null {
  const pointCount = (basis.groups ?? basis.values ?? []).length
  try {
    return (
      buildControlChart({ ...basis, rules: [] }, createBaseFilter({ ...basis, rules: [] }, pointCount)).process ?? null
    )
  } catch (error) {
    if (error instanceof NotChartable) return null
    throw error
  }
}
/** Returns a point of the chart by its index from 0. */
export const getChartPoint = ({ main, violations }: CompiledChart, i: number): CompiledPoint => ({
  value: main.values[i] ?? 0,
  ucl: getTrackValue(main.ucl, i),
  lcl: getTrackValue(main.lcl, i),
  violations: violations[i] ?? [],
})
const collapseSingle = (values: readonly number[]): OneOrMany => (values.length === 1 ? (values[0] ?? 0) : values)
/** Converts a track to its answer. Moving ranges lose the first point, which has no predecessor. */
const toTrackAnswer = (track: Track, isMovingRange: boolean): TrackAnswer => ({
  center: collapseSingle(track.center),
  ucl: collapseSingle(track.ucl),
  lcl: collapseSingle(track.lcl),
  values: isMovingRange ? track.values.slice(1) : track.values,
})

function createBaseFilter({ base, excluded = [] }: ChartRequest, pointCount: number): BaseFilter {
  if (base !== undefined && base > pointCount) throw new NotChartable('baseTooLong', { base, points: pointCount })
  const outOfRangePoint = excluded.find((point) => point > pointCount || point < 1)
  if (outOfRangePoint !== undefined)
    throw new NotChartable('noSuchPoint', { point: outOfRangePoint, points: pointCount })
  if (base === undefined && excluded.length === 0) return includeEveryPoint
  const excludedPoints = new Set(excluded)
  return (i) => (base === undefined || i < base) && !excludedPoints.has(i + 1)
}

function buildControlChart(request: ChartRequest, isBasePoint: BaseFilter): ControlChart {
  const { chart, frozen } = request
  const getGroups = (): readonly (readonly number[])[] => {
    if (!request.groups) throw new NotChartable('notGrouped')
    return request.groups
  }
  const getValues = (): readonly number[] => {
    if (!request.values) throw new NotChartable('grouped')
    return request.values
  }
  const getCounts = () => {
    const defectCounts = getValues()
    const sizes = request.sizes ?? []
    if (sizes.length === 0) throw new NotChartable('sizesMissing')
    return { counts: defectCounts, sizes: sizes.length === 1 ? defectCounts.map(() => sizes[0] ?? 0) : sizes }
  }
  switch (chart) {
    case 'xbar-r':
      return buildSubgroupChart(getGroups(), 'range', isBasePoint, frozen)
    case 'xbar-s':
      return buildSubgroupChart(getGroups(), 'deviation', isBasePoint, frozen)
    case 'i-mr':
      return buildIndividualsChart(getValues(), isBasePoint, frozen)
    case 'i-mr-r':
      return buildBetweenWithinChart(getGroups(), 'range', isBasePoint, frozen)
    case 'i-mr-s':
      return buildBetweenWithinChart(getGroups(), 'deviation', isBasePoint, frozen)
    case 'p':
      return buildShareChart(getCounts(), isBasePoint, frozen)
    case 'np':
      return buildNumberChart(getCounts(), isBasePoint, frozen)
    case 'c':
      return buildDefectChart(getValues(), isBasePoint, frozen)
    case 'u':
      return buildRateChart(getCounts(), isBasePoint, frozen)
  }
}

const isRunRule = (name: string): name is RunRule => (runRules as readonly string[]).includes(name)
const isRuleSet = (name: string): name is RuleSet => Object.hasOwn(ruleSets, name)
const normalizeRuleName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '')
const ruleSetNameByKey = new Map(Object.keys(ruleSets).map((name) => [normalizeRuleName(name), name]))

/**
 * Parses names of rules: sets (`westernElectric`, `nelson`, `limits`), rules (`we1`, `n5`), or numbers for Nelson's
 * rules. Without names only the limits apply. Charts of counts skip the zone rules of a set and refuse a zone rule that
 * is requested by its own name.
 * @throws NotChartable `unknownRule` or `zonesOnCounts`
 */
export function parseRules(ruleNames: readonly string[], chart: ChartKind): RunRule[] {
  const isForCounts = isCountChart(chart)
  const selectedRules = new Set<RunRule>()
  for (const requestedName of ruleNames) {
    const key = normalizeRuleName(requestedName)
    const ruleSetName = ruleSetNameByKey.get(key) ?? ''
    const ruleName = /^\d$/.test(key) ? `n${key}` : key.replace('nelson', 'n').replace('westernelectric', 'we')
    if (isRuleSet(ruleSetName))
      ruleSets[ruleSetName]
        .filter((rule) => !isForCounts || !isZoneRule(rule))
        .forEach((rule) => selectedRules.add(rule))
    else if (!isRunRule(ruleName)) throw new NotChartable('unknownRule', { rule: requestedName })
    else if (isForCounts && isZoneRule(ruleName))
      throw new NotChartable('zonesOnCounts', { rule: requestedName, chart })
    else selectedRules.add(ruleName)
  }
  return selectedRules.size ? runRules.filter((rule) => selectedRules.has(rule)) : ['n1']
}
