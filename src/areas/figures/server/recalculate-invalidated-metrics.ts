/** Recalculates invalidated days, newest first, and keeps the running shift up to date. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { resolveShift } from '@/plant/server/plant'
import { findFirstWindingDay } from '@/areas/slitting/server/queries/shift-output'
import type { Context } from '@/server/context'
import { runInPortions } from '@/server/jobs/run-in-portions'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { columns, limit, sql } from '@/server/sql'
import { metricDay, metricInvalidation } from '../contract/metrics'
import type { MetricDays } from './metric-sources'
import { calculateSums, storeSums, lockSumCalculation, type SumCalculation } from './store-sums'
import { invalidateMetricDays } from './invalidate-days'

/** Time after which a run of the job stops. */
const RUN_BUDGET_MS = 200
const MAX_DAYS_PER_RUN = 31
const MAX_STRETCH_DAYS = 7
/** Maximum number of days that one run invalidates because they were never calculated. */
const MAX_NEW_DAYS = 2000
/**
 * Maximum number of invalidations read per stretch of days. Another run handles the rest, e.g. after a large import.
 */
const MAX_INVALIDATIONS = 20_000
/** The running day is recalculated even without changes, because its shift time grows. */
const RUNNING_DAY_INTERVAL_MS = 60_000

/**
 * Recalculates invalidated days; returns true if more days may remain. Source rows are read outside of the transaction
 * that holds the lock, because a long lock would delay users.
 */
export async function recalculateInvalidatedMetrics(ctx: Context): Promise<boolean> {
  await runInOwnTransaction(ctx, invalidateRunningDays)
  const invalidatedDays = await listInvalidatedDays(ctx)
  const hasMoreDays = await runInPortions(groupIntoStretches(invalidatedDays), RUN_BUDGET_MS, async (days) => {
    const invalidationIds = await listInvalidationIds(ctx, days)
    const calculation = await calculateSums(ctx, days)
    await runInOwnTransaction(ctx, (writeCtx) => storeInvalidatedDays(writeCtx, calculation, invalidationIds))
  })
  return hasMoreDays || invalidatedDays.length === MAX_DAYS_PER_RUN
}
/**
 * Stores a calculation that started after its invalidations were read. Stores nothing if an invalidation has been
 * deleted meanwhile: another process has recalculated the days, perhaps from later source rows. The next run
 * recalculates the days of the remaining invalidations.
 */
async function storeInvalidatedDays(
  ctx: Context,
  calculation: SumCalculation,
  invalidationIds: readonly string[],
): Promise<void> {
  await lockSumCalculation(ctx)
  const [remainingInvalidations] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from figure_mark where site_id = ${ctx.site} and id = any(${invalidationIds}::uuid[])`,
  )
  if (remainingInvalidations?.n !== invalidationIds.length) return
  await storeSums(ctx, calculation)
  // Newer invalidations stay, because the calculation may not include their source rows.
  await ctx.query(sql`delete from figure_mark where site_id = ${ctx.site} and id = any(${invalidationIds}::uuid[])`)
}
const listInvalidationIds = async (ctx: Context, { from, to }: MetricDays): Promise<string[]> =>
  (
    await ctx.query(
      sql`select ${columns(metricInvalidation, ['id'])} from figure_mark where site_id = ${ctx.site} and day >= ${from} and day <= ${to} ${limit(MAX_INVALIDATIONS)}`,
    )
  ).map(({ id }) => id)
/** Groups days (newest first) into stretches of up to a week. Calculating a week takes hardly longer than two days. */
function groupIntoStretches(days: readonly Day[]): MetricDays[] {
  const stretches: { from: Day; to: Day; dayCount: number }[] = []
  for (const day of days) {
    const lastStretch = stretches.at(-1)
    if (lastStretch && lastStretch.dayCount < MAX_STRETCH_DAYS && addDays(day, 1) === lastStretch.from)
      Object.assign(lastStretch, { from: day, dayCount: lastStretch.dayCount + 1 })
    else stretches.push({ from: day, to: day, dayCount: 1 })
  }
  return stretches
}
const listInvalidatedDays = async (ctx: Context): Promise<Day[]> =>
  (
    await ctx.query(
      sql<{
        day: Day
      }>`select day::text as day from figure_mark where site_id = ${ctx.site} group by day order by figure_mark.day desc ${limit(MAX_DAYS_PER_RUN)}`,
    )
  ).map(({ day }) => day)

/** Invalidates the running day every minute, yesterday once in every shift, and days that were never calculated. */
async function invalidateRunningDays(ctx: Context): Promise<void> {
  const shift = await resolveShift(ctx)
  const today = shift.businessDate
  const yesterday = addDays(today, -1)
  const calculatedDays = await ctx.query(
    sql`select ${columns(metricDay, ['day', 'countedAt'])} from figure_day where site_id = ${ctx.site} and day >= ${yesterday} order by day`,
  )
  const countedAtMsByDay = new Map(calculatedDays.map((row) => [row.day, Date.parse(row.countedAt)]))
  if (!countedAtMsByDay.has(yesterday)) {
    const days = await listDaysNeverCalculated(ctx, today)
    if (days.length > 0) await invalidateMetricDays(ctx, days)
  }
  const isDue = (countedAtMsByDay.get(today) ?? 0) < ctx.now.getTime() - RUNNING_DAY_INTERVAL_MS
  if (isDue) await invalidateMetricDays(ctx, [today])
  const shiftStartMs = Date.parse(shift.startsAt)
  if (isDue && (countedAtMsByDay.get(yesterday) ?? 0) < shiftStartMs) await invalidateMetricDays(ctx, [yesterday])
}
/** Lists days since the first roll that were never calculated and are not invalidated. */
async function listDaysNeverCalculated(ctx: Context, today: Day): Promise<Day[]> {
  const firstDay = await findFirstWindingDay(ctx)
  if (!firstDay) return []
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select d::date::text as day from generate_series(${firstDay}::date, ${today}::date, interval '1 day') d
      where not exists (select from figure_day f where f.site_id = ${ctx.site} and f.day = d::date) and not exists (select from figure_mark m where m.site_id = ${ctx.site} and m.day = d::date) ${limit(MAX_NEW_DAYS)}`,
  )
  return rows.map(({ day }) => day)
}
