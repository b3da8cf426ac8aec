/** Order queries of the cost area. */
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
/** Web width in m and grammage in g/m² that apply to the order. */
const web = computed<{ webM: number | null; webGsm: number | null }>`
  (coalesce(o.web_width_mm, l.width * 1000) / 1000)::float8 as "webM", coalesce(o.gsm, p.gsm)::float8 as "webGsm"`
export type CostedOrder = RowFor<typeof costed> & RowFor<typeof web>
/**
 * Condition of orders that have costs: those begun on a line.
 * @param o alias of the table in the statement
 */
const begun = (o: string): string => `${o}.started_at is not null and ${o}.line_id is not null`
/** Subselect of the orders that have costs. */
export const begunOrdersSql = `(select w.site_id, w.id from work_order w where ${begun('w')})`
/** Loads begun orders with the fields needed to calculate their costs; one statement. */
export const ordersToCost = (ctx: Context, ids: readonly string[]): Promise<CostedOrder[]> =>
  ctx.query(
    sql`select ${costed}, ${web} from work_order o join ${new Sql([productsSql])} p on p.site_id = o.site_id and p.id = o.product_id left join ${new Sql([readableLinesSql])} l on l.site_id = o.site_id and l.id = o.line_id
      where o.site_id = ${ctx.site} and o.id = any(${ids}::uuid[]) and ${new Sql([begun('o')])} order by o.id`,
  )

const MOST = 20_000
export interface RunIn {
  readonly from: Moment
  /** Null means until now. */
  readonly to: Moment | null
  readonly lineId?: string | null
  readonly productId?: string | null
}
/** Lists the ids of orders between start and end in a period, of a line or a product. One statement. */
export async function ordersBegunIn(ctx: Context, { from, to, lineId, productId }: RunIn): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and state in (${options(workOrder.fields.state, ...begunStates)})
      and started_at < ${to ?? 'infinity'} and (finished_at is null or finished_at > ${from})
      and (${lineId ?? null}::uuid is null or line_id = ${lineId ?? null}) and (${productId ?? null}::uuid is null or product_id = ${productId ?? null}) ${limit(MOST)}`,
  )
  return rows.map(({ id }) => id)
}
/** Lists the ids of orders in production; one statement. */
export async function ordersBeingMade(ctx: Context): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and state in (${options(workOrder.fields.state, ...producing)}) ${limit(1000)}`,
  )
  return rows.map(({ id }) => id)
}
/** Lists the ids of orders whose number or batch contains a keyword, at most 500; one statement. */
export async function ordersMatching(ctx: Context, keyword: string): Promise<string[]> {
  const like = toSearchPattern(keyword)
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and (${contains('number', like)} or ${contains('batch', like)}) ${limit(500)}`,
  )
  return rows.map(({ id }) => id)
}
/** Lists begun orders changed since a moment, or all begun orders, earliest change first. One statement. */
export const ordersChangedSince = (
  ctx: Context,
  since: Moment | null,
  most: number,
): Promise<{ id: string; updatedAt: Moment }[]> =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'updatedAt'])} from work_order where site_id = ${ctx.site} and ${new Sql([begun('work_order')])}
      and state in (${options(workOrder.fields.state, ...begunStates)}) and (${since}::timestamptz is null or updated_at >= ${since}) order by updated_at, id ${limit(most)}`,
  )
