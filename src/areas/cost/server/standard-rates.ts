/** Standard rates apply from a day on and are never edited, only added or removed. A closed month keeps its rates. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toMonth } from '@/plant/rules/month'
import { listClosedMonths } from '@/plant/server/queries'
import { getDayStart } from '@/plant/server/plant'
import { listOrderIdsInPeriod } from '@/areas/orders/server/queries/costed-orders'
import type { Context } from '@/server/context'
import { standardRate } from '../contract/standard-rate'
import { invalidateCosts } from './invalidate-costs'
import { handle } from '@/server/area'

/**
 * POST /plant/standard_rate: adds a rate.
 * @throws 6000 if the first month of the rate or a later month is closed
 */
export const addStandardRate = handle(standardRate.endpoints.create, async (ctx, input) => {
  await assertRateMonthsOpen(ctx, input.effectiveFrom)
  const row = await ctx.rows.insert(standardRate, input)
  await invalidateCostsSinceRate(ctx, row)
  return row
})
/**
 * DELETE /plant/standard_rate: removes a rate.
 * @throws 6000 if the first month of the rate or a later month is closed
 */
export const removeStandardRate = handle(standardRate.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(standardRate, id)
  await assertRateMonthsOpen(ctx, row.effectiveFrom)
  await ctx.rows.remove(standardRate, id, { version: version ?? null })
  await invalidateCostsSinceRate(ctx, row)
  return null
})
/**
 * Refuses a rate if the month of its first day or a later month is closed.
 * @throws 6000 `cost:refusals.rateClosed`
 */
async function assertRateMonthsOpen(ctx: Context, from: string): Promise<void> {
  const month = (await listClosedMonths(ctx)).find((closedMonth) => closedMonth >= toMonth(from))
  if (month) throw refuse('cost:refusals.rateClosed', { month })
}
const invalidateCostsSinceRate = async (ctx: Context, row: Row<typeof standardRate>): Promise<void> =>
  invalidateCosts(
    ctx,
    await listOrderIdsInPeriod(ctx, { from: getDayStart(ctx, row.effectiveFrom), to: null, lineId: row.lineId }),
    {
      cause: 'standard',
      resource: standardRate.name,
      rowId: row.id,
    },
  )
