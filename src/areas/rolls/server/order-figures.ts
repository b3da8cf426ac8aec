import type { Context } from '@/server/context'
import { addFigures } from '@/areas/orders/server/queries/figures'
import { figuresChange, type OrderFigures } from '../rules/order-figures'

/** Keeps the figures of a work order after rolls of it changed. The caller has locked the order. */
export const updateOrderFigures = (
  ctx: Context,
  workOrderId: string,
  before: OrderFigures,
  after: OrderFigures,
): Promise<void> => addFigures(ctx, workOrderId, figuresChange(before, after))
