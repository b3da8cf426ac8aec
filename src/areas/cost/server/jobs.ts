/** What the plant does by the clock: what changed is worked out soon, what runs every few minutes. */
import { ordersBeingMade, ordersChangedSince } from '@/areas/orders/server/queries/for-costs'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { ordersDue, renew } from './renew'

/** So many orders in one turn: a turn is one transaction. */
const TURN = 200
const RUNNING_EVERY_MS = 5 * 60_000
const SEEN = 'cost.orders'

/** Orders that were begun or changed since the last turn, those that something waits for, and now and then those that run. */
export async function renewCosts(ctx: Context): Promise<void> {
  const [seen] = await ctx.query(
    sql<{
      value: string | null
    }>`select value #>> '{}' as value from setting where site_id = ${ctx.site} and name = ${SEEN}`,
  )
  const changed = await ordersChangedSince(ctx, seen?.value ?? null, TURN)
  const fresh = await notSince(ctx, changed)
  const due = await ordersDue(ctx, TURN)
  await renew(ctx, [...fresh, ...due, ...(changed.length < TURN ? await stale(ctx) : [])])
  const last = changed.at(-1)
  if (last) await remember(ctx, last.updatedAt)
}
/** Of orders those whose cost was worked out before they changed; the last of a turn comes up again in the next. */
async function notSince(ctx: Context, changed: readonly { id: string; updatedAt: string }[]): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'computedAt'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${changed.map(({ id }) => id)}::uuid[])`,
  )
  const at = new Map(rows.map(({ workOrderId, computedAt }) => [workOrderId, computedAt]))
  return changed.filter(({ id, updatedAt }) => (at.get(id) ?? '') < updatedAt).map(({ id }) => id)
}
/** Orders that run and were not worked out for a while: hours and meters go on. */
async function stale(ctx: Context): Promise<string[]> {
  const made = await ordersBeingMade(ctx)
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${made}::uuid[]) and state = ${options(orderCost.fields.state, 'running')}
      and computed_at < ${new Date(ctx.now.getTime() - RUNNING_EVERY_MS)} limit ${TURN}`,
  )
  return rows.map(({ workOrderId }) => workOrderId)
}
const remember = (ctx: Context, at: string): Promise<unknown> =>
  ctx.query(
    'insert into setting (site_id, name, value, updated_at) values ($1, $2, $3::jsonb, $4) on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at',
    [ctx.site, SEEN, JSON.stringify(at), ctx.now],
  )
