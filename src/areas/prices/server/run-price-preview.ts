import { askQuestion, publishEvent } from '@/server/events'
import { ordersPricedBy, pricesChanged, type PricesChange } from '@/plant/server/events'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/load-names'
import { DryRunRollback } from '@/server/crud/import-workbook'

/** Maximum number of orders listed by name. */
const MAX_NAMED_ORDERS = 200
/**
 * Stores a price, compares the costs of affected orders before and after, and throws the answer as a `Trial`, which
 * rolls back. Both costs are calculated now, so that their difference comes from the price alone.
 */
export async function runPricePreview(
  ctx: Context,
  change: PricesChange,
  days: { from: Day; to: Day | null },
  store: () => Promise<unknown>,
): Promise<never> {
  const before = await askQuestion(ctx, ordersPricedBy, change)
  await store()
  // Effects of the price belong to the trial too, as energy must be counted with it.
  await publishEvent(ctx, pricesChanged, change)
  const after = before && (await askQuestion(ctx, ordersPricedBy, change))
  const costBefore = new Map(before?.map(({ orderId, cost }) => [orderId, cost]))
  const changed = (after ?? [])
    .map(({ orderId, cost }) => ({ id: orderId, before: costBefore.get(orderId) ?? 0, after: cost }))
    .filter((one) => one.before !== one.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
  const namedOrders = changed.slice(0, MAX_NAMED_ORDERS)
  const labels = await loadReferencedNames(ctx, 'workOrder', namedOrders, 'id')
  const sum = (of: 'before' | 'after') => Math.round(changed.reduce((all, one) => all + one[of], 0) * 100) / 100
  throw new DryRunRollback({
    ...days,
    costed: before !== null,
    total: changed.length,
    before: before && sum('before'),
    after: before && sum('after'),
    orders: namedOrders.map((one) => ({ ...one, label: labels[one.id] ?? one.id })),
  })
}
