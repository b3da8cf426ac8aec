import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Day } from '@/plant/rules/plant-time'
import { sumWebBy } from '@/areas/rolls/server/queries/for-energy'
import type { Context } from '@/server/context'
import type { energyAnalysis } from '../contract/analysis-calls'
import { energyItem } from '../contract/energy-meter'
import { useBands } from '../rules/bands'
import { mediumUnits, type EnergyMedium } from '../rules/meter-tree'
import { loadNames } from '@/server/crud/load-names'
import { splitPeriodIntoSteps, type DayRange } from '@/plant/rules/periods'
import { useKinds } from '../rules/share-out'
import { comparedOf, figuresOf, round, usedAndCost } from './figures'
import { treeOf, type Tree } from './meters'
import { daysNotKept, gapsOf, spansOf, type Spans } from './spans'
import { addTo, allOf, meterSums, ownSums, readSpan, usesBy, wholeDaysOnly, type ReadSpan, type Sums } from './sums'

type Input = EndpointInput<typeof energyAnalysis>
type Answer = EndpointOutput<typeof energyAnalysis>
export type By = Answer['by']
export const MOST_ROWS = 500

/** The three spans of an analysis, prepared for reading. */
export interface Read {
  readonly now: ReadSpan
  readonly before: ReadSpan
  readonly yearBefore: ReadSpan
}
/** Prepares the current span and the two spans that it is compared with. */
export const readSpans = (ctx: Context, tree: Tree, spans: Spans): Read => ({
  now: readSpan(ctx, tree, spans.now),
  before: readSpan(ctx, tree, spans.before),
  yearBefore: readSpan(ctx, tree, spans.yearBefore),
})

/**
 * Loads the values of the earlier spans. Returns null for a span with uncounted days, and for both if days of the
 * current span are uncounted, because a partial sum compares with nothing.
 */
export async function earlier<T>(
  ctx: Context,
  { before, yearBefore }: Read,
  missing: readonly Day[],
  of: (span: ReadSpan) => Promise<T>,
): Promise<[before: T | null, yearBefore: T | null]> {
  const known = async (span: ReadSpan) =>
    missing.length === 0 && (await daysNotKept(ctx, span)).length === 0 ? of(span) : null
  return [await known(before), await known(yearBefore)]
}

/** GET /ENERGY_ANALYSIS: consumption of a medium by one dimension, compared with earlier periods. */
export async function analyse(ctx: Context, input: Input): Promise<Answer> {
  const by = input.by ?? 'line'
  const medium = input.medium ?? 'electricity'
  const choice = { medium, lineId: input.lineId ?? null }
  const tree = await treeOf(ctx)
  const spans = spansOf(ctx, input)
  const read = readSpans(ctx, tree, spans)
  const areas = by === 'area' ? await areasOfItems(ctx) : null
  const of = async (span: ReadSpan) => {
    const placed = by === 'area' || by === 'project'
    const uses = await usesBy(ctx, span, ['day', 'band', 'kind', ...(placed ? [] : [by])], choice)
    const shown = placed || span === read.now ? await meterSums(ctx, span) : null
    const inPlaces = () => placesOf(tree, shown!, choice, (itemId) => (areas ? (areas.get(itemId) ?? '') : itemId))
    return { uses, shown, rows: placed ? inPlaces() : uses[by], all: allOf(uses.kind) }
  }
  const missing = await daysNotKept(ctx, read.now)
  const [before, year] = await earlier(ctx, read, missing, of)
  const now = await of(read.now)
  const { day: madeByDay, ...web } = await webOf(ctx, read.now, by, choice.lineId, missing)
  const made = [...madeByDay.values()].reduce((sum, { kg }) => sum + kg, 0)
  const ids = [...now.rows].sort(([, a], [, b]) => b.used - a.used).map(([id]) => id)
  const names = await labelsOf(ctx, by, ids)
  return {
    by,
    period: spans.kind,
    medium,
    unit: mediumUnits[medium],
    ...spans.days,
    running: spans.running,
    comparedTo: spans.before.end,
    ...figuresOf(now.all, made),
    ...comparedOf(now.all, before?.all, year?.all),
    rows: ids.slice(0, MOST_ROWS).map((id) => ({
      id,
      label: names[id] ?? id,
      ...figuresOf(now.rows.get(id), web.rows?.get(id)?.kg ?? null),
      ...comparedOf(now.rows.get(id), before?.rows.get(id), year?.rows.get(id)),
    })),
    rest: restOf(now.uses.kind),
    bands: bandsOf(now.uses.band),
    // The trend shows the known days of the previous period even if some are not counted.
    trend: trendOf(spans, read, {
      days: now.uses.day,
      daysBefore: (before?.uses ?? (await usesBy(ctx, wholeDaysOnly(read.before), ['day'], choice))).day,
      kg: new Map([...madeByDay].map(([day, { kg }]) => [day, kg])),
    }),
    flow: flowOf(ctx, tree, now.shown!, medium),
    ...(await gapsOf(ctx, spans.now)),
  }
}

