/** Freezing of order costs when a month is closed. */
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { mark } from './mark'
import { ordersDue, renew } from './renew'

const EVERYTHING = 100_000
/** Closing a month recalculates waiting costs, then freezes them. Reopening unfreezes and invalidates them. */
export async function followMonth(ctx: Context, { month, closed }: { month: string; closed: boolean }): Promise<void> {
  if (!closed) {
    const adjusted = await ctx.query(
      sql`update order_cost set frozen = false, adjusted = 0 where site_id = ${ctx.site} and month = ${month} and frozen returning ${columns(orderCost, ['workOrderId'])}`,
    )
    await mark(
      ctx,
      adjusted.map(({ workOrderId }) => workOrderId),
      { cause: 'reopened', detail: month },
    )
    return
  }
  const due = await ordersDue(ctx, EVERYTHING)
  const waiting = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and month = ${month} and not frozen and work_order_id = any(${due}::uuid[])`,
  )
  await renew(
    ctx,
    waiting.map(({ workOrderId }) => workOrderId),
  )
  await ctx.query(
    sql`update order_cost set frozen = true where site_id = ${ctx.site} and month = ${month} and state = ${options(orderCost.fields.state, 'finished')}`,
  )
  ctx.touch('orderCost')
}
