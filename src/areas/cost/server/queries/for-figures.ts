/** What areas above ask of costs. */
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { orderCost } from '../../contract/order-cost'

/** What orders cost until now, CNY, and the good kilograms that they cost so much for: made, and still to come of rolls that no slitter has cut; those not worked out yet are missing. One statement. */
export const costsOfOrders = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'total', 'madeKg', 'whole'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${[...new Set(ids)]}::uuid[])`,
  )
