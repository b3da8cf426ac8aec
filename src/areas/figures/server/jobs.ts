/** Counts what is marked, the newest first, and goes on with the shift that runs. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { shiftOf } from '@/plant/server/plant'
import { firstDayWound } from '@/areas/rolls/server/queries/for-figures'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { figureDay } from '../contract/shift-figure'
import type { FactDays } from './facts'
import { countDays } from './keep'
import { markDays } from './marks'

/** A turn is one transaction that others may wait for: it counts days that follow on one another together, until this is over. */
const A_TURN_MS = 200
const MOST = 31
const A_WEEK = 7
/** Time goes on in a shift without anything happening. */
const RUNNING_EVERY_MS = 60_000

export async function countFigures(ctx: Context): Promise<boolean> {
  const started = performance.now()
  await markRunning(ctx)
  const marked = await daysMarked(ctx)
  for (const days of together(marked)) {
    await ctx.query(
      sql`delete from figure_mark where site_id = ${ctx.site} and day >= ${days.from} and day <= ${days.to}`,
    )
    await countDays(ctx, days)
    if (performance.now() - started > A_TURN_MS) return marked.at(-1) !== days.from || marked.length === MOST
  }
  return marked.length === MOST
}
/** Days, the newest first, as stretches of up to a week: a week costs hardly more than two days. */
function together(days: readonly Day[]): FactDays[] {
  const stretches: { from: Day; to: Day; days: number }[] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last && last.days < A_WEEK && addDays(day, 1) === last.from)
      Object.assign(last, { from: day, days: last.days + 1 })
    else stretches.push({ from: day, to: day, days: 1 })
  }
  return stretches
}
const daysMarked = async (ctx: Context): Promise<Day[]> =>
  (
    await ctx.query(
      sql<{
        day: Day
      }>`select day::text as day from figure_mark where site_id = ${ctx.site} group by day order by figure_mark.day desc ${limit(MOST)}`,
    )
  ).map(({ day }) => day)

/** The running day every minute, the one before it once after its end; all of them where nothing was ever counted. */
async function markRunning(ctx: Context): Promise<void> {
  const shift = await shiftOf(ctx)
  const [today, yesterday] = [shift.businessDate, addDays(shift.businessDate, -1)]
  const known = await ctx.query(
    sql`select ${columns(figureDay, ['day', 'countedAt'])} from figure_day where site_id = ${ctx.site} and day >= ${yesterday} order by day`,
  )
  const countedAt = new Map(known.map((one) => [one.day, Date.parse(one.countedAt)]))
  if (!countedAt.has(yesterday)) {
    const days = await daysNeverCounted(ctx, today)
    if (days.length > 0) await markDays(ctx, days)
  }
  const due = (countedAt.get(today) ?? 0) < ctx.now.getTime() - RUNNING_EVERY_MS
  if (due) await markDays(ctx, [today])
  const ended = Date.parse(shift.startsAt)
  if (due && (countedAt.get(yesterday) ?? 0) < ended) await markDays(ctx, [yesterday])
}
/** Days since the first roll that were never counted and wait for nothing. */
async function daysNeverCounted(ctx: Context, today: Day): Promise<Day[]> {
  const first = await firstDayWound(ctx)
  if (!first) return []
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select d::date::text as day from generate_series(${first}::date, ${today}::date, interval '1 day') d
      where not exists (select from figure_day f where f.site_id = ${ctx.site} and f.day = d::date) and not exists (select from figure_mark m where m.site_id = ${ctx.site} and m.day = d::date) ${limit(2000)}`,
  )
  return rows.map(({ day }) => day)
}
