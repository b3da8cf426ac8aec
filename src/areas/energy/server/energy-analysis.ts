/** Analysis of the consumption of one medium by a dimension, e.g. by line or product. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Day } from '@/plant/rules/plant-time'
import { sumWebBy } from '@/areas/rolls/server/queries/web-output'
import type { ReportNote } from '@/plant/server/report/write-report'
import type { Context } from '@/server/context'
import type { energyAnalysis } from '../contract/analysis-endpoints'
import { energyItem } from '../contract/energy-meter'
import { energyBands } from '../rules/energy-bands'
import { mediumUnits, type EnergyMedium } from '../rules/meter-tree'
import { loadNames } from '@/server/crud/refs'
import { splitPeriodIntoSteps, type DayRange } from '@/plant/rules/periods'
import { energyUseKinds } from '../rules/allocate-energy'
import { buildPlaceFlows } from '../rules/place-flows'
import { buildComparison, buildUseMetrics, roundToDigits, toUsedAndCost } from './energy-metrics'
import { loadMeterTree, type MeterTree } from './meters'
import { listUncountedDays, loadDataGaps, resolveSpans, type EnergySpans } from './energy-spans'
import {
  addToSums,
  sumAll,
  sumByMeter,
  calculateOwnSums,
  prepareSpan,
  sumUseBy,
  ignorePartialDay,
  type PreparedSpan,
  type UseSums,
} from './energy-sums'

type AnalysisInput = EndpointInput<typeof energyAnalysis>
type AnalysisAnswer = EndpointOutput<typeof energyAnalysis>
export type AnalysisDimension = AnalysisAnswer['by']
export const MAX_ANALYSIS_ROWS = 500

/** The three spans of an analysis, prepared for reading. */
export interface ComparedSpans {
  readonly current: PreparedSpan
  readonly previous: PreparedSpan
  readonly yearEarlier: PreparedSpan
}
/** Prepares the current span and the two spans that it is compared with. */
export const prepareSpans = (ctx: Context, tree: MeterTree, spans: EnergySpans): ComparedSpans => ({
  current: prepareSpan(ctx, tree, spans.current),
  previous: prepareSpan(ctx, tree, spans.previous),
  yearEarlier: prepareSpan(ctx, tree, spans.yearEarlier),
})

/**
 * Loads the values of the two earlier spans. A span with days that are not calculated yet returns null. Both are null if
 * the current span has such days (`uncountedDays`), because a partial sum cannot be compared.
 */
export async function loadEarlierSpans<T>(
  ctx: Context,
  { previous, yearEarlier }: ComparedSpans,
  uncountedDays: readonly Day[],
  loadSpan: (span: PreparedSpan) => Promise<T>,
): Promise<[previous: T | null, yearEarlier: T | null]> {
  const loadIfCounted = async (span: PreparedSpan) =>
    uncountedDays.length === 0 && (await listUncountedDays(ctx, span)).length === 0 ? loadSpan(span) : null
  return [await loadIfCounted(previous), await loadIfCounted(yearEarlier)]
}

/** GET /ENERGY_ANALYSIS: consumption of a medium by one dimension, compared with earlier periods. */
export async function loadEnergyAnalysis(ctx: Context, input: AnalysisInput): Promise<AnalysisAnswer> {
  const dimension = input.by ?? 'line'
  const medium = input.medium ?? 'electricity'
  const filter = { medium, lineId: input.lineId ?? null }
  const tree = await loadMeterTree(ctx)
  const spans = resolveSpans(ctx, input)
  const comparedSpans = prepareSpans(ctx, tree, spans)
  const areaByItem = dimension === 'area' ? await loadItemAreas(ctx) : null
  const loadSpan = async (span: PreparedSpan) => {
    const isByPlace = dimension === 'area' || dimension === 'project'
    const uses = await sumUseBy(ctx, span, ['day', 'band', 'kind', ...(isByPlace ? [] : [dimension])], filter)
    const meterSums = isByPlace || span === comparedSpans.current ? await sumByMeter(ctx, span) : null
    const sumInPlaces = () =>
      sumByPlace(tree, meterSums!, filter, (itemId) => (areaByItem ? (areaByItem.get(itemId) ?? '') : itemId))
    return { uses, meterSums, rows: isByPlace ? sumInPlaces() : uses[dimension], total: sumAll(uses.kind) }
  }
  const uncountedDays = await listUncountedDays(ctx, comparedSpans.current)
  const [previousSums, yearEarlierSums] = await loadEarlierSpans(ctx, comparedSpans, uncountedDays, loadSpan)
  const currentSums = await loadSpan(comparedSpans.current)
  const outputSums = await loadWoundWeb(ctx, comparedSpans.current, dimension, filter.lineId, uncountedDays)
  const outputKg = [...outputSums.day.values()].reduce((sum, { kg }) => sum + kg, 0)
  const sortedRowIds = [...currentSums.rows].sort(([, a], [, b]) => b.used - a.used).map(([id]) => id)
  const rowLabels = await loadRowLabels(ctx, dimension, sortedRowIds)
  return {
    by: dimension,
    period: spans.kind,
    medium,
    unit: mediumUnits[medium],
    ...spans.dayRange,
    running: spans.isRunning,
    comparedTo: spans.previous.end,
    ...buildUseMetrics(currentSums.total, outputKg),
    ...buildComparison(currentSums.total, previousSums?.total, yearEarlierSums?.total),
    rows: sortedRowIds.slice(0, MAX_ANALYSIS_ROWS).map((id) => ({
      id,
      label: rowLabels[id] ?? id,
      ...buildUseMetrics(currentSums.rows.get(id), outputSums.rows?.get(id)?.kg ?? null),
      ...buildComparison(currentSums.rows.get(id), previousSums?.rows.get(id), yearEarlierSums?.rows.get(id)),
    })),
    rest: buildUnassignedRows(currentSums.uses.kind),
    bands: buildBandRows(currentSums.uses.band),
    // The trend shows the stored days of the previous period even if some days are not calculated yet.
    trend: buildTrend(spans, comparedSpans, {
      current: currentSums.uses.day,
      previous: (previousSums?.uses ?? (await sumUseBy(ctx, ignorePartialDay(comparedSpans.previous), ['day'], filter)))
        .day,
      outputKg: new Map([...outputSums.day].map(([day, { kg }]) => [day, kg])),
    }),
    flow: buildFlows(ctx, tree, currentSums.meterSums!, medium),
    placeFlow: await loadPlaceFlows(ctx, tree, currentSums.meterSums!, filter),
    ...(await loadDataGaps(ctx, spans.current)),
  }
}

