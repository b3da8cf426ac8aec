import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Day } from '@/plant/rules/plant-time'
import { sumWebBy } from '@/areas/rolls/server/queries/for-energy'
import type { Context } from '@/server/context'
import type { energyAnalysis } from '../contract/analysis-endpoints'
import { energyItem } from '../contract/energy-meter'
import { energyBands } from '../rules/energy-bands'
import { mediumUnits, type EnergyMedium } from '../rules/meter-tree'
import { loadNames } from '@/server/crud/load-names'
import { splitPeriodIntoSteps, type DayRange } from '@/plant/rules/periods'
import { energyUseKinds } from '../rules/allocate-energy'
import { buildComparison, buildUseMetrics, round, toUsedAndCost } from './energy-metrics'
import { loadMeterTree, type MeterTree } from './meters'
import { listUncountedDays, loadDataGaps, resolveSpans, type EnergySpans } from './energy-spans'
import {
  addToSums,
  sumAll,
  sumByMeter,
  calculateOwnSums,
  prepareSpan,
  sumUseBy,
  prepareWholeDays,
  type PreparedSpan,
  type UseSums,
} from './energy-sums'

type AnalysisInput = EndpointInput<typeof energyAnalysis>
type AnalysisAnswer = EndpointOutput<typeof energyAnalysis>
export type AnalysisDimension = AnalysisAnswer['by']
export const MAX_ANALYSIS_ROWS = 500

/** The three spans of an analysis, prepared for reading. */
export interface ComparedSpans {
  readonly now: PreparedSpan
  readonly before: PreparedSpan
  readonly yearBefore: PreparedSpan
}
/** Prepares the current span and the two spans that it is compared with. */
export const prepareSpans = (ctx: Context, tree: MeterTree, spans: EnergySpans): ComparedSpans => ({
  now: prepareSpan(ctx, tree, spans.now),
  before: prepareSpan(ctx, tree, spans.before),
  yearBefore: prepareSpan(ctx, tree, spans.yearBefore),
})

/**
 * Loads the values of the earlier spans. Returns null for a span with uncounted days, and for both if days of the
 * current span are uncounted, because a partial sum compares with nothing.
 */
export async function loadEarlier<T>(
  ctx: Context,
  { before, yearBefore }: ComparedSpans,
  uncountedDays: readonly Day[],
  loadSpan: (span: PreparedSpan) => Promise<T>,
): Promise<[before: T | null, yearBefore: T | null]> {
  const loadIfCounted = async (span: PreparedSpan) =>
    uncountedDays.length === 0 && (await listUncountedDays(ctx, span)).length === 0 ? loadSpan(span) : null
  return [await loadIfCounted(before), await loadIfCounted(yearBefore)]
}

/** GET /ENERGY_ANALYSIS: consumption of a medium by one dimension, compared with earlier periods. */
export async function loadEnergyAnalysis(ctx: Context, input: AnalysisInput): Promise<AnalysisAnswer> {
  const by = input.by ?? 'line'
  const medium = input.medium ?? 'electricity'
  const filter = { medium, lineId: input.lineId ?? null }
  const tree = await loadMeterTree(ctx)
  const spans = resolveSpans(ctx, input)
  const comparedSpans = prepareSpans(ctx, tree, spans)
  const areaByItem = by === 'area' ? await loadItemAreas(ctx) : null
  const loadSpan = async (span: PreparedSpan) => {
    const isByPlace = by === 'area' || by === 'project'
    const uses = await sumUseBy(ctx, span, ['day', 'band', 'kind', ...(isByPlace ? [] : [by])], filter)
    const meterSums = isByPlace || span === comparedSpans.now ? await sumByMeter(ctx, span) : null
    const sumInPlaces = () =>
      sumByPlace(tree, meterSums!, filter, (itemId) => (areaByItem ? (areaByItem.get(itemId) ?? '') : itemId))
    return { uses, shown: meterSums, rows: isByPlace ? sumInPlaces() : uses[by], all: sumAll(uses.kind) }
  }
  const uncountedDays = await listUncountedDays(ctx, comparedSpans.now)
  const [beforeSums, yearBeforeSums] = await loadEarlier(ctx, comparedSpans, uncountedDays, loadSpan)
  const currentSums = await loadSpan(comparedSpans.now)
  const { day: madeByDay, ...web } = await loadWeb(ctx, comparedSpans.now, by, filter.lineId, uncountedDays)
  const madeKg = [...madeByDay.values()].reduce((sum, { kg }) => sum + kg, 0)
  const ids = [...currentSums.rows].sort(([, a], [, b]) => b.used - a.used).map(([id]) => id)
  const names = await loadRowLabels(ctx, by, ids)
  return {
    by,
    period: spans.kind,
    medium,
    unit: mediumUnits[medium],
    ...spans.days,
    running: spans.running,
    comparedTo: spans.before.end,
    ...buildUseMetrics(currentSums.all, madeKg),
    ...buildComparison(currentSums.all, beforeSums?.all, yearBeforeSums?.all),
    rows: ids.slice(0, MAX_ANALYSIS_ROWS).map((id) => ({
      id,
      label: names[id] ?? id,
      ...buildUseMetrics(currentSums.rows.get(id), web.rows?.get(id)?.kg ?? null),
      ...buildComparison(currentSums.rows.get(id), beforeSums?.rows.get(id), yearBeforeSums?.rows.get(id)),
    })),
    rest: buildUnassignedRows(currentSums.uses.kind),
    bands: buildBandRows(currentSums.uses.band),
    // The trend shows the known days of the previous period even if some are not counted.
    trend: buildTrend(spans, comparedSpans, {
      days: currentSums.uses.day,
      daysBefore: (beforeSums?.uses ?? (await sumUseBy(ctx, prepareWholeDays(comparedSpans.before), ['day'], filter)))
        .day,
      kg: new Map([...madeByDay].map(([day, { kg }]) => [day, kg])),
    }),
    flow: buildFlow(ctx, tree, currentSums.shown!, medium),
    ...(await loadDataGaps(ctx, spans.now)),
  }
}

