/** Scheduled recalculation of costs: changed orders soon, running orders every few minutes. */
import { listOrdersBeingMade, listOrdersChangedSince } from '@/areas/orders/server/queries/for-costs'
import type { Context } from '@/server/context'
import { runInOwnTransaction } from '@/server/pipeline'
import { columns, options, sql } from '@/server/sql'
import { costCause, orderCost } from '../contract/order-cost'
import { invalidateCosts } from './invalidate-costs'
import { listDueOrders, recalculateOutsideTransaction } from './recalculate-costs'

/** Maximum number of changed orders invalidated per run. */
const MAX_CHANGED_ORDERS = 2000
/**
 * A run starts further portions until this time is over. Large portions share statements and cost half as much per
 * order as portions of eight, but each statement is one that others may wait for.
 */
const TURN_LIMIT_MS = 1000
const PORTION_SIZE = 50
const MAX_DUE_ORDERS = 200
const RUNNING_INTERVAL_MS = 5 * 60_000
const LAST_CHANGE_SETTING = 'cost.orders'
/**
 * Version of the calculation method; a new value recalculates all open orders once. Since 2, orders bear the material
 * drawn from the hoppers and grid charges per kWh.
 */
const COST_METHOD = '2'
const METHOD_SETTING = 'cost.method'

/**
 * Invalidates orders that started or changed since the last run. Then recalculates running orders with an old cost, and
 * the newest invalidated orders. Returns true if due orders are left.
 */
export async function recalculateDueCosts(ctx: Context): Promise<boolean> {
  const started = performance.now()
  if ((await readSetting(ctx, METHOD_SETTING)) !== COST_METHOD) await runInOwnTransaction(ctx, invalidateOldMethod)
  await runInOwnTransaction(ctx, invalidateChangedOrders)
  const due = [...new Set([...(await listStaleOrders(ctx)), ...(await listDueOrders(ctx, MAX_DUE_ORDERS))])]
  for (let start = 0; start < due.length; start += PORTION_SIZE) {
    await recalculateOutsideTransaction(ctx, due.slice(start, start + PORTION_SIZE))
    if (performance.now() - started > TURN_LIMIT_MS) return due.length > start + PORTION_SIZE
  }
  return due.length >= MAX_DUE_ORDERS
}
/** Invalidates all open costs; costs of closed months stay frozen. */
async function invalidateOldMethod(ctx: Context): Promise<void> {
  const openOrders = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and not frozen`,
  )
  await invalidateCosts(
    ctx,
    openOrders.map(({ workOrderId }) => workOrderId),
    { cause: 'method' },
  )
  await writeSetting(ctx, METHOD_SETTING, COST_METHOD)
}
/** Invalidates orders that changed since the last run. */
async function invalidateChangedOrders(ctx: Context): Promise<void> {
  const lastChange = await readSetting(ctx, LAST_CHANGE_SETTING)
  const changed = await listOrdersChangedSince(ctx, lastChange, MAX_CHANGED_ORDERS)
  await invalidateCosts(ctx, await filterUnhandledOrders(ctx, changed), { cause: 'order' })
  const last = changed.at(-1)
  if (last && last.updatedAt !== lastChange) await writeSetting(ctx, LAST_CHANGE_SETTING, last.updatedAt)
}
/**
 * Keeps orders that were neither calculated nor invalidated since their change. The last order of a run comes up again
 * in the next run.
 */
async function filterUnhandledOrders(
  ctx: Context,
  changed: readonly { id: string; updatedAt: string }[],
): Promise<string[]> {
  const ids = changed.map(({ id }) => id)
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'computedAt'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])`,
  )
  const causes = await ctx.query(
    sql`select ${columns(costCause, ['workOrderId', 'at'])} from cost_cause where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])
      and cause = ${options(costCause.fields.cause, 'order')}`,
  )
  const latestByOrder = new Map<string, string>()
  const recordLatest = (id: string, moment: string) =>
    latestByOrder.set(id, [latestByOrder.get(id) ?? '', moment].sort()[1]!)
  for (const { workOrderId, computedAt } of rows) recordLatest(workOrderId, computedAt)
  for (const cause of causes) recordLatest(cause.workOrderId, cause.at)
  return changed.filter(({ id, updatedAt }) => (latestByOrder.get(id) ?? '') < updatedAt).map(({ id }) => id)
}
/** Lists running orders whose cost is old, as their hours and meter readings go on. */
async function listStaleOrders(ctx: Context): Promise<string[]> {
  const ordersInProduction = await listOrdersBeingMade(ctx)
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ordersInProduction}::uuid[]) and state = ${options(orderCost.fields.state, 'running')}
      and computed_at < ${new Date(ctx.now.getTime() - RUNNING_INTERVAL_MS)} limit ${MAX_DUE_ORDERS}`,
  )
  return rows.map(({ workOrderId }) => workOrderId)
}
async function readSetting(ctx: Context, name: string): Promise<string | null> {
  const [row] = await ctx.query(
    sql<{
      value: string | null
    }>`select value #>> '{}' as value from setting where site_id = ${ctx.site} and name = ${name}`,
  )
  return row?.value ?? null
}
const writeSetting = (ctx: Context, name: string, value: string): Promise<unknown> =>
  ctx.query(
    'insert into setting (site_id, name, value, updated_at) values ($1, $2, $3::jsonb, $4) on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at',
    [ctx.site, name, JSON.stringify(value), ctx.now],
  )
