import type { Context } from '@/server/context'
import { slitRoll } from '../contract/slitting'
import { slitFigures } from '../rules/order-figures'
import { updateOrderFigures } from './order-figures'
import type { SlitRoll } from './slit-scope'

/** Updates a slit roll and the metrics of its orders. The caller has locked the orders. @throws 6000 with both versions if `version` is stale */
export async function changeRoll(
  ctx: Context,
  before: SlitRoll,
  patch: Partial<SlitRoll>,
  version?: number | null,
): Promise<SlitRoll> {
  const after = await ctx.rows.update(slitRoll, before.id, patch, { version: version ?? null })
  const sides = [
    [before.workOrderId, slitFigures(before), slitFigures(null)],
    [after.workOrderId, slitFigures(null), slitFigures(after)],
  ] as const
  if (before.workOrderId === after.workOrderId) {
    if (after.workOrderId) await updateOrderFigures(ctx, after.workOrderId, slitFigures(before), slitFigures(after))
  } else for (const [order, from, to] of sides) if (order) await updateOrderFigures(ctx, order, from, to)
  return after
}
