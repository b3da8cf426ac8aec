import type { Context } from '@/server/context'
import { addOrderTotals } from '@/areas/orders/server/writes/add-order-totals'
import { calculateMetricsChange, type OrderRollMetrics } from '../../rules/order-roll-metrics'

/** Updates the stored metrics of a work order after its rolls changed. The caller has locked the order. */
export const updateOrderMetrics = (
  ctx: Context,
  workOrderId: string,
  previousMetrics: OrderRollMetrics,
  nextMetrics: OrderRollMetrics,
): Promise<void> => addOrderTotals(ctx, workOrderId, calculateMetricsChange(previousMetrics, nextMetrics))
