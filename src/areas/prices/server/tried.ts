import { ask, tell } from '@/server/events'
import { ordersPricedBy, pricesChanged, type PricesChange } from '@/plant/server/events'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { namesAt } from '@/server/crud/names'
import { Trial } from '@/server/crud/import'

/** So many orders are named. */
const NAMED = 200
/**
 * Stores a price, asks what the orders that it counts for cost before and after, and throws the answer so that nothing of the
 * trial stays. Both sides are worked out here and now: the difference is the price's own.
 */
export async function tried(
  ctx: Context,
  change: PricesChange,
  days: { from: Day; to: Day | null },
  store: () => Promise<unknown>,
): Promise<never> {
  const before = await ask(ctx, ordersPricedBy, change)
  await store()
  // What a price sets off happens in the trial, too: energy has to be counted with it.
  await tell(ctx, pricesChanged, change)
  const after = before && (await ask(ctx, ordersPricedBy, change))
  const were = new Map(before?.map(({ orderId, cost }) => [orderId, cost]))
  const changed = (after ?? [])
    .map(({ orderId, cost }) => ({ id: orderId, before: were.get(orderId) ?? 0, after: cost }))
    .filter((one) => one.before !== one.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
  const first = changed.slice(0, NAMED)
  const labels = await namesAt(ctx, 'workOrder', first, 'id')
  const sum = (of: 'before' | 'after') => Math.round(changed.reduce((all, one) => all + one[of], 0) * 100) / 100
  throw new Trial({
    ...days,
    costed: before !== null,
    total: changed.length,
    before: before && sum('before'),
    after: before && sum('after'),
    orders: first.map((one) => ({ ...one, label: labels[one.id] ?? one.id })),
  })
}
