import type { Context } from '@/server/context'
import { figuresChange, type OrderFigures } from '../rules/order-figures'

/**
 * Keeps the figures of a work order after rolls of it changed. The caller has locked the order. They raise no version:
 * whoever has the order open in a form is not disturbed by every doff.
 */
export async function keepFigures(
  ctx: Context,
  workOrderId: string,
  before: OrderFigures,
  after: OrderFigures,
): Promise<void> {
  const change = figuresChange(before, after)
  if (Object.values(change).every((value) => value === 0)) return
  await ctx.query(
    `update work_order set jumbo_rolls = jumbo_rolls + $3, jumbo_kg = jumbo_kg + $4, good_rolls = good_rolls + $5, good_kg = good_kg + $6,
       downgraded_kg = downgraded_kg + $7, waste_kg = waste_kg + $8, updated_at = $9 where site_id = $1 and id = $2`,
    [
      ctx.site,
      workOrderId,
      change.jumboRolls,
      change.jumboKg,
      change.goodRolls,
      change.goodKg,
      change.downgradedKg,
      change.wasteKg,
      ctx.now,
    ],
  )
  ctx.touch('workOrder')
}
