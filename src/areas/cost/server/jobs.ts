/** What the plant does by the clock: what changed is worked out soon, what runs every few minutes. */
import { ordersBeingMade, ordersChangedSince } from '@/areas/orders/server/queries/for-costs'
import type { Context } from '@/server/context'
import { inOneTransaction } from '@/server/pipeline'
import { columns, options, sql } from '@/server/sql'
import { costCause, orderCost } from '../contract/order-cost'
import { mark } from './mark'
import { ordersDue, renewApart } from './renew'

/** So many orders are marked in one turn. */
const MARKED = 2000
/**
 * A turn works out a portion at a time until this is over. Orders worked out together cost half of what they do in eights, as
 * statements are shared; each statement is one that others may wait for.
 */
const A_TURN_MS = 1000
const PORTION = 50
const MOST = 200
const RUNNING_EVERY_MS = 5 * 60_000
const SEEN = 'cost.orders'
/**
 * The way costs are worked out: another number has all open orders worked out once more. Since 2: orders carry what they drew from
 * the hoppers, and charges of the grid per kWh.
 */
const METHOD = '2'
const METHOD_SETTING = 'cost.method'

/**
 * Marks orders that were begun or changed since the last turn; then those that run and were not worked out for a while, and
 * the newest that are marked. Answers whether some are left.
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
/** Costs of closed months stay frozen. */
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
async function markChanged(ctx: Context): Promise<void> {
  const seen = await recalled(ctx, SEEN)
  const changed = await ordersChangedSince(ctx, seen, MARKED)
  await mark(ctx, await notSince(ctx, changed), { cause: 'order' })
  const last = changed.at(-1)
  if (last && last.updatedAt !== seen) await remember(ctx, SEEN, last.updatedAt)
}
/** Of orders those neither worked out nor marked since they changed; the last of a turn comes up again in the next. */
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
/** Orders that run and were not worked out for a while: hours and meters go on. */
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
