/** Invalidation after price changes: only orders that used the priced item are affected. */
import { recalculateStaleEnergy } from '@/areas/energy/server/writes/recalculate-stale-energy'
import { listLotNumbers } from '@/areas/feeding/server/queries/cost-sources'
import { listOrderIdsInPeriod } from '@/areas/orders/server/queries/costed-orders'
import { listSharedLanes } from '@/areas/slitting/server/queries/roll-draws'
import { toMillis } from '@/plant/rules/plant-time'
import type { PricedOrder, PricesChange } from '@/areas/prices/server/events'
import { toPlantDay, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { invalidateCosts, listOrdersUsingMaterial } from './invalidate-costs'
import { calculateCosts } from './recalculate-costs'

/** Lists orders to which a price can apply. */
async function listPricedOrders(ctx: Context, change: PricesChange): Promise<string[]> {
  const { kind, from, to } = change
  // No stored cost contains a future price. Later calculations will apply the price.
  if (toMillis(from) > ctx.now.getTime()) return []
  if (kind === 'material')
    return listOrdersUsingMaterial(ctx, {
      materialId:
        change.materialId ?? (await listLotNumbers(ctx, change.lotId ? [change.lotId] : []))[0]?.materialId ?? '',
      lotId: change.lotId ?? null,
      from: toPlantDay(ctx, from),
      to: to && toPlantDay(ctx, to),
    })
  // People also work at slitters, for orders of any line.
  const lineId = kind === 'direct' ? null : (change.lineId ?? null)
  return listOrderIdsInPeriod(ctx, { from, to, lineId, productId: change.productId ?? null })
}
/** Builds the detail of the cause: start day of the price, and the number of the lot for an invoice price. */
async function buildDetail(ctx: Context, { from, lotId }: PricesChange): Promise<string> {
  const [lot] = lotId ? await listLotNumbers(ctx, [lotId]) : []
  return [toPlantDay(ctx, from), lot?.number].filter(Boolean).join(' ')
}

const getPricedResource = ({ lotId, materialId }: PricesChange): string | null => {
  if (lotId) return 'materialLot'
  return materialId ? 'material' : null
}

/** Invalidates the orders to which a changed price applies. */
export const invalidateForPrices = async (ctx: Context, change: PricesChange): Promise<void> =>
  invalidateCosts(ctx, await listPricedOrders(ctx, change), {
    cause: 'price',
    resource: getPricedResource(change),
    rowId: change.lotId ?? change.materialId ?? null,
    priceKind: change.kind,
    detail: await buildDetail(ctx, change),
  })

/** Adds orders whose lanes lie in rolls of the given orders. */
const addLaneSharers = async (ctx: Context, ids: readonly string[]): Promise<string[]> => [
  ...new Set([...ids, ...(await listSharedLanes(ctx, ids)).map((lanes) => lanes.cutFor)]),
]
/** Maximum number of orders calculated for a preview. */
const MAX_PREVIEW_ORDERS = 2000
/**
 * Calculates the costs of affected orders with current prices; costs of closed months are omitted. Null if no order
 * costs have been calculated yet.
 */
export async function calculatePreviewCosts(
  ctx: Context,
  change: PricesChange,
): Promise<readonly PricedOrder[] | null> {
  const [anyCost] = await ctx.query(
    sql<{ n: number }>`select 1 as n from order_cost where site_id = ${ctx.site} limit 1`,
  )
  if (!anyCost) return null
  const { from, to } = change
  // Energy of these days must be recalculated with current prices first.
  await recalculateStaleEnergy(ctx, { from: toPlantDay(ctx, from), to: to ? toPlantDay(ctx, to) : getToday(ctx) })
  const ids = await addLaneSharers(ctx, await listPricedOrders(ctx, change))
  const openOrders = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[]) and not frozen order by work_order_id limit ${MAX_PREVIEW_ORDERS}`,
  )
  const costs = await calculateCosts(
    ctx,
    openOrders.map(({ workOrderId }) => workOrderId),
  )
  return costs.map(({ workOrderId, total }) => ({ orderId: workOrderId, cost: total }))
}