/**
 * Loads the web wound on the counted days of a span, by day and by row. It is known by line, product, order and team,
 * but not by area or item.
 */
async function loadWeb(
  ctx: Context,
  { begin, end }: PreparedSpan,
  by: AnalysisDimension,
  lineId: string | null,
  excludedDays: readonly Day[],
) {
  const span = { from: begin, to: end, lineId, without: excludedDays }
  if (by === 'area' || by === 'project')
    return { ...(await sumWebBy(ctx, { ...span, groupings: ['day'] })), rows: null }
  const webSums = await sumWebBy(ctx, { ...span, groupings: ['day', by] })
  return { day: webSums.day, rows: webSums[by] }
}

/** Sums the own use of the meters of a medium by the place of their item. */
function sumByPlace(
  tree: MeterTree,
  meterSums: ReadonlyMap<string, UseSums>,
  filter: { readonly medium: EnergyMedium; readonly lineId: string | null },
  getPlace: (itemId: string) => string,
): Map<string, UseSums> {
  const ownByMeter = calculateOwnSums(tree, meterSums)
  const sums = new Map<string, UseSums>()
  for (const { id, medium, lineId, itemId } of tree.counting)
    if (medium === filter.medium && (!filter.lineId || lineId === filter.lineId))
      addToSums(sums, getPlace(itemId), ownByMeter.get(id)!)
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
  by: AnalysisDimension,
  ids: readonly string[],
): Promise<Record<string, string>> => {
  const resource = labelResources[by]
  return resource ? loadNames(ctx, resource, [...ids]) : Promise.resolve({})
}

/** Builds the rows by tariff band in the order of the bands; omits bands without use. */
export const buildBandRows = (sums: ReadonlyMap<string, UseSums>): AnalysisAnswer['bands'] =>
  energyBands.flatMap((band) => (sums.has(band) ? [{ band, ...toUsedAndCost(sums.get(band)!) }] : []))
const buildUnassignedRows = (sums: ReadonlyMap<string, UseSums>): AnalysisAnswer['rest'] =>
  energyUseKinds.flatMap((kind) =>
    kind !== 'order' && sums.has(kind) ? [{ kind, ...toUsedAndCost(sums.get(kind)!) }] : [],
  )

function buildTrend(
  spans: EnergySpans,
  { now, before }: ComparedSpans,
  {
    days,
    daysBefore,
    kg,
  }: Readonly<Record<'days' | 'daysBefore', ReadonlyMap<string, UseSums>>> & {
    readonly kg: ReadonlyMap<string, number>
  },
): AnalysisAnswer['trend'] {
  const steps = splitPeriodIntoSteps(spans.kind, spans.days).filter(({ from }) => from <= (now.part?.day ?? now.to))
  const stepsBefore = splitPeriodIntoSteps(spans.kind, { from: before.from, to: before.part?.day ?? before.to })
  const sumWithin = (valueByDay: ReadonlyMap<Day, number>, step: DayRange | undefined): number | null => {
    const dayValues = step ? [...valueByDay].filter(([day]) => day >= step.from && day <= step.to) : []
    return dayValues.length ? dayValues.reduce((sum, [, value]) => sum + value, 0) : null
  }
  const toUsedByDay = (sums: ReadonlyMap<string, UseSums>) => new Map([...sums].map(([day, { used }]) => [day, used]))
  const costByDay = new Map([...days].map(([day, { cost }]) => [day, cost]))
  return steps.map((step, i) => {
    const usedBefore = sumWithin(toUsedByDay(daysBefore), stepsBefore[i])
    const madeKg = sumWithin(kg, step)
    return {
      ...step,
      used: round(sumWithin(toUsedByDay(days), step) ?? 0),
      cost: round(sumWithin(costByDay, step) ?? 0, 2),
      kg: madeKg === null ? null : round(madeKg, 1),
      before: usedBefore === null ? null : round(usedBefore),
    }
  })
}
/** Builds the flows from each meter to those below it, and the losses between them. */
function buildFlow(
  ctx: Context,
  tree: MeterTree,
  meterSums: ReadonlyMap<string, UseSums>,
  medium: EnergyMedium,
): AnalysisAnswer['flow'] {
  const ownByMeter = calculateOwnSums(tree, meterSums)
  const mediumMeters = tree.counting.filter((one) => one.medium === medium)
  const parentIds = new Set(mediumMeters.flatMap(({ parentId }) => parentId ?? []))
  const getName = (id: string): string => {
    const one = tree.byId.get(id)
    return (ctx.language === 'en' && one?.nameEn) || one?.name || id
  }
  const flows = mediumMeters.flatMap(({ id, parentId }) => {
    const used = meterSums.get(id)?.used ?? 0
    return parentId && tree.byId.has(parentId) && used > 0
      ? [{ from: getName(parentId), to: getName(id), used: round(used) }]
      : []
  })
  const lossFlows = mediumMeters.flatMap(({ id }) => {
    const used = ownByMeter.get(id)?.used ?? 0
    return parentIds.has(id) && used > 0
      ? [{ from: getName(id), to: ctx.t('energy:loss', { name: getName(id) }), used: round(used) }]
      : []
  })
  return [...flows, ...lossFlows]
}
