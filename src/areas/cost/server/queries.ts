/** Queries for areas above. */
import type { Context } from '@/server/context'
import { computed, options, sql, columns } from '@/server/sql'
import { orderCost } from '../contract/order-cost'

/**
 * Counts orders that ended in a month (`2026-10`) and have an incomplete cost: a price, signed shift or energy is
 * missing.
 */
export async function countIncompleteOrders(ctx: Context, month: string): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from order_cost
      where site_id = ${ctx.site} and month = ${month} and state = ${options(orderCost.fields.state, 'finished')} and not whole`,
  )
  return row?.n ?? 0
}

/**
 * Lists current order costs, CNY, and the good kilograms they apply to: made, and expected from rolls not yet slit.
 * Orders without a calculated cost are omitted.
 */
export const listCostsOfOrders = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'total', 'madeKg', 'whole'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${[...new Set(ids)]}::uuid[])`,
  )
