/** Freezing of order costs when a month is closed. */
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { invalidateCosts } from './invalidate-costs'
import { listDueOrders, recalculateCosts } from './recalculate-costs'

const MAX_ORDERS = 100_000
/** Closing a month recalculates waiting costs, then freezes them. Reopening unfreezes and invalidates them. */
export async function applyMonthClosing(
  ctx: Context,
  { month, closed }: { month: string; closed: boolean },
): Promise<void> {
  if (!closed) {
    const reopenedCosts = await ctx.query(
      sql`update order_cost set frozen = false, adjusted = 0 where site_id = ${ctx.site} and month = ${month} and frozen returning ${columns(orderCost, ['workOrderId'])}`,
    )
    await invalidateCosts(
      ctx,
      reopenedCosts.map(({ workOrderId }) => workOrderId),
      { cause: 'reopened', detail: month },
    )
    return
  }
  const dueIds = await listDueOrders(ctx, MAX_ORDERS)
  const waitingCosts = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and month = ${month} and not frozen and work_order_id = any(${dueIds}::uuid[])`,
  )
  await recalculateCosts(
    ctx,
    waitingCosts.map(({ workOrderId }) => workOrderId),
  )
  await ctx.query(
    sql`update order_cost set frozen = true where site_id = ${ctx.site} and month = ${month} and state = ${options(orderCost.fields.state, 'finished')}`,
  )
  ctx.touch('orderCost')
}
