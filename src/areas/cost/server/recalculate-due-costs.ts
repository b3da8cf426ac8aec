/** Scheduled recalculation of costs: changed orders soon, running orders every few minutes. */
import { listProducingOrderIds, listOrdersChangedSince } from '@/areas/orders/server/queries/costed-orders'
import type { Context } from '@/server/context'
import { divideIntoPortions, runInPortions } from '@/server/jobs/run-in-portions'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { columns, options, sql } from '@/server/sql'
import { costCause, orderCost } from '../contract/order-cost'
import { invalidateCosts } from './invalidate-costs'
import { listDueOrders, recalculateOutsideTransaction, recalculateCosts } from './recalculate-costs'

/** Maximum number of changed orders invalidated per run. */
const MAX_CHANGED_ORDERS = 2000
/** Time after which a run starts no further portion. */
const RUN_LIMIT_MS = 1000
/**
 * Orders of a portion. They share SQL statements, so a portion of 50 takes half as long per order as a portion of eight.
 * Larger portions would make other requests wait too long.
 */
const PORTION_SIZE = 50
const MAX_DUE_ORDERS = 200
const RUNNING_INTERVAL_MS = 5 * 60_000
const LAST_CHANGE_SETTING = 'cost.orders'
/**
 * Version of the calculation method; a new value recalculates all open orders once. Version 2 added the material drawn
 * from the hoppers and the grid charges per kWh. Version 3 added the labour of the shift in which an order started, and
 * rounds the quantities of monthly prices to a millionth of a month. Version 4 added the credit for trim and waste of the
 * slitters. Version 5 keeps the amounts of lanes from closed orders, and charges no feeds to orders whose material comes
 * with lanes.
 */
const COST_METHOD = '5'
const METHOD_SETTING = 'cost.method'

/**
 * Invalidates orders that started or changed since the last run. Then recalculates running orders with an old cost, and
 * the newest invalidated orders. Returns true if due orders are left.
 */
export async function recalculateDueCosts(ctx: Context): Promise<boolean> {
  if ((await readSetting(ctx, METHOD_SETTING)) !== COST_METHOD) await runInOwnTransaction(ctx, invalidateOldMethod)
  await runInOwnTransaction(ctx, invalidateChangedOrders)
  const dueIds = [...new Set([...(await listStaleOrders(ctx)), ...(await listDueOrders(ctx, MAX_DUE_ORDERS))])]
  const hasMorePortions = await runInPortions(divideIntoPortions(dueIds, PORTION_SIZE), RUN_LIMIT_MS, (orderIds) =>
    recalculateOutsideTransaction(ctx, orderIds),
  )
  return hasMorePortions || dueIds.length >= MAX_DUE_ORDERS
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
  const changedOrders = await listOrdersChangedSince(ctx, lastChange, MAX_CHANGED_ORDERS)
  await invalidateCosts(ctx, await filterUnhandledOrders(ctx, changedOrders), { cause: 'order' })
  const lastOrder = changedOrders.at(-1)
  if (lastOrder && lastOrder.updatedAt !== lastChange) await writeSetting(ctx, LAST_CHANGE_SETTING, lastOrder.updatedAt)
}
/**
 * Returns the orders that were neither calculated nor invalidated since their change. Without this filter, every run
 * would invalidate the last changed order of the previous run again, because `listOrdersChangedSince` includes it.
 */
async function filterUnhandledOrders(
  ctx: Context,
  changedOrders: readonly { id: string; updatedAt: string }[],
): Promise<string[]> {
  const ids = changedOrders.map(({ id }) => id)
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'computedAt'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])`,
  )
  const causes = await ctx.query(
    sql`select ${columns(costCause, ['workOrderId', 'at'])} from cost_cause where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])
      and cause = ${options(costCause.fields.cause, 'order')}`,
  )
  const latestHandlingByOrder = new Map<string, string>()
  const recordHandling = (id: string, moment: string) => {
    if (moment > (latestHandlingByOrder.get(id) ?? '')) latestHandlingByOrder.set(id, moment)
  }
  for (const { workOrderId, computedAt } of rows) recordHandling(workOrderId, computedAt)
  for (const cause of causes) recordHandling(cause.workOrderId, cause.at)
  return changedOrders
    .filter(({ id, updatedAt }) => (latestHandlingByOrder.get(id) ?? '') < updatedAt)
    .map(({ id }) => id)
}
/** Lists running orders whose cost is old, because their hours and meter readings keep growing. */
async function listStaleOrders(ctx: Context): Promise<string[]> {
  const ordersInProduction = await listProducingOrderIds(ctx)
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

/** Maximum number of orders recalculated when a month is closed. */
const MAX_CLOSING_ORDERS = 100_000
/**
 * Recalculates the month's waiting order costs and freezes all its costs when the month is closed. Unfreezes and
 * invalidates the costs when the month is reopened.
 */
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
  const dueIds = await listDueOrders(ctx, MAX_CLOSING_ORDERS)
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
