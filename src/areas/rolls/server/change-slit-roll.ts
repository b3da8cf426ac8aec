import type { Context } from '@/server/context'
import { slitRoll } from '../contract/slitting'
import { calculateSlitRollMetrics } from '../rules/order-roll-metrics'
import { updateOrderMetrics } from './update-order-metrics'
import type { SlitRollRow } from './slit-scope'

/** Updates a slit roll and the metrics of its orders. The caller has locked the orders. @throws 6000 with both versions if `version` is stale */
export async function changeSlitRoll(
  ctx: Context,
  previousRow: SlitRollRow,
  patch: Partial<SlitRollRow>,
  version?: number | null,
): Promise<SlitRollRow> {
  const nextRow = await ctx.rows.update(slitRoll, previousRow.id, patch, { version: version ?? null })
  const metricChanges = [
    [previousRow.workOrderId, calculateSlitRollMetrics(previousRow), calculateSlitRollMetrics(null)],
    [nextRow.workOrderId, calculateSlitRollMetrics(null), calculateSlitRollMetrics(nextRow)],
  ] as const
  if (previousRow.workOrderId === nextRow.workOrderId) {
    if (nextRow.workOrderId)
      await updateOrderMetrics(
        ctx,
        nextRow.workOrderId,
        calculateSlitRollMetrics(previousRow),
        calculateSlitRollMetrics(nextRow),
      )
  } else for (const [order, from, to] of metricChanges) if (order) await updateOrderMetrics(ctx, order, from, to)
  return nextRow
}