/**
 * Loads the web wound on the counted days of a span, by day and by row. It is known by line, product, order and team,
 * but not by area or item.
 */
async function webOf(ctx: Context, { begin, end }: ReadSpan, by: By, lineId: string | null, without: readonly Day[]) {
  const span = { from: begin, to: end, lineId, without }
  if (by === 'area' || by === 'project')
    return { ...(await sumWebBy(ctx, { ...span, groupings: ['day'] })), rows: null }
  const made = await sumWebBy(ctx, { ...span, groupings: ['day', by] })
  return { day: made.day, rows: made[by] }
}

/** Sums the own use of the meters of a medium by the place of their item. */
function placesOf(
  tree: Tree,
  shown: ReadonlyMap<string, Sums>,
  choice: { readonly medium: EnergyMedium; readonly lineId: string | null },
  placeOf: (itemId: string) => string,
): Map<string, Sums> {
  const own = ownSums(tree, shown)
  const sums = new Map<string, Sums>()
  for (const { id, medium, lineId, itemId } of tree.counting)
    if (medium === choice.medium && (!choice.lineId || lineId === choice.lineId))
      addTo(sums, placeOf(itemId), own.get(id)!)
  return sums
}
const areasOfItems = async (ctx: Context): Promise<ReadonlyMap<string, string>> =>
  new Map((await ctx.rows.find(energyItem, {})).map(({ id, areaId }) => [id, areaId]))
const resources: Readonly<Record<By, string | null>> = {
  area: 'plantArea',
  project: 'energyItem',
  line: 'line',
  product: 'product',
  order: 'workOrder',
  team: null,
}
/** Loads the labels of rows; none for teams, because the client translates their keys. */
export const labelsOf = (ctx: Context, by: By, ids: readonly string[]): Promise<Record<string, string>> => {
  const resource = resources[by]
  return resource ? loadNames(ctx, resource, [...ids]) : Promise.resolve({})
}

/** Builds the rows by tariff band in the order of the bands; omits bands without use. */
export const bandsOf = (sums: ReadonlyMap<string, Sums>): Answer['bands'] =>
  useBands.flatMap((band) => (sums.has(band) ? [{ band, ...usedAndCost(sums.get(band)!) }] : []))
const restOf = (sums: ReadonlyMap<string, Sums>): Answer['rest'] =>
  useKinds.flatMap((kind) => (kind !== 'order' && sums.has(kind) ? [{ kind, ...usedAndCost(sums.get(kind)!) }] : []))

function trendOf(
  spans: Spans,
  { now, before }: Read,
  {
    days,
    daysBefore,
    kg,
  }: Readonly<Record<'days' | 'daysBefore', ReadonlyMap<string, Sums>>> & { readonly kg: ReadonlyMap<string, number> },
): Answer['trend'] {
  const steps = splitPeriodIntoSteps(spans.kind, spans.days).filter(({ from }) => from <= (now.part?.day ?? now.to))
  const stepsBefore = splitPeriodIntoSteps(spans.kind, { from: before.from, to: before.part?.day ?? before.to })
  const sumIn = (of: ReadonlyMap<Day, number>, step: DayRange | undefined): number | null => {
    const found = step ? [...of].filter(([day]) => day >= step.from && day <= step.to) : []
    return found.length ? found.reduce((sum, [, value]) => sum + value, 0) : null
  }
  const usedOf = (sums: ReadonlyMap<string, Sums>) => new Map([...sums].map(([day, { used }]) => [day, used]))
  const costs = new Map([...days].map(([day, { cost }]) => [day, cost]))
  return steps.map((step, i) => {
    const earlier = sumIn(usedOf(daysBefore), stepsBefore[i])
    const made = sumIn(kg, step)
    return {
      ...step,
      used: round(sumIn(usedOf(days), step) ?? 0),
      cost: round(sumIn(costs, step) ?? 0, 2),
      kg: made === null ? null : round(made, 1),
      before: earlier === null ? null : round(earlier),
    }
  })
}
/** Builds the flows from each meter to those below it, and the losses between them. */
function flowOf(ctx: Context, tree: Tree, shown: ReadonlyMap<string, Sums>, medium: EnergyMedium): Answer['flow'] {
  const own = ownSums(tree, shown)
  const mine = tree.counting.filter((one) => one.medium === medium)
  const parents = new Set(mine.flatMap(({ parentId }) => parentId ?? []))
  const nameOf = (id: string): string => {
    const one = tree.byId.get(id)
    return (ctx.language === 'en' && one?.nameEn) || one?.name || id
  }
  const down = mine.flatMap(({ id, parentId }) => {
    const used = shown.get(id)?.used ?? 0
    return parentId && tree.byId.has(parentId) && used > 0
      ? [{ from: nameOf(parentId), to: nameOf(id), used: round(used) }]
      : []
  })
  const lost = mine.flatMap(({ id }) => {
    const used = own.get(id)?.used ?? 0
    return parents.has(id) && used > 0
      ? [{ from: nameOf(id), to: ctx.t('energy:loss', { name: nameOf(id) }), used: round(used) }]
      : []
  })
  return [...down, ...lost]
}
