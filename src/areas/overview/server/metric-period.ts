/** Resolves the requested period of metrics and the earlier periods that it is compared with. */
import { addDays, countDaysBetween, countDaysInRange, type Day } from '@/plant/rules/plant-time'
import {
  getComparisonPeriods,
  clipToElapsedDays,
  clipToToday,
  getPeriodOfDay,
  type DayRange,
  type PeriodKind,
} from '@/plant/rules/periods'
import { getShiftAt } from '@/plant/rules/shift'
import { loadCalculatedDays } from '@/areas/figures/server/queries'
import { loadPlantCalendar, calculateElapsedShareOfToday } from '@/plant/server/plant'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'

export interface MetricPeriod {
  readonly kind: PeriodKind
  readonly dayRange: DayRange
  /** The current business date. */
  readonly today: Day
  readonly isRunning: boolean
  /** The days that can hold metrics: up to the current business date; the whole period if it lies in the future. */
  readonly rangeUntilToday: DayRange
  /**
   * Share of `rangeUntilToday` that is over, 0 to 1. Null while some of these days are not calculated, because the due
   * target is then unknown.
   */
  readonly elapsedShareForTarget: number | null
  /** Share of the whole `dayRange` that is over, 0 to 1; for display, so never null. */
  readonly elapsedShareOfPeriod: number
  /**
   * Days that are over; only these days are compared with previous periods. Null on the first day and in a future
   * period.
   */
  readonly completeRange: DayRange | null
  /**
   * `previousRange` and `rangeYearBefore` lie in the previous period and in the previous year. Both have as many days as
   * `completeRange`.
   */
  readonly previousRange: DayRange
  readonly rangeYearBefore: DayRange
  /** First day with metrics (null if none), and past days not calculated yet. */
  readonly calculatedDays: CalculatedDays
}
export type CalculatedDays = Awaited<ReturnType<typeof loadCalculatedDays>>
/** True if every past day of the range is calculated. */
export const isFullyCalculated = ({ uncounted }: CalculatedDays, { from, to }: DayRange): boolean =>
  !uncounted.some((day) => from <= day && day <= to)
/** True if metrics cover the whole range; a partly covered year must not be compared. */
export const isComparable = ({ calculatedDays }: Pick<MetricPeriod, 'calculatedDays'>, days: DayRange): boolean =>
  calculatedDays.from !== null && calculatedDays.from <= days.from && isFullyCalculated(calculatedDays, days)
const EARLIEST_DAY = '1990-01-01'
/** A later day is a typing error. */
const MAX_DAYS_AHEAD = 366
/**
 * Resolves the period around a business date, by default the current one.
 * @throws 4013 for a day before 1990 or more than a year ahead
 */
export async function resolveMetricPeriod(
  ctx: Context,
  input: { period?: PeriodKind | null; day?: Day | null },
): Promise<MetricPeriod> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const today = getShiftAt(ctx.now.toISOString(), rotation, timeZone).businessDate
  const kind = input.period ?? 'day'
  const day = input.day ?? today
  if (day < EARLIEST_DAY) throw refuseInput([{ path: ['day'], code: 'longAgo' }])
  if (day > addDays(today, MAX_DAYS_AHEAD)) throw refuseInput([{ path: ['day'], code: 'inFuture' }])
  const dayRange = getPeriodOfDay(kind, day)
  const isRunning = dayRange.from <= today && today <= dayRange.to
  const comparisonPeriods = getComparisonPeriods(kind, dayRange)
  const calculatedDays = await loadCalculatedDays(ctx)
  const isFuture = dayRange.from > today
  const elapsedShareOfPastPeriod = isFullyCalculated(calculatedDays, dayRange) ? 1 : null
  if (!isRunning)
    return {
      kind,
      dayRange,
      today,
      isRunning,
      rangeUntilToday: dayRange,
      // A future period can be viewed to see its targets; nothing of these targets is due yet.
      elapsedShareForTarget: isFuture ? 0 : elapsedShareOfPastPeriod,
      elapsedShareOfPeriod: isFuture ? 0 : 1,
      completeRange: isFuture ? null : dayRange,
      previousRange: comparisonPeriods.before,
      rangeYearBefore: comparisonPeriods.yearBefore,
      calculatedDays,
    }
  const completeDayCount = countDaysBetween(dayRange.from, today)
  const shareOfToday = await calculateElapsedShareOfToday(ctx)
  // `clipToElapsedDays` includes one more day, for today; only complete days are compared here.
  const clipToElapsed = (period: DayRange): DayRange => {
    const { from, to } = clipToElapsedDays(period, Math.max(0, completeDayCount - 1))
    return { from, to }
  }
  const rangeUntilToday = clipToToday(dayRange, today)
  return {
    kind,
    dayRange,
    today,
    isRunning,
    rangeUntilToday,
    elapsedShareForTarget: isFullyCalculated(calculatedDays, rangeUntilToday)
      ? (completeDayCount + shareOfToday) / (completeDayCount + 1)
      : null,
    elapsedShareOfPeriod: (completeDayCount + shareOfToday) / countDaysInRange(dayRange),
    completeRange: completeDayCount > 0 ? { from: dayRange.from, to: addDays(today, -1) } : null,
    previousRange: clipToElapsed(comparisonPeriods.before),
    rangeYearBefore: clipToElapsed(comparisonPeriods.yearBefore),
    calculatedDays,
  }
}
