/** What the cost of orders asks of the orders themselves. */
import type { Moment } from '@/plant/rules/plant-time'

import type { Context } from '@/server/context'
import { contains, toSearchPattern } from '@/server/search'
import { columns, computed, limit, options, Sql, sql, type RowFor } from '@/server/sql'
import { readableLinesSql } from '@/plant/server/queries'
import { productsSql } from '@/areas/standards/server/queries'
import { workOrder } from '../../contract/work-order'
import { begunStates, producing } from '../../rules/work-order'

const costed = columns(
  workOrder,
  [
    'id',
    'number',
    'state',
    'productId',
    'customerId',
    'lineId',
    'processStandardId',
    'productStandardId',
    'gsm',
    'startedAt',
    'finishedAt',
    'pauses',
    'goodRolls',
    'goodKg',
    'downgradedKg',
    'wasteKg',
    'jumboKg',
  ],
  'o',
)
/** Width of the web in m and grammage in g/m², as they hold for the order. */
const web = computed<{ webM: number | null; webGsm: number | null }>`
  (coalesce(o.web_width_mm, l.width * 1000) / 1000)::float8 as "webM", coalesce(o.gsm, p.gsm)::float8 as "webGsm"`
export type CostedOrder = RowFor<typeof costed> & RowFor<typeof web>
/** Only what was begun on a line has a cost. @param o the table's name in the statement */
const begun = (o: string): string => `${o}.started_at is not null and ${o}.line_id is not null`
/** A select of the orders that have a cost. */
export const begunOrdersSql = `(select w.site_id, w.id from work_order w where ${begun('w')})`
/** Orders that were begun, as their cost is worked out; one statement. */
export const ordersToCost = (ctx: Context, ids: readonly string[]): Promise<CostedOrder[]> =>
  ctx.query(
    sql`select ${costed}, ${web} from work_order o join ${new Sql([productsSql])} p on p.site_id = o.site_id and p.id = o.product_id left join ${new Sql([readableLinesSql])} l on l.site_id = o.site_id and l.id = o.line_id
      where o.site_id = ${ctx.site} and o.id = any(${ids}::uuid[]) and ${new Sql([begun('o')])} order by o.id`,
  )

const MOST = 20_000
export interface RunIn {
  readonly from: Moment
  /** Null: until now. */
  readonly to: Moment | null
  readonly lineId?: string | null
  readonly productId?: string | null
}
/** Orders that stood between start and end in a stretch of time, on a line or of a product. One statement. */
export async function ordersBegunIn(ctx: Context, { from, to, lineId, productId }: RunIn): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and state in (${options(workOrder.fields.state, ...begunStates)})
      and started_at < ${to ?? 'infinity'} and (finished_at is null or finished_at > ${from})
      and (${lineId ?? null}::uuid is null or line_id = ${lineId ?? null}) and (${productId ?? null}::uuid is null or product_id = ${productId ?? null}) ${limit(MOST)}`,
  )
  return rows.map(({ id }) => id)
}
/** Orders that are being made now; one statement. */
export async function ordersBeingMade(ctx: Context): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and state in (${options(workOrder.fields.state, ...producing)}) ${limit(1000)}`,
  )
  return rows.map(({ id }) => id)
}
/** Orders whose number or batch has a word in it, at most 500; one statement. */
export async function ordersMatching(ctx: Context, keyword: string): Promise<string[]> {
  const like = toSearchPattern(keyword)
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and (${contains('number', like)} or ${contains('batch', like)}) ${limit(500)}`,
  )
  return rows.map(({ id }) => id)
}
/** Orders that were begun and changed after a moment, or all that were begun: the earliest change first. One statement. */
export const ordersChangedSince = (
  ctx: Context,
  since: Moment | null,
  most: number,
): Promise<{ id: string; updatedAt: Moment }[]> =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'updatedAt'])} from work_order where site_id = ${ctx.site} and ${new Sql([begun('work_order')])}
      and state in (${options(workOrder.fields.state, ...begunStates)}) and (${since}::timestamptz is null or updated_at >= ${since}) order by updated_at, id ${limit(most)}`,
  )
