import type { Context } from '@/server/context'
import { addOrderTotals } from '@/areas/orders/server/queries/order-totals'
import { figuresChange, type OrderFigures } from '../rules/order-figures'

/** Updates the stored metrics of a work order after its rolls changed. The caller has locked the order. */
export const updateOrderMetrics = (
  ctx: Context,
  workOrderId: string,
  previousMetrics: OrderFigures,
  nextMetrics: OrderFigures,
): Promise<void> => addOrderTotals(ctx, workOrderId, figuresChange(previousMetrics, nextMetrics))
