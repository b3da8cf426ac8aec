import { addDays, countDaysBetween, toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import { getDayStart, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { energyDay } from '../contract/energy-use'
import {
  getComparisonPeriods,
  clipToElapsedDays,
  getPeriodOfDay,
  type DayRange,
  type PeriodKind,
} from '@/plant/rules/periods'
import { COUNTED_DAYS } from './count-energy-days'
import { loadMeterTree } from './meters'

/** A time span for reading: whole stored days, and the part of a day after them. */
export interface EnergySpan {
  readonly from: Day
  /** Last whole day; before `from` if there is none. */
  readonly to: Day
  readonly part: { readonly day: Day; readonly until: Moment } | null
  readonly begin: Moment
  readonly end: Moment
}
export interface EnergySpans {
  readonly kind: PeriodKind
  /** The whole period. */
  readonly days: DayRange
  readonly running: boolean
  readonly now: EnergySpan
  /** Equally long parts of the previous period and of the same period a year before. */
  readonly before: EnergySpan
  readonly yearBefore: EnergySpan
}
/** Converts days, both inclusive, to a span. */
export const toWholeDaySpan = (ctx: Context, { from, to }: DayRange): EnergySpan => ({
  from,
  to,
  part: null,
  begin: getDayStart(ctx, from),
  end: getDayStart(ctx, addDays(to, 1)),
})
function buildCutSpan(ctx: Context, from: Day, last: Day, passedMs: number): EnergySpan {
  const until = toMoment(toMillis(getDayStart(ctx, last)) + passedMs)
  return { from, to: addDays(last, -1), part: { day: last, until }, begin: getDayStart(ctx, from), end: until }
}

/** Resolves the period of a day (today by default) and its comparison spans; a running period uses the same hours. */
export function resolveSpans(ctx: Context, query: { period?: PeriodKind | null; day?: Day | null }): EnergySpans {
  const kind = query.period ?? 'month'
  const today = getToday(ctx)
  const days = getPeriodOfDay(kind, query.day ?? today)
  const running = days.from <= today && today <= days.to
  const comparisonPeriods = getComparisonPeriods(kind, days)
  if (!running)
    return {
      kind,
      days,
      running,
      now: toWholeDaySpan(ctx, days),
      before: toWholeDaySpan(ctx, comparisonPeriods.before),
      yearBefore: toWholeDaySpan(ctx, comparisonPeriods.yearBefore),
    }
  const passedMs = ctx.now.getTime() - toMillis(getDayStart(ctx, today))
  const elapsedDays = countDaysBetween(days.from, today)
  const toComparableSpan = (period: DayRange): EnergySpan => {
    const { whole, ...cut } = clipToElapsedDays(period, elapsedDays)
    return whole ? toWholeDaySpan(ctx, cut) : buildCutSpan(ctx, cut.from, cut.to, passedMs)
  }
  return {
    kind,
    days,
    running,
    now: buildCutSpan(ctx, days.from, today, passedMs),
    before: toComparableSpan(comparisonPeriods.before),
    yearBefore: toComparableSpan(comparisonPeriods.yearBefore),
  }
}

/**
 * Lists the whole days of a span that are not counted. Exclude their output from values per kg, and do not compare such
 * a span with complete ones.
 */
export async function listUncountedDays(ctx: Context, { from, to }: EnergySpan): Promise<Day[]> {
  const rows = await ctx.query(
    sql<{ day: Day }>`select d::date::text as day from generate_series(${from}::date, ${to}::date, interval '1 day') d
      where not exists (select from energy_day e where e.site_id = ${ctx.site} and e.day = d::date) order by 1`,
  )
  return rows.map(({ day }) => day)
}

/** Loads the data gaps of a span: uncounted days and hours without readings. A plant without meters has no gaps. */
export async function loadDataGaps(
  ctx: Context,
  { from, to }: DayRange,
): Promise<{ uncountedDays: number; missingHours: number }> {
  const [countedRow] = await ctx.query(
    sql`select ${computed<{ n: number; missing: number }>`count(*)::int as n, coalesce(sum(missing), 0)::int as missing`} from energy_day
     where site_id = ${ctx.site} and day >= ${from} and day <= ${to}`,
  )
  const [firstCounted] = await ctx.query(
    sql`select ${columns(energyDay, ['day'])} from energy_day where site_id = ${ctx.site} order by day limit 1`,
  )
  // Days before the first counted day or beyond `COUNTED_DAYS`, and future days, are not missing.
  const oldest = addDays(getToday(ctx), 1 - COUNTED_DAYS)
  const earliestExpected = firstCounted && firstCounted.day < oldest ? firstCounted.day : oldest
  const begin = earliestExpected > from ? earliestExpected : from
  if (!firstCounted && (await loadMeterTree(ctx)).counting.length === 0) return { uncountedDays: 0, missingHours: 0 }
  const end = to < getToday(ctx) ? to : addDays(getToday(ctx), -1)
  const expectedDays = Math.max(0, countDaysBetween(begin, end) + 1)
  return { uncountedDays: Math.max(0, expectedDays - (countedRow?.n ?? 0)), missingHours: countedRow?.missing ?? 0 }
}
