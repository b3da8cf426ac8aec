import type { InOf, OutOf } from '@/contract/endpoint'
import type { Day } from '@/plant/rules/plant-time'
import { webMade, type MadeBy } from '@/areas/rolls/server/queries/for-energy'
import type { Context } from '@/server/context'
import { scopeOf } from '@/server/crud/operations'
import { namesOf } from '@/server/crud/refs'
import type { energyAnalysis } from '../contract/analysis-calls'
import { energyItem } from '../contract/energy-meter'
import { useBands } from '../rules/bands'
import { mediumUnits, type EnergyMedium } from '../rules/meter-tree'
import { stepsOf, type Days } from '@/plant/rules/periods'
import { useKinds } from '../rules/share-out'
import { comparedOf, figuresOf, round, usedAndCost } from './figures'
import { treeOf, type Tree } from './meters'
import { gapsOf, spansOf, type Spans } from './spans'
import { addTo, meterSums, ownSums, readSpan, usesBy, type ReadSpan, type Sums, type UseChoice } from './sums'

type Input = InOf<typeof energyAnalysis>
type Answer = OutOf<typeof energyAnalysis>
export type By = Answer['by']
export const MOST_ROWS = 500

/** The three spans of an analysis, read. */
export interface Read {
  readonly now: ReadSpan
  readonly before: ReadSpan
  readonly yearBefore: ReadSpan
}
export const readSpans = async (ctx: Context, tree: Tree, spans: Spans): Promise<Read> => ({
  now: await readSpan(ctx, tree, spans.now),
  before: await readSpan(ctx, tree, spans.before),
  yearBefore: await readSpan(ctx, tree, spans.yearBefore),
})

/** Sums of an earlier span; none while days of it are not counted, since a part of it compares with nothing. */
export const earlier = async (
  ctx: Context,
  span: ReadSpan,
  of: (span: ReadSpan) => Promise<Map<string, Sums>>,
): Promise<Map<string, Sums>> => ((await gapsOf(ctx, span)).uncountedDays > 0 ? new Map<string, Sums>() : of(span))

/** GET /ENERGY_ANALYSIS */
export async function analyse(ctx: Context, input: Input): Promise<Answer> {
  const by = input.by ?? 'line'
  const medium = input.medium ?? 'electricity'
  const choice = { medium, lineId: input.lineId ?? null }
  const tree = await treeOf(ctx)
  const spans = spansOf(ctx, input)
  const read = await readSpans(ctx, tree, spans)
  const of = (span: ReadSpan) => rowsOf(ctx, tree, span, by, choice)
  const [before, year] = [await earlier(ctx, read.before, of), await earlier(ctx, read.yearBefore, of)]
  const now = await of(read.now)
  const kg = await kgOf(ctx, read, madeKey[by], choice.lineId)
  const [made] = [(await kgOf(ctx, read, 'all', choice.lineId)).get('')]
  const total = (span: ReadSpan) => usesBy(ctx, span, 'all', choice)
  const all = (await total(read.now)).get('')
  const allBefore = (await earlier(ctx, read.before, total)).get('')
  const allYear = (await earlier(ctx, read.yearBefore, total)).get('')
  const ids = [...now].sort(([, a], [, b]) => b.used - a.used).map(([id]) => id)
  const names = await labelsOf(ctx, by, ids)
  return {
    by,
    period: spans.kind,
    medium,
    unit: mediumUnits[medium],
    ...spans.days,
    running: spans.running,
    comparedTo: spans.before.end,
    ...figuresOf(all, made ?? 0),
    ...comparedOf(all, allBefore, allYear),
    rows: ids.slice(0, MOST_ROWS).map((id) => ({
      id,
      label: names[id] ?? id,
      ...figuresOf(now.get(id), kg.get(id) ?? null),
      ...comparedOf(now.get(id), before.get(id), year.get(id)),
    })),
    rest: await restOf(ctx, read.now, choice),
    bands: await bandsOf(ctx, read.now, choice),
    trend: await trendOf(ctx, spans, read, choice),
    flow: await flowOf(ctx, tree, read.now, medium),
    ...(await gapsOf(ctx, spans.now)),
  }
}

/** What came off the winders is known by line, product, order and team, not by place. */
const madeKey: Readonly<Record<By, MadeBy | null>> = {
  area: null,
  project: null,
  line: 'line',
  product: 'product',
  order: 'order',
  team: 'team',
}
export async function kgOf(
  ctx: Context,
  { now }: Pick<Read, 'now'>,
  by: MadeBy | null,
  lineId: string | null,
): Promise<ReadonlyMap<string, number>> {
  if (!by) return new Map()
  const rows = await webMade(ctx, { periods: [{ key: '', from: now.begin, to: now.end }], by, lineId })
  return new Map(rows.map(({ key, kg }) => [key, kg]))
}

async function rowsOf(ctx: Context, tree: Tree, span: ReadSpan, by: By, choice: UseChoice): Promise<Map<string, Sums>> {
  if (by !== 'area' && by !== 'project') return usesBy(ctx, span, by, choice)
  const own = ownSums(tree, await meterSums(ctx, span))
  const areas = by === 'area' ? await areasOfItems(ctx) : null
  const sums = new Map<string, Sums>()
  for (const { id, medium, lineId, itemId } of tree.counting) {
    if (medium !== choice.medium || (choice.lineId && lineId !== choice.lineId)) continue
    addTo(sums, areas ? (areas.get(itemId) ?? '') : itemId, own.get(id)!)
  }
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
/** What rows are called; a team by its key, which the reader's screen has words for. */
export const labelsOf = (ctx: Context, by: By, ids: readonly string[]): Promise<Record<string, string>> => {
  const resource = resources[by]
  return resource ? namesOf(scopeOf(ctx), resource, [...ids]) : Promise.resolve({})
}

export async function bandsOf(ctx: Context, span: ReadSpan, choice: UseChoice): Promise<Answer['bands']> {
  const sums = await usesBy(ctx, span, 'band', choice)
  return useBands.flatMap((band) => (sums.has(band) ? [{ band, ...usedAndCost(sums.get(band)!) }] : []))
}
async function restOf(ctx: Context, span: ReadSpan, choice: UseChoice): Promise<Answer['rest']> {
  const sums = await usesBy(ctx, span, 'kind', choice)
  return useKinds.flatMap((kind) =>
    kind !== 'order' && sums.has(kind) ? [{ kind, ...usedAndCost(sums.get(kind)!) }] : [],
  )
}
async function trendOf(ctx: Context, spans: Spans, { now, before }: Read, choice: UseChoice): Promise<Answer['trend']> {
  const [days, daysBefore] = [await usesBy(ctx, now, 'day', choice), await usesBy(ctx, before, 'day', choice)]
  const kg = await kgOf(ctx, { now }, 'day', choice.lineId ?? null)
  const steps = stepsOf(spans.kind, spans.days).filter(({ from }) => from <= (now.part?.day ?? now.to))
  const stepsBefore = stepsOf(spans.kind, { from: before.from, to: before.part?.day ?? before.to })
  const sumIn = (of: ReadonlyMap<Day, number>, step: Days | undefined): number | null => {
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
/** From each meter to those below it, and what is lost between. */
async function flowOf(ctx: Context, tree: Tree, span: ReadSpan, medium: EnergyMedium): Promise<Answer['flow']> {
  const shown = await meterSums(ctx, span)
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
