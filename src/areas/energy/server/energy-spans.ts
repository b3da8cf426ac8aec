/** Time spans of energy analyses: the requested period and the earlier periods that it is compared with. */
import {
  addDays,
  countDaysBetween,
  countDaysInRange,
  toMillis,
  toMoment,
  type Day,
  type Moment,
} from '@/plant/rules/plant-time'
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
import { RECALCULATED_DAYS } from './recalculate-energy-days'
import { loadMeterTree } from './meters'

/** A time span: whole days, whose energy is stored, and the partial day after them, whose energy is not. */
export interface EnergySpan {
  readonly from: Day
  /** Last whole day; before `from` if there is none. */
  readonly to: Day
  readonly partialDay: { readonly day: Day; readonly until: Moment } | null
  /** Start of `from` and end of the partial day, else of `to`. */
  readonly begin: Moment
  readonly end: Moment
}
/** The span of a period, and the two earlier spans that it is compared with. */
export interface EnergySpans {
  readonly kind: PeriodKind
  /** The whole period. */
  readonly dayRange: DayRange
  readonly isRunning: boolean
  readonly current: EnergySpan
  /** Equally long parts of the previous period and of the same period a year before. */
  readonly previous: EnergySpan
  readonly yearEarlier: EnergySpan
}
/** Converts a range of days, first and last included, to a span. */
export const toWholeDaySpan = (ctx: Context, { from, to }: DayRange): EnergySpan => ({
  from,
  to,
  partialDay: null,
  begin: getDayStart(ctx, from),
  end: getDayStart(ctx, addDays(to, 1)),
})
/** Builds a span that ends `elapsedMs` after the start of its last day. */
function buildSpanUntil(ctx: Context, from: Day, lastDay: Day, elapsedMs: number): EnergySpan {
  const until = toMoment(toMillis(getDayStart(ctx, lastDay)) + elapsedMs)
  return {
    from,
    to: addDays(lastDay, -1),
    partialDay: { day: lastDay, until },
    begin: getDayStart(ctx, from),
    end: until,
  }
}

/**
 * Resolves the period of a day (today by default) and its comparison spans. If the period is still running, all spans
 * end after the same elapsed time.
 */
export function resolveSpans(ctx: Context, query: { period?: PeriodKind | null; day?: Day | null }): EnergySpans {
  const kind = query.period ?? 'month'
  const today = getToday(ctx)
  const dayRange = getPeriodOfDay(kind, query.day ?? today)
  const isRunning = dayRange.from <= today && today <= dayRange.to
  const comparisonPeriods = getComparisonPeriods(kind, dayRange)
  if (!isRunning)
    return {
      kind,
      dayRange,
      isRunning,
      current: toWholeDaySpan(ctx, dayRange),
      previous: toWholeDaySpan(ctx, comparisonPeriods.before),
      yearEarlier: toWholeDaySpan(ctx, comparisonPeriods.yearBefore),
    }
  const elapsedMs = ctx.now.getTime() - toMillis(getDayStart(ctx, today))
  const elapsedDays = countDaysBetween(dayRange.from, today)
  const toComparableSpan = (period: DayRange): EnergySpan => {
    const { whole, ...clippedRange } = clipToElapsedDays(period, elapsedDays)
    return whole
      ? toWholeDaySpan(ctx, clippedRange)
      : buildSpanUntil(ctx, clippedRange.from, clippedRange.to, elapsedMs)
  }
  return {
    kind,
    dayRange,
    isRunning,
    current: buildSpanUntil(ctx, dayRange.from, today, elapsedMs),
    previous: toComparableSpan(comparisonPeriods.before),
    yearEarlier: toComparableSpan(comparisonPeriods.yearBefore),
  }
}

/**
 * Lists the whole days of a span whose energy is not calculated yet. Exclude their output from values per kg, and do not
 * compare such a span with complete ones.
 */
export async function listUncountedDays(ctx: Context, { from, to }: EnergySpan): Promise<Day[]> {
  const rows = await ctx.query(
    sql<{ day: Day }>`select d::date::text as day from generate_series(${from}::date, ${to}::date, interval '1 day') d
      where not exists (select from energy_day e where e.site_id = ${ctx.site} and e.day = d::date) order by 1`,
  )
  return rows.map(({ day }) => day)
}

/** Counts days that are not calculated yet and hours without readings. A plant without meters has no gaps. */
export async function loadDataGaps(
  ctx: Context,
  { from, to }: DayRange,
): Promise<{ uncountedDays: number; missingHours: number }> {
  const [storedDays] = await ctx.query(
    sql`select ${computed<{ n: number; missing: number }>`count(*)::int as n, coalesce(sum(missing), 0)::int as missing`} from energy_day
     where site_id = ${ctx.site} and day >= ${from} and day <= ${to}`,
  )
  const [firstStoredDay] = await ctx.query(
    sql`select ${columns(energyDay, ['day'])} from energy_day where site_id = ${ctx.site} order by day limit 1`,
  )
  // Future days are not missing. Days that are too old for the job (`RECALCULATED_DAYS`) are missing only after the first
  // calculated day.
  const oldestRecalculatedDay = addDays(getToday(ctx), 1 - RECALCULATED_DAYS)
  const firstExpectedDay =
    firstStoredDay && firstStoredDay.day < oldestRecalculatedDay ? firstStoredDay.day : oldestRecalculatedDay
  const firstDay = firstExpectedDay > from ? firstExpectedDay : from
  if (!firstStoredDay && (await loadMeterTree(ctx)).physicalMeters.length === 0)
    return { uncountedDays: 0, missingHours: 0 }
  const lastDay = to < getToday(ctx) ? to : addDays(getToday(ctx), -1)
  const expectedDayCount = Math.max(0, countDaysInRange({ from: firstDay, to: lastDay }))
  return { uncountedDays: Math.max(0, expectedDayCount - (storedDays?.n ?? 0)), missingHours: storedDays?.missing ?? 0 }
}
