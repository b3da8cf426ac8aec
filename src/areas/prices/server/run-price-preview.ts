import { askQuestion, publishEvent } from '@/server/events'
import { pricedOrderCosts, pricesChanged, type PricesChange } from './events'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/refs'
import { DryRunRollback } from '@/server/crud/import-errors'

/** Maximum number of orders that the answer lists. */
const MAX_NAMED_ORDERS = 200
/**
 * Stores a price and compares the costs of affected orders before and after. The answer is thrown as a
 * `DryRunRollback`, which rolls the transaction back. Both costs are calculated now, so that their difference comes
 * from the price alone.
 */
export async function runPricePreview(
  ctx: Context,
  change: PricesChange,
  dayRange: { from: Day; to: Day | null },
  storePrice: () => Promise<unknown>,
): Promise<never> {
  const costsBefore = await askQuestion(ctx, pricedOrderCosts, change)
  await storePrice()
  // Listeners recalculate energy costs with the new price, which the preview has to include.
  await publishEvent(ctx, pricesChanged, change)
  const costsAfter = costsBefore && (await askQuestion(ctx, pricedOrderCosts, change))
  const costBeforeByOrder = new Map(costsBefore?.map(({ orderId, cost }) => [orderId, cost]))
  const changedOrders = (costsAfter ?? [])
    .map(({ orderId, cost }) => ({ id: orderId, before: costBeforeByOrder.get(orderId) ?? 0, after: cost }))
    .filter((order) => order.before !== order.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
  const namedOrders = changedOrders.slice(0, MAX_NAMED_ORDERS)
  const labels = await loadReferencedNames(ctx, 'workOrder', namedOrders, 'id')
  const sumCosts = (field: 'before' | 'after') =>
    Math.round(changedOrders.reduce((sum, order) => sum + order[field], 0) * 100) / 100
  throw new DryRunRollback({
    ...dayRange,
    costed: costsBefore !== null,
    total: changedOrders.length,
    before: costsBefore && sumCosts('before'),
    after: costsBefore && sumCosts('after'),
    orders: namedOrders.map((order) => ({ ...order, label: labels[order.id] ?? order.id })),
  })
}
