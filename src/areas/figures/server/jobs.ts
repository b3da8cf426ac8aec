/** Recalculates invalidated days, newest first, and keeps the running shift up to date. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { resolveShift } from '@/plant/server/plant'
import { findFirstDayWound } from '@/areas/rolls/server/queries/for-figures'
import type { Context } from '@/server/context'
import { runInOwnTransaction } from '@/server/pipeline'
import { columns, limit, sql } from '@/server/sql'
import { figureDay, figureMark } from '../contract/shift-figure'
import type { FactDays } from './facts'
import { countOf, keep, oneAtATime, type Count } from './keep'
import { markDays } from './marks'

/** Time budget of one job run. */
const A_TURN_MS = 200
const MOST = 31
const A_WEEK = 7
/** Invalidations per stretch; further ones, e.g. from a large import, are handled in another run. */
const MOST_MARKS = 20_000
/** The running day is recalculated even without changes, because its shift time grows. */
const RUNNING_EVERY_MS = 60_000

/**
 * Recalculates invalidated days; returns true if more days may remain. Source rows are read outside of a transaction,
 * because a lock for that long would delay users noticeably.
 */
export async function countFigures(ctx: Context): Promise<boolean> {
  const started = performance.now()
  await runInOwnTransaction(ctx, markRunning)
  const marked = await daysMarked(ctx)
  for (const days of together(marked)) {
    const marks = await marksOf(ctx, days)
    const count = await countOf(ctx, days)
    await runInOwnTransaction(ctx, (inside) => keepMarked(inside, count, marks))
    if (performance.now() - started > A_TURN_MS) return marked.at(-1) !== days.from || marked.length === MOST
  }
  return marked.length === MOST
}
/**
 * Stores a calculation that started after its invalidations were read. If one of them is gone, another process has
 * recalculated the days in between, perhaps from later source rows: the remaining ones are then recalculated.
 */
async function keepMarked(ctx: Context, count: Count, marks: readonly string[]): Promise<void> {
  await oneAtATime(ctx)
  const [left] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from figure_mark where site_id = ${ctx.site} and id = any(${marks}::uuid[])`,
  )
  if (left?.n !== marks.length) return
  await keep(ctx, count)
  // Newer invalidations stay, because the calculation may not include their source rows.
  await ctx.query(sql`delete from figure_mark where site_id = ${ctx.site} and id = any(${marks}::uuid[])`)
}
const marksOf = async (ctx: Context, { from, to }: FactDays): Promise<string[]> =>
  (
    await ctx.query(
      sql`select ${columns(figureMark, ['id'])} from figure_mark where site_id = ${ctx.site} and day >= ${from} and day <= ${to} ${limit(MOST_MARKS)}`,
    )
  ).map(({ id }) => id)
/** Groups days (newest first) into stretches of up to a week, which costs hardly more than two days. */
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

/** Invalidates the running day every minute, yesterday once after its end, and days that were never calculated. */
async function markRunning(ctx: Context): Promise<void> {
  const shift = await resolveShift(ctx)
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
/** Lists days since the first roll that were never calculated and are not invalidated. */
async function daysNeverCounted(ctx: Context, today: Day): Promise<Day[]> {
  const first = await findFirstDayWound(ctx)
  if (!first) return []
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select d::date::text as day from generate_series(${first}::date, ${today}::date, interval '1 day') d
      where not exists (select from figure_day f where f.site_id = ${ctx.site} and f.day = d::date) and not exists (select from figure_mark m where m.site_id = ${ctx.site} and m.day = d::date) ${limit(2000)}`,
  )
  return rows.map(({ day }) => day)
}
