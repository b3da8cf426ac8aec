/** Queries for areas above. */
import type { Context } from '@/server/context'
import { computed, options, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'

/**
 * Counts orders that ended in a month (`2026-10`) and have an incomplete cost: a price, signed shift or energy is
 * missing. One statement.
 */
export async function countIncompleteOrders(ctx: Context, month: string): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from order_cost
      where site_id = ${ctx.site} and month = ${month} and state = ${options(orderCost.fields.state, 'finished')} and not whole`,
  )
  return row?.n ?? 0
}