/** Describes the gaps in the data behind an analysis for its workbook. */
export const describeDataGaps = (ctx: Context, analysis: AnalysisAnswer): ReportNote[] =>
  (['uncountedDays', 'missingHours'] as const).map((name) => [ctx.t(`energy:answers.${name}`), String(analysis[name])])

/**
 * Loads the web wound in a span without `excludedDays`, in kg by day and by row. Rolls have a line, product, order and
 * team, but no area or item; for these two dimensions `rows` is null.
 */
async function loadWoundWeb(
  ctx: Context,
  { begin, end }: PreparedSpan,
  dimension: AnalysisDimension,
  lineId: string | null,
  excludedDays: readonly Day[],
) {
  const span = { from: begin, to: end, lineId, excludedDays }
  if (dimension === 'area' || dimension === 'project')
    return { ...(await sumWebBy(ctx, { ...span, groupings: ['day'] })), rows: null }
  const webSums = await sumWebBy(ctx, { ...span, groupings: ['day', dimension] })
  return { day: webSums.day, rows: webSums[dimension] }
}

/** Sums the own use of the meters of a medium by the place of their item: `getPlace` returns its area or the item. */
function sumByPlace(
  tree: MeterTree,
  meterSums: ReadonlyMap<string, UseSums>,
  filter: { readonly medium: EnergyMedium; readonly lineId: string | null },
  getPlace: (itemId: string) => string,
): Map<string, UseSums> {
  const ownSumsByMeter = calculateOwnSums(tree, meterSums)
  const sums = new Map<string, UseSums>()
  for (const { id, medium, lineId, itemId } of tree.physicalMeters)
    if (medium === filter.medium && (!filter.lineId || lineId === filter.lineId))
      addToSums(sums, getPlace(itemId), ownSumsByMeter.get(id)!)
  return sums
}
const loadItemAreas = async (ctx: Context): Promise<ReadonlyMap<string, string>> =>
  new Map((await ctx.rows.find(energyItem, {})).map(({ id, areaId }) => [id, areaId]))
const labelResources: Readonly<Record<AnalysisDimension, string | null>> = {
  area: 'plantArea',
  project: 'energyItem',
  line: 'line',
  product: 'product',
  order: 'workOrder',
  team: null,
}
/** Loads the labels of rows; none for teams, because the client translates their keys. */
export const loadRowLabels = (
  ctx: Context,
  dimension: AnalysisDimension,
  ids: readonly string[],
): Promise<Record<string, string>> => {
  const resource = labelResources[dimension]
  return resource ? loadNames(ctx, resource, [...ids]) : Promise.resolve({})
}

/** Builds one row per tariff band, in the order of the bands; omits bands without use. */
export const buildBandRows = (sums: ReadonlyMap<string, UseSums>): AnalysisAnswer['bands'] =>
  energyBands.flatMap((band) => (sums.has(band) ? [{ band, ...toUsedAndCost(sums.get(band)!) }] : []))
const buildUnassignedRows = (sums: ReadonlyMap<string, UseSums>): AnalysisAnswer['rest'] =>
  energyUseKinds.flatMap((kind) =>
    kind !== 'order' && sums.has(kind) ? [{ kind, ...toUsedAndCost(sums.get(kind)!) }] : [],
  )

/**
 * Builds the trend: use, cost and output of each step of the period, and the use of the same step of the previous
 * period.
 */
