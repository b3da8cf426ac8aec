import { getMonthStart } from '@/plant/rules/month'
import type { DayRange } from '@/plant/rules/periods'
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { cacheReadByKey } from '@/server/cached-read'
import { computed, sql, Sql } from '@/server/sql'
import { energyUse } from '../contract/kept-use'
import { ownUse, type EnergyMedium } from '../rules/meter-tree'
import type { Share } from '../rules/share-out'
import { counted, type Counted, type MeterUse } from './count-day'
import { factsOf } from './day-facts'
import type { Tree } from './meters'
import type { Span } from './spans'

export interface Sums {
  used: number
  cost: number
  estimated: number
  allocated: number
  unpriced: number
}
/** Creates sums of zero. */
export const noUse = (): Sums => ({ used: 0, cost: 0, estimated: 0, allocated: 0, unpriced: 0 })
/** Adds amounts to the sums of a key. */
export function addTo(sums: Map<string, Sums>, key: string, more: Readonly<Sums>): void {
  const sum = sums.get(key) ?? noUse()
  sums.set(key, sum)
  for (const name of ['used', 'cost', 'estimated', 'allocated', 'unpriced'] as const) sum[name] += more[name]
}

/** A span with a loader for its part of a day, which is not stored. */
export interface ReadSpan extends Span {
  /** Calculated on first use, because an earlier span may have nothing to compare. */
  readonly rest: () => Promise<Counted>
}
const nothing: Counted = { meters: [], shares: [] }
/** Prepares a span of whole days only. */
export const wholeDaysOnly = (span: Span): ReadSpan => ({ ...span, rest: () => Promise.resolve(nothing) })
/** Prepares a span; its part of a day is calculated once, on first use. */
export function readSpan(ctx: Context, tree: Tree, span: Span): ReadSpan {
  const { part } = span
  if (!part) return wholeDaysOnly(span)
  let rest: Promise<Counted> | null = null
  const count = async () => counted(tree, await factsOf(ctx, tree, part.day, part.until))
  return { ...span, rest: () => (rest ??= count()) }
}

export type UseDimension = 'day' | 'band' | 'kind' | 'medium' | 'line' | 'product' | 'order' | 'team'
export interface UseChoice {
  readonly medium?: EnergyMedium | null
  readonly lineId?: string | null
}
const keySql: Readonly<Record<UseDimension, string>> = {
  day: 'day',
  band: 'band',
  kind: 'kind',
  medium: 'medium',
  line: 'line_id',
  product: 'product_id',
  order: 'work_order_id',
  team: 'case when work_order_id is not null then team end',
}
/** Returns the key of a share in a dimension; null if it has none, e.g. the product of an idle line. */
const keyOf = (by: UseDimension, share: Share, day: Day): string | null => {
  if (by === 'day') return day
  const keys = {
    line: share.lineId,
    product: share.productId,
    order: share.orderId,
    team: share.orderId ? share.team : null,
  }
  return by in keys ? keys[by as keyof typeof keys] || null : share[by as 'band' | 'kind' | 'medium']
}
export type Uses<D extends UseDimension> = Readonly<Record<D, ReadonlyMap<string, Sums>>>
interface KeptAsked extends DayRange {
  readonly dimensions: readonly UseDimension[]
  readonly medium: EnergyMedium | null
  readonly lineId: string | null
}
/**
 * Loads the sums of the counted days of a span. Cached until a day is recounted, so switching between years is fast.
 */
