import { addDays, countDaysBetween, toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import { getDayStart, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { energyDay } from '../contract/kept-use'
import {
  getComparisonPeriods,
  clipToElapsedDays,
  getPeriodOfDay,
  type DayRange,
  type PeriodKind,
} from '@/plant/rules/periods'
import { KEPT_DAYS } from './count-day'
import { treeOf } from './meters'

/** A time span for reading: whole stored days, and the part of a day after them. */
export interface Span {
  readonly from: Day
  /** Last whole day; before `from` if there is none. */
  readonly to: Day
  readonly part: { readonly day: Day; readonly until: Moment } | null
  readonly begin: Moment
  readonly end: Moment
}
export interface Spans {
  readonly kind: PeriodKind
  /** The whole period. */
  readonly days: DayRange
  readonly running: boolean
  readonly now: Span
  /** Equally long parts of the previous period and of the same period a year before. */
  readonly before: Span
  readonly yearBefore: Span
}
/** Converts days, both inclusive, to a span. */
export const wholeSpan = (ctx: Context, { from, to }: DayRange): Span => ({
  from,
  to,
  part: null,
  begin: getDayStart(ctx, from),
  end: getDayStart(ctx, addDays(to, 1)),
})
function cutSpan(ctx: Context, from: Day, last: Day, passedMs: number): Span {
  const until = toMoment(toMillis(getDayStart(ctx, last)) + passedMs)
  return { from, to: addDays(last, -1), part: { day: last, until }, begin: getDayStart(ctx, from), end: until }
}

/** Resolves the period of a day (today by default) and its comparison spans; a running period uses the same hours. */
export function spansOf(ctx: Context, asked: { period?: PeriodKind | null; day?: Day | null }): Spans {
  const kind = asked.period ?? 'month'
  const now = getToday(ctx)
  const days = getPeriodOfDay(kind, asked.day ?? now)
  const running = days.from <= now && now <= days.to
  const compared = getComparisonPeriods(kind, days)
  if (!running)
    return {
      kind,
      days,
      running,
      now: wholeSpan(ctx, days),
      before: wholeSpan(ctx, compared.before),
      yearBefore: wholeSpan(ctx, compared.yearBefore),
    }
  const passedMs = ctx.now.getTime() - toMillis(getDayStart(ctx, now))
  const passed = countDaysBetween(days.from, now)
  const like = (period: DayRange): Span => {
    const { whole, ...cut } = clipToElapsedDays(period, passed)
    return whole ? wholeSpan(ctx, cut) : cutSpan(ctx, cut.from, cut.to, passedMs)
  }
  return {
    kind,
    days,
    running,
    now: cutSpan(ctx, days.from, now, passedMs),
    before: like(compared.before),
    yearBefore: like(compared.yearBefore),
  }
}

/**
 * Lists the whole days of a span that are not counted. Exclude their output from values per kg, and do not compare such
 * a span with complete ones.
 */
export async function daysNotKept(ctx: Context, { from, to }: Span): Promise<Day[]> {
  const rows = await ctx.query(
    sql<{ day: Day }>`select d::date::text as day from generate_series(${from}::date, ${to}::date, interval '1 day') d
      where not exists (select from energy_day e where e.site_id = ${ctx.site} and e.day = d::date) order by 1`,
  )
  return rows.map(({ day }) => day)
}

/** Loads the data gaps of a span: uncounted days and hours without readings. A plant without meters has no gaps. */
export async function gapsOf(
  ctx: Context,
  { from, to }: DayRange,
): Promise<{ uncountedDays: number; missingHours: number }> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number; missing: number }>`count(*)::int as n, coalesce(sum(missing), 0)::int as missing`} from energy_day
     where site_id = ${ctx.site} and day >= ${from} and day <= ${to}`,
  )
  const [first] = await ctx.query(
    sql`select ${columns(energyDay, ['day'])} from energy_day where site_id = ${ctx.site} order by day limit 1`,
  )
  // Days before the first counted day or beyond `COUNTED_DAYS`, and future days, are not missing.
  const oldest = addDays(getToday(ctx), 1 - KEPT_DAYS)
  const known = first && first.day < oldest ? first.day : oldest
  const begin = known > from ? known : from
  if (!first && (await treeOf(ctx)).counting.length === 0) return { uncountedDays: 0, missingHours: 0 }
  const end = to < getToday(ctx) ? to : addDays(getToday(ctx), -1)
  const whole = Math.max(0, countDaysBetween(begin, end) + 1)
  return { uncountedDays: Math.max(0, whole - (row?.n ?? 0)), missingHours: row?.missing ?? 0 }
}