function buildTrend(
  spans: EnergySpans,
  comparedSpans: ComparedSpans,
  byDay: Readonly<Record<'current' | 'previous', ReadonlyMap<string, UseSums>>> & {
    readonly outputKg: ReadonlyMap<string, number>
  },
): AnalysisAnswer['trend'] {
  const getLastDay = ({ partialDay, to }: PreparedSpan): Day => partialDay?.day ?? to
  const { current, previous } = comparedSpans
  const steps = splitPeriodIntoSteps(spans.kind, spans.dayRange).filter(({ from }) => from <= getLastDay(current))
  const previousSteps = splitPeriodIntoSteps(spans.kind, { from: previous.from, to: getLastDay(previous) })
  const sumWithin = (valueByDay: ReadonlyMap<Day, number>, step: DayRange | undefined): number | null => {
    const dayValues = step ? [...valueByDay].filter(([day]) => day >= step.from && day <= step.to) : []
    return dayValues.length ? dayValues.reduce((sum, [, value]) => sum + value, 0) : null
  }
  const toUsedByDay = (sums: ReadonlyMap<string, UseSums>) => new Map([...sums].map(([day, { used }]) => [day, used]))
  const costByDay = new Map([...byDay.current].map(([day, { cost }]) => [day, cost]))
  return steps.map((step, i) => {
    const previousUsed = sumWithin(toUsedByDay(byDay.previous), previousSteps[i])
    const outputKg = sumWithin(byDay.outputKg, step)
    return {
      ...step,
      used: roundToDigits(sumWithin(toUsedByDay(byDay.current), step) ?? 0),
      cost: roundToDigits(sumWithin(costByDay, step) ?? 0, 2),
      kg: outputKg === null ? null : roundToDigits(outputKg, 1),
      before: previousUsed === null ? null : roundToDigits(previousUsed),
    }
  })
}
/** Builds the flows from each meter to those below it, and the losses between them. */
function buildFlows(
  ctx: Context,
  tree: MeterTree,
  meterSums: ReadonlyMap<string, UseSums>,
  medium: EnergyMedium,
): AnalysisAnswer['flow'] {
  const ownSumsByMeter = calculateOwnSums(tree, meterSums)
  const mediumMeters = tree.physicalMeters.filter((meter) => meter.medium === medium)
  const parentIds = new Set(mediumMeters.flatMap(({ parentId }) => parentId ?? []))
  const getName = (id: string): string => {
    const meter = tree.meterById.get(id)
    return (ctx.language === 'en' && meter?.nameEn) || meter?.name || id
  }
  const flows = mediumMeters.flatMap(({ id, parentId }) => {
    const used = meterSums.get(id)?.used ?? 0
    return parentId && tree.meterById.has(parentId) && used > 0
      ? [{ from: getName(parentId), to: getName(id), used: roundToDigits(used) }]
      : []
  })
  const lossFlows = mediumMeters.flatMap(({ id }) => {
    const used = ownSumsByMeter.get(id)?.used ?? 0
    return parentIds.has(id) && used > 0
      ? [{ from: getName(id), to: ctx.t('energy:loss', { name: getName(id) }), used: roundToDigits(used) }]
      : []
  })
  return [...flows, ...lossFlows]
}
/** Loads the flows from the supply of a medium to areas and lines; own use of a meter above others counts as loss. */
async function loadPlaceFlows(
  ctx: Context,
  tree: MeterTree,
  meterSums: ReadonlyMap<string, UseSums>,
  filter: { readonly medium: EnergyMedium; readonly lineId: string | null },
): Promise<AnalysisAnswer['placeFlow']> {
  const ownSumsByMeter = calculateOwnSums(tree, meterSums)
  const areaByItem = await loadItemAreas(ctx)
  const parentIds = new Set(tree.physicalMeters.flatMap(({ parentId }) => parentId ?? []))
  const meters = tree.physicalMeters.filter(
    ({ medium, lineId }) => medium === filter.medium && (!filter.lineId || lineId === filter.lineId),
  )
  const areaNames = await loadNames(ctx, 'plantArea', [...new Set(areaByItem.values())])
  const itemNames = await loadNames(ctx, 'energyItem', [...areaByItem.keys()])
  const lineNames = await loadNames(ctx, 'line', [...new Set(meters.flatMap(({ lineId }) => lineId ?? []))])
  const lossName = ctx.t('energy:energyUse.options.kind.loss')
  const uses = meters.map(({ id, itemId, lineId }) => {
    const itemName = itemNames[itemId] ?? itemId
    const area = areaNames[areaByItem.get(itemId) ?? ''] ?? itemName
    const consumer = lineId ? (lineNames[lineId] ?? lineId) : itemName
    return { area, place: parentIds.has(id) ? lossName : consumer, used: ownSumsByMeter.get(id)?.used ?? 0 }
  })
  const supply = ctx.t('energy:supply', { medium: ctx.t(`contract:options.medium.${filter.medium}`) })
  return buildPlaceFlows(uses, supply, ctx.t('energy:smallConsumers')).map(({ used, ...flow }) => ({
    ...flow,
    used: roundToDigits(used),
  }))
}
