import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { computed, sql, type Sql } from '@/server/sql'
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
export const noUse = (): Sums => ({ used: 0, cost: 0, estimated: 0, allocated: 0, unpriced: 0 })
export function addTo(sums: Map<string, Sums>, key: string, more: Readonly<Sums>): void {
  const sum = sums.get(key) ?? noUse()
  sums.set(key, sum)
  for (const name of ['used', 'cost', 'estimated', 'allocated', 'unpriced'] as const) sum[name] += more[name]
}

/** A span with what its part of a day comes to, which no kept day holds. */
export interface ReadSpan extends Span {
  readonly rest: Counted
}
export const readSpan = async (ctx: Context, tree: Tree, span: Span): Promise<ReadSpan> => ({
  ...span,
  rest: span.part
    ? counted(tree, await factsOf(ctx, tree, span.part.day, span.part.until))
    : { meters: [], shares: [] },
})

export const useDimensions = ['all', 'day', 'band', 'kind', 'medium', 'line', 'product', 'order', 'team'] as const
export type UseDimension = (typeof useDimensions)[number]
export interface UseChoice {
  readonly medium?: EnergyMedium | null
  readonly lineId?: string | null
}
const keySql: Readonly<Record<UseDimension, Sql>> = {
  all: sql`''`,
  day: sql`day::text`,
  band: sql`band`,
  kind: sql`kind`,
  medium: sql`medium`,
  line: sql`line_id::text`,
  product: sql`product_id::text`,
  order: sql`work_order_id::text`,
  team: sql`team`,
}
/** Null where a share has none: an idle line is no product's. */
const keyOf = (by: UseDimension, share: Share, day: Day): string | null => {
  if (by === 'all') return ''
  if (by === 'day') return day
  const keys = {
    line: share.lineId,
    product: share.productId,
    order: share.orderId,
    team: share.orderId ? share.team : null,
  }
  return by in keys ? keys[by as keyof typeof keys] || null : share[by as 'band' | 'kind' | 'medium']
}
/** Sums of a span by one dimension, from the kept days and its part of a day. One statement. */
export async function usesBy(
  ctx: Context,
  span: ReadSpan,
  by: UseDimension,
  choice: UseChoice,
): Promise<Map<string, Sums>> {
  const rows = await ctx.query(
    sql`select ${computed<{ key: string } & Sums>`${keySql[by]} as key, sum(used)::float8 as used, sum(cost)::float8 as cost, sum(estimated)::float8 as estimated, sum(allocated)::float8 as allocated, sum(unpriced)::float8 as unpriced`}
     from energy_use where site_id = ${ctx.site} and day >= ${span.from} and day <= ${span.to}
       and (${choice.medium ?? null}::text is null or medium = ${choice.medium ?? null}) and (${choice.lineId ?? null}::uuid is null or line_id = ${choice.lineId ?? null})
       and ${keySql[by]} is not null ${by === 'team' ? sql`and work_order_id is not null` : sql``} group by 1`,
  )
  const sums = new Map<string, Sums>()
  for (const { key, ...more } of rows) addTo(sums, key, more)
  for (const share of span.rest.shares) {
    if (choice.medium && share.medium !== choice.medium) continue
    if (choice.lineId && share.lineId !== choice.lineId) continue
    const key = keyOf(by, share, span.part?.day ?? span.to)
    if (key !== null) addTo(sums, key, share)
  }
  return sums
}

/** What each meter that counts showed in a span, bands together. One statement. */
export async function meterSums(ctx: Context, span: ReadSpan): Promise<Map<string, Sums>> {
  const rows = await ctx.query(
    sql`select ${computed<MeterUse>`energy_meter_id as "energyMeterId", '' as band, sum(used)::float8 as used, sum(estimated)::float8 as estimated, sum(unpriced)::float8 as unpriced, sum(cost)::float8 as cost`}
     from energy_meter_day where site_id = ${ctx.site} and day >= ${span.from} and day <= ${span.to} group by 1`,
  )
  const sums = new Map<string, Sums>()
  for (const { energyMeterId, ...more } of [...rows, ...span.rest.meters])
    addTo(sums, energyMeterId, { allocated: 0, ...more })
  return sums
}
/** Of each meter what it has for itself, those below it taken off. */
export function ownSums(tree: Tree, shown: ReadonlyMap<string, Sums>): Map<string, Sums> {
  const own = new Map(tree.counting.map(({ id }) => [id, noUse()]))
  for (const name of ['used', 'cost', 'estimated', 'unpriced'] as const)
    for (const [id, value] of ownUse(tree.counting, new Map([...shown].map(([meter, sums]) => [meter, sums[name]]))))
      own.get(id)![name] = value
  return own
}
