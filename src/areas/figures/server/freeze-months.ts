/** Freezes the metrics of closed months. */
import { getMonthDays } from '@/plant/rules/month'
import { addDays, HOUR_MS, type Day } from '@/plant/rules/plant-time'
import { resolveShift } from '@/plant/server/plant'
import { listClosedMonths } from '@/plant/server/queries'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { metricCorrection } from '@/areas/figures/contract/metrics'
import { recalculateMetricDays } from './store-sums'
import { invalidateMetricDays } from './invalidate-days'

/**
 * Closing recalculates and freezes a month. Reopening unfreezes the month and reverts its corrections of cause `late`,
 * because the recalculation then includes the source rows that arrived after the closing.
 */
export async function applyMonthStateToMetrics(
  ctx: Context,
  { month, closed }: { month: string; closed: boolean },
): Promise<void> {
  const dayRange = getMonthDays(month)
  if (!closed) return reopenDays(ctx, dayRange)
  await recalculateMetricDays(ctx, dayRange)
  await ctx.query(
    sql`delete from figure_mark where site_id = ${ctx.site} and day >= ${dayRange.from} and day <= ${dayRange.to}`,
  )
  await freezeDays(ctx, dayRange)
}
const freezeDays = (ctx: Context, { from, to }: { from: Day; to: Day }, countedBefore: Date | null = null) =>
  ctx.query(
    sql`update figure_day set frozen = true, updated_at = ${ctx.now} where site_id = ${ctx.site} and day >= ${from} and day <= ${to} and not frozen
      and (${countedBefore}::timestamptz is null or counted_at < ${countedBefore})`,
  )
async function reopenDays(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<void> {
  await ctx.query(
    sql`update figure_day set frozen = false, updated_at = ${ctx.now} where site_id = ${ctx.site} and day >= ${from} and day <= ${to}`,
  )
  const lateBookings = await ctx.query(
    sql`select ${columns(metricCorrection, ['ofDay', 'team', 'lineId', 'workOrderId', 'sum'])}, ${computed<{ delta: number }>`sum(delta)::float8 as delta`} from figure_correction
      where site_id = ${ctx.site} and cause = 'late' and of_day >= ${from} and of_day <= ${to} group by of_day, team, line_id, work_order_id, sum having sum(delta) <> 0`,
  )
  const { businessDate, shift } = await resolveShift(ctx)
  for (const { delta, ...bookingKey } of lateBookings)
    await ctx.rows.insert(metricCorrection, {
      ...bookingKey,
      businessDate,
      shift,
      delta: -delta,
      before: 0,
      cause: 'late',
      at: ctx.now.toISOString(),
    })
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  await invalidateMetricDays(ctx, days)
}
/** Freezes days of closed months that were calculated after the closing, an hour after their last calculation. */
export async function freezeSettledMonths(ctx: Context): Promise<void> {
  const [unfrozenRange] = await ctx.query(
    sql<{
      first: Day | null
      last: Day | null
    }>`select min(day)::text as first, max(day)::text as last from figure_day where site_id = ${ctx.site} and not frozen`,
  )
  if (!unfrozenRange?.first || !unfrozenRange.last) return
  for (const month of await listClosedMonths(ctx)) {
    const dayRange = getMonthDays(month)
    if (dayRange.to < unfrozenRange.first || dayRange.from > unfrozenRange.last) continue
    const [invalidations] = await ctx.query(
      sql<{
        n: number
      }>`select count(*)::int as n from figure_mark where site_id = ${ctx.site} and day >= ${dayRange.from} and day <= ${dayRange.to}`,
    )
    if (invalidations?.n === 0) await freezeDays(ctx, dayRange, new Date(ctx.now.getTime() - HOUR_MS))
  }
}
