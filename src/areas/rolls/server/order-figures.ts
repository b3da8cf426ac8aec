import type { Context } from '@/server/context'
import { addOrderTotals } from '@/areas/orders/server/queries/order-totals'
import { figuresChange, type OrderFigures } from '../rules/order-figures'

/** Updates the stored metrics of a work order after its rolls changed. The caller has locked the order. */
export const updateOrderFigures = (
  ctx: Context,
  workOrderId: string,
  before: OrderFigures,
  after: OrderFigures,
): Promise<void> => addOrderTotals(ctx, workOrderId, figuresChange(before, after))
