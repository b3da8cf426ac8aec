/** Queries for areas above. */
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { orderCost } from '../../contract/order-cost'

/**
 * Lists current order costs, CNY, and the good kilograms they apply to: made, and expected from rolls not yet slit.
 * Orders without a calculated cost are omitted. One statement.
 */
export const listCostsOfOrders = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'total', 'madeKg', 'whole'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${[...new Set(ids)]}::uuid[])`,
  )
