/** Queries of the orders whose costs are calculated, and of order ids by period, state or keyword. */
import type { Moment } from '@/plant/rules/plant-time'

import type { Context } from '@/server/context'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, limit, options, Sql, sql, type SqlRow } from '@/server/sql'
import { linesSql } from '@/plant/server/queries'
import { productsSql } from '@/areas/standards/server/queries'
import { workOrder } from '../../contract/work-order'
import { begunOrderStates, producingStates } from '../../rules/work-order'

const orderColumns = columns(
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
const webColumns = computed<{ webM: number | null; webGsm: number | null }>`
  (coalesce(o.web_width_mm, l.width * 1000) / 1000)::float8 as "webM", coalesce(o.gsm, p.gsm)::float8 as "webGsm"`
export type CostedOrder = SqlRow<typeof orderColumns> & SqlRow<typeof webColumns>
/**
 * Builds the SQL condition of orders that have costs: orders that have begun on a line.
 * @param alias alias of the table in the statement
 */
const buildBegunCondition = (alias: string): string =>
  `${alias}.started_at is not null and ${alias}.line_id is not null`
/** Subquery of the orders that have costs. */
export const begunOrdersSql = `(select w.site_id, w.id from work_order w where ${buildBegunCondition('w')})`
/** Loads begun orders with the fields needed to calculate their costs; one SQL statement. */
export const loadOrdersToCost = (ctx: Context, ids: readonly string[]): Promise<CostedOrder[]> =>
  ctx.query(
    sql`select ${orderColumns}, ${webColumns} from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join ${linesSql} l on l.site_id = o.site_id and l.id = o.line_id
      where o.site_id = ${ctx.site} and o.id = any(${ids}::uuid[]) and ${new Sql([buildBegunCondition('o')])} order by o.id`,
  )

const MAX_ORDERS = 20_000
export interface RunPeriod {
  readonly from: Moment
  /** Null means until now. */
  readonly to: Moment | null
  readonly lineId?: string | null
  readonly productId?: string | null
}
/** Lists the ids of orders that ran at some time in a period, optionally on a line or for a product. One SQL statement. */
export async function listOrderIdsInPeriod(
  ctx: Context,
  { from, to, lineId, productId }: RunPeriod,
): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and state in (${options(workOrder.fields.state, ...begunOrderStates)})
      and started_at < ${to ?? 'infinity'} and (finished_at is null or finished_at > ${from})
      and (${lineId ?? null}::uuid is null or line_id = ${lineId ?? null}) and (${productId ?? null}::uuid is null or product_id = ${productId ?? null}) ${limit(MAX_ORDERS)}`,
  )
  return rows.map(({ id }) => id)
}
/** Lists the ids of orders in production; one SQL statement. */
export async function listProducingOrderIds(ctx: Context): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and state in (${options(workOrder.fields.state, ...producingStates)}) ${limit(1000)}`,
  )
  return rows.map(({ id }) => id)
}
/** Lists the ids of orders whose number or batch contains a keyword, at most 500; one SQL statement. */
export async function listMatchingOrderIds(ctx: Context, keyword: string): Promise<string[]> {
  const pattern = toSearchPattern(keyword)
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order where site_id = ${ctx.site} and (${buildContainsCondition('number', pattern)} or ${buildContainsCondition('batch', pattern)}) ${limit(500)}`,
  )
  return rows.map(({ id }) => id)
}
/** Lists begun orders changed since a moment, or all begun orders, earliest change first. One SQL statement. */
export const listOrdersChangedSince = (
  ctx: Context,
  since: Moment | null,
  maxOrders: number,
): Promise<{ id: string; updatedAt: Moment }[]> =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'updatedAt'])} from work_order where site_id = ${ctx.site} and ${new Sql([buildBegunCondition('work_order')])}
      and state in (${options(workOrder.fields.state, ...begunOrderStates)}) and (${since}::timestamptz is null or updated_at >= ${since}) order by updated_at, id ${limit(maxOrders)}`,
  )
