/** Scheduled recalculation of costs: changed orders soon, running orders every few minutes. */
import { ordersBeingMade, ordersChangedSince } from '@/areas/orders/server/queries/for-costs'
import type { Context } from '@/server/context'
import { inOneTransaction } from '@/server/pipeline'
import { columns, options, sql } from '@/server/sql'
import { costCause, orderCost } from '../contract/order-cost'
import { mark } from './mark'
import { ordersDue, renewApart } from './renew'

/** Maximum number of changed orders invalidated per run. */
const MARKED = 2000
/**
 * A run starts further portions until this time is over. Large portions share statements and cost half as much per
 * order as portions of eight, but each statement is one that others may wait for.
 */
const A_TURN_MS = 1000
const PORTION = 50
const MOST = 200
const RUNNING_EVERY_MS = 5 * 60_000
const SEEN = 'cost.orders'
/**
 * Version of the calculation method; a new value recalculates all open orders once. Since 2, orders bear the material
 * drawn from the hoppers and grid charges per kWh.
 */
const METHOD = '2'
const METHOD_SETTING = 'cost.method'

/**
 * Invalidates orders that started or changed since the last run. Then recalculates running orders with an old cost, and
 * the newest invalidated orders. Returns true if due orders are left.
 */
export async function renewCosts(ctx: Context): Promise<boolean> {
  const started = performance.now()
  if ((await recalled(ctx, METHOD_SETTING)) !== METHOD) await inOneTransaction(ctx, markOldMethod)
  await inOneTransaction(ctx, markChanged)
  const due = [...new Set([...(await stale(ctx)), ...(await ordersDue(ctx, MOST))])]
  for (let at = 0; at < due.length; at += PORTION) {
    await renewApart(ctx, due.slice(at, at + PORTION))
    if (performance.now() - started > A_TURN_MS) return due.length > at + PORTION
  }
  return due.length >= MOST
}
/** Invalidates all open costs; costs of closed months stay frozen. */
async function markOldMethod(ctx: Context): Promise<void> {
  const open = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and not frozen`,
  )
  await mark(
    ctx,
    open.map(({ workOrderId }) => workOrderId),
    { cause: 'method' },
  )
  await remember(ctx, METHOD_SETTING, METHOD)
}
/** Invalidates orders that changed since the last run. */
async function markChanged(ctx: Context): Promise<void> {
  const seen = await recalled(ctx, SEEN)
  const changed = await ordersChangedSince(ctx, seen, MARKED)
  await mark(ctx, await notSince(ctx, changed), { cause: 'order' })
  const last = changed.at(-1)
  if (last && last.updatedAt !== seen) await remember(ctx, SEEN, last.updatedAt)
}
/**
 * Keeps orders that were neither calculated nor invalidated since their change. The last order of a run comes up again
 * in the next run.
 */
async function notSince(ctx: Context, changed: readonly { id: string; updatedAt: string }[]): Promise<string[]> {
  const ids = changed.map(({ id }) => id)
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'computedAt'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])`,
  )
  const marked = await ctx.query(
    sql`select ${columns(costCause, ['workOrderId', 'at'])} from cost_cause where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])
      and cause = ${options(costCause.fields.cause, 'order')}`,
  )
  const at = new Map<string, string>()
  const later = (id: string, moment: string) => at.set(id, [at.get(id) ?? '', moment].sort()[1]!)
  for (const { workOrderId, computedAt } of rows) later(workOrderId, computedAt)
  for (const one of marked) later(one.workOrderId, one.at)
  return changed.filter(({ id, updatedAt }) => (at.get(id) ?? '') < updatedAt).map(({ id }) => id)
}
/** Lists running orders whose cost is old, as their hours and meter readings go on. */
async function stale(ctx: Context): Promise<string[]> {
  const made = await ordersBeingMade(ctx)
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${made}::uuid[]) and state = ${options(orderCost.fields.state, 'running')}
      and computed_at < ${new Date(ctx.now.getTime() - RUNNING_EVERY_MS)} limit ${MOST}`,
  )
  return rows.map(({ workOrderId }) => workOrderId)
}
async function recalled(ctx: Context, name: string): Promise<string | null> {
  const [row] = await ctx.query(
    sql<{
      value: string | null
    }>`select value #>> '{}' as value from setting where site_id = ${ctx.site} and name = ${name}`,
  )
  return row?.value ?? null
}
const remember = (ctx: Context, name: string, value: string): Promise<unknown> =>
  ctx.query(
    'insert into setting (site_id, name, value, updated_at) values ($1, $2, $3::jsonb, $4) on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at',
    [ctx.site, name, JSON.stringify(value), ctx.now],
  )
