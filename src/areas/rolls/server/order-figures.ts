import type { Context } from '@/server/context'
import { addFigures } from '@/areas/orders/server/queries/figures'
import { figuresChange, type OrderFigures } from '../rules/order-figures'

/** Updates the stored metrics of a work order after its rolls changed. The caller has locked the order. */
export const updateOrderFigures = (
  ctx: Context,
  workOrderId: string,
  before: OrderFigures,
  after: OrderFigures,
): Promise<void> => addFigures(ctx, workOrderId, figuresChange(before, after))