const keptUses = cacheReadByKey([energyUse], JSON.stringify as (asked: KeptAsked) => string, (ctx, asked) => {
  const { from, to, medium, lineId } = asked
  const keys = asked.dimensions.map((one) => keySql[one])
  // `grouping()` has one bit per key, the last key lowest; the bit is 0 if the row is a sum by that key.
  return ctx.query(
    sql<
      { keys: (string | null)[]; mask: number } & Sums
    >`select array[${new Sql([keys.map((key) => `(${key})::text`).join(', ')])}] as keys, grouping(${new Sql([keys.join(', ')])}) as mask,
       sum(used)::float8 as used, sum(cost)::float8 as cost, sum(estimated)::float8 as estimated, sum(allocated)::float8 as allocated, sum(unpriced)::float8 as unpriced
     from energy_use where site_id = ${ctx.site} and day >= ${from} and day <= ${to}
       and (${medium}::text is null or medium = ${medium}) and (${lineId}::uuid is null or line_id = ${lineId})
     group by grouping sets (${new Sql([keys.map((key) => `(${key})`).join(', ')])})`,
  )
})
/** Sums the use of a span by several dimensions, from the stored days and the part of a day. One statement in all. */
export async function usesBy<const D extends UseDimension>(
  ctx: Context,
  span: ReadSpan,
  by: readonly D[],
  choice: UseChoice,
): Promise<Uses<D>> {
  const dimensions = [...new Set(by)]
  const { medium = null, lineId = null } = choice
  const kept = await keptUses(ctx, { from: span.from, to: span.to, dimensions, medium, lineId })
  const { shares } = await span.rest()
  const rest = shares.filter(
    (share) => (!choice.medium || share.medium === choice.medium) && (!choice.lineId || share.lineId === choice.lineId),
  )
  const sumsOf = (one: D, i: number): Map<string, Sums> => {
    const sums = new Map<string, Sums>()
    for (const { keys, mask, ...more } of kept) {
      const key = keys[i]
      if (((mask >> (dimensions.length - 1 - i)) & 1) === 0 && typeof key === 'string') addTo(sums, key, more)
    }
    for (const share of rest) {
      const key = keyOf(one, share, span.part?.day ?? span.to)
      if (key !== null) addTo(sums, key, share)
    }
    return sums
  }
  const uses = {} as Record<D, Map<string, Sums>>
  for (const [i, one] of dimensions.entries()) uses[one] = sumsOf(one, i)
  return uses
}
/** Sums over all keys of a dimension that every share has; undefined if nothing was used. */
export function allOf(sums: ReadonlyMap<string, Sums> | undefined): Sums | undefined {
  if (!sums?.size) return undefined
  const all = new Map<string, Sums>()
  for (const one of sums.values()) addTo(all, '', one)
  return all.get('')
}

/**
 * Loads the consumption of each counting meter over all bands: whole months from the month sums, the days around them
 * from the day sums. One statement.
 */
const keptMeters = cacheReadByKey([energyUse], JSON.stringify as (asked: DayRange) => string, (ctx, days) => {
  const after = addDays(days.to, 1)
  const begin = getMonthStart(days.from) === days.from ? days.from : getMonthStart(days.from, 1)
  // Without a whole month in the range, all days are read from the day sums.
  const [from, to] = begin < getMonthStart(after) ? [begin, getMonthStart(after)] : [after, after]
  return ctx.query(
    sql`select ${computed<MeterUse>`energy_meter_id as "energyMeterId", '' as band, sum(used)::float8 as used, sum(estimated)::float8 as estimated, sum(unpriced)::float8 as unpriced, sum(cost)::float8 as cost`}
     from (select energy_meter_id, used, estimated, unpriced, cost from energy_meter_month where site_id = ${ctx.site} and month >= ${from} and month < ${to}
       union all select energy_meter_id, used, estimated, unpriced, cost from energy_meter_day
         where site_id = ${ctx.site} and ((day >= ${days.from} and day < ${from}) or (day >= ${to} and day < ${after}))) as kept
     group by 1`,
  )
})
/** Sums the use of a span by meter, including its part of a day. */
export async function meterSums(ctx: Context, span: ReadSpan): Promise<Map<string, Sums>> {
  const rows = await keptMeters(ctx, { from: span.from, to: span.to })
  const sums = new Map<string, Sums>()
  for (const { energyMeterId, ...more } of [...rows, ...(await span.rest()).meters])
    addTo(sums, energyMeterId, { allocated: 0, ...more })
  return sums
}
/** Returns the own use of each counting meter, without the meters below it. */
export function ownSums(tree: Tree, shown: ReadonlyMap<string, Sums>): Map<string, Sums> {
  const own = new Map(tree.counting.map(({ id }) => [id, noUse()]))
  for (const name of ['used', 'cost', 'estimated', 'unpriced'] as const)
    for (const [id, value] of ownUse(tree.counting, new Map([...shown].map(([meter, sums]) => [meter, sums[name]]))))
      own.get(id)![name] = value
  return own
}
