/** Work order queries for other areas. */
import { columns, limit, options, sql } from '@/server/sql'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { toSqlLiterals } from '@/server/crud/statements'
import { linesSql } from '@/plant/server/queries'
import { productsSql, processStandardsSql } from '@/areas/standards/server/queries'
import { workOrder } from '../../contract/work-order'
import { openOrderStates, producingStates, unsettledOrderStates } from '../../rules/work-order'

/** Subselect of the ids of orders in production; `$1` must be the site. */
export const producingOrderIdsSql = `(select id from work_order where site_id = $1 and state in (${toSqlLiterals(producingStates)}))`

/** Subselect of orders with their customers. */
export const orderCustomerIdsSql = '(select site_id, id, customer_id from work_order)'

/** Lists orders whose books are open, earliest due date first, by `ids`, else by `productIds`. One SQL statement. */
export const listUnsettledOrders = (
  ctx: Context,
  {
    ids,
    productIds,
    limit: maxOrders,
  }: { ids?: readonly string[] | null; productIds: readonly string[]; limit: number },
): Promise<Row<typeof workOrder>[]> =>
  ctx.rows.find(workOrder, {
    where: { state: unsettledOrderStates, ...(ids?.length ? { id: ids } : { productId: productIds }) },
    orderBy: 'dueOn',
    limit: maxOrders,
  })

/** Returns the running order of a line, else the paused one that was begun last. */
export async function findOrderAtLine(ctx: Context, lineId: string): Promise<Row<typeof workOrder> | null> {
  for (const state of ['running', 'paused'] as const) {
    const [order] = await ctx.rows.find(workOrder, { where: { lineId, state }, orderBy: '-startedAt', limit: 1 })
    if (order) return order
  }
  return null
}

/** Order data for operators at the line. Widths in mm, lengths in m, grammage in g/m², speed in m/min. */
export interface OrderToMake {
  id: string
  number: string
  productId: string
  gsm: number | null
  webWidthMm: number | null
  widthMm: number | null
  slittingPattern: string | null
  jumboLengthM: number | null
  rollLengthM: number | null
  orderedKg: number | null
  goodKg: number
  idealSpeed: number | null
  remarks: string | null
}
export interface OrdersToMakeFilter {
  readonly workOrderId?: string | null
  readonly lineId?: string | null
  readonly page?: number | null
  readonly size?: number | null
}
/**
 * Lists one order, or the open orders of a line and the open orders without a line. Running orders come first, then the
 * others by plan. 20 per page by default. Two SQL statements.
 */
export async function listOrdersToMake(
  ctx: Context,
  { workOrderId = null, lineId = null, page, size: requestedSize }: OrdersToMakeFilter,
): Promise<{ total: number; list: OrderToMake[] }> {
  const size = requestedSize ?? 20
  const openStates = options(workOrder.fields.state, ...openOrderStates)
  const fromSql = sql`from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join ${processStandardsSql} s on s.site_id = o.site_id and s.id = o.process_standard_id left join ${linesSql} l on l.site_id = o.site_id and l.id = o.line_id
     where o.site_id = ${ctx.site} and (${workOrderId}::uuid is null or o.id = ${workOrderId}) and (${lineId}::uuid is null or o.line_id = ${lineId} or o.line_id is null) and (${workOrderId}::uuid is not null or o.state in (${openStates}))`
  const list = await ctx.query(
    sql<OrderToMake>`select o.id, o.number, ${columns(workOrder, ['productId', 'widthMm', 'jumboLengthM', 'rollLengthM', 'orderedKg', 'goodKg', 'slittingPattern'], 'o')}, coalesce(o.gsm, p.gsm) as gsm, coalesce(o.web_width_mm, l.width * 1000, p.width_mm)::int as "webWidthMm",
       coalesce(s.ideal_speed, l.ideal_speed) as "idealSpeed", o.note as remarks ${fromSql} order by array_position(array[${openStates}], o.state), o.planned_start nulls last, o.id ${limit(size)} offset ${((page ?? 1) - 1) * size}`,
  )
  const [countRow] = await ctx.query(sql<{ total: number }>`select count(*)::int as total ${fromSql}`)
  return { total: countRow?.total ?? 0, list }
}
