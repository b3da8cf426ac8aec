/** The requested period of metrics and the periods it is compared with. */
import { addDays, countDaysBetween, type Day } from '@/plant/rules/plant-time'
import {
  getComparisonPeriods,
  clipToElapsedDays,
  getPeriodOfDay,
  type DayRange,
  type PeriodKind,
} from '@/plant/rules/periods'
import { getShiftAt } from '@/plant/rules/shift'
import { loadCalculatedDays } from '@/areas/figures/server/queries'
import { loadPlantCalendar, calculateElapsedShareOfToday } from '@/plant/server/plant'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'

export interface AskedPeriod {
  readonly kind: PeriodKind
  readonly days: DayRange
  /** The current business date. */
  readonly today: Day
  readonly running: boolean
  /** The part that can hold metrics: up to the current business date. */
  readonly until: DayRange
  /**
   * Share of `daysUntilToday` that is over, 0 to 1; null while some of its days are not calculated, as the due target
   * is then unknown.
   */
  readonly passed: number | null
  /** Share of `days` that is over, 0 to 1. */
  readonly passedOfAll: number
  /** Complete days, which changes refer to; null on the first day. */
  readonly whole: DayRange | null
  /** As many days of the previous period and of the previous year. */
  readonly before: DayRange
  readonly yearBefore: DayRange
  /** First day with metrics (null if none), and past days not calculated yet. */
  readonly counted: DaysCounted
}
export type DaysCounted = Awaited<ReturnType<typeof loadCalculatedDays>>
/** True if every past day of the range is calculated. */
export const isWhole = ({ uncounted }: DaysCounted, { from, to }: DayRange): boolean =>
  !uncounted.some((day) => from <= day && day <= to)
/** True if metrics cover the whole range; a partly covered year must not be compared. */
export const isKnown = ({ counted }: Pick<AskedPeriod, 'counted'>, days: DayRange): boolean =>
  counted.from !== null && counted.from <= days.from && isWhole(counted, days)
const FIRST_DAY = '1990-01-01'
/**
 * Resolves the period around a business date, by default the current one.
 * @throws 4013 for a day before 1990 or more than a year ahead
 */
export async function askedPeriod(
  ctx: Context,
  input: { period?: PeriodKind | null; day?: Day | null },
): Promise<AskedPeriod> {
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const today = getShiftAt(ctx.now.toISOString(), pattern, timeZone).businessDate
  const kind = input.period ?? 'day'
  const day = input.day ?? today
  if (day < FIRST_DAY) throw refuseInput([{ path: ['day'], code: 'longAgo' }])
  if (day > addDays(today, 366)) throw refuseInput([{ path: ['day'], code: 'inFuture' }])
  const days = getPeriodOfDay(kind, day)
  const running = days.from <= today && today <= days.to
  const compared = getComparisonPeriods(kind, days)
  const counted = await loadCalculatedDays(ctx)
  if (!running)
    return {
      kind,
      days,
      today,
      running,
      until: days,
      passed: isWhole(counted, days) ? 1 : null,
      passedOfAll: days.to < today ? 1 : 0,
      whole: days,
      ...compared,
      counted,
    }
  const passedDays = countDaysBetween(days.from, today)
  const share = await calculateElapsedShareOfToday(ctx)
  const like = (period: DayRange): DayRange => {
    const { from, to } = clipToElapsedDays(period, Math.max(0, passedDays - 1))
    return { from, to }
  }
  const until = { from: days.from, to: today }
  return {
    kind,
    days,
    today,
    running,
    until,
    passed: isWhole(counted, until) ? (passedDays + share) / (passedDays + 1) : null,
    passedOfAll: (passedDays + share) / (countDaysBetween(days.from, days.to) + 1),
    whole: passedDays > 0 ? { from: days.from, to: addDays(today, -1) } : null,
    before: like(compared.before),
    yearBefore: like(compared.yearBefore),
    counted,
  }
}
