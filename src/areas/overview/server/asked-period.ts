/** The period that figures are asked for, and what it is compared with. */
import { addDays, countDaysBetween, type Day } from '@/plant/rules/plant-time'
import {
  getComparisonPeriods,
  clipToElapsedDays,
  getPeriodOfDay,
  type DayRange,
  type PeriodKind,
} from '@/plant/rules/periods'
import { getShiftAt } from '@/plant/rules/shift'
import { daysCounted } from '@/areas/figures/server/queries'
import { loadPlantCalendar, calculateElapsedShareOfToday } from '@/plant/server/plant'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'

export interface AskedPeriod {
  readonly kind: PeriodKind
  readonly days: DayRange
  /** The business date of now. */
  readonly today: Day
  readonly running: boolean
  /** What of it may hold figures: up to the business date of now. */
  readonly until: DayRange
  /** The part of `until` that is over, 0 to 1; null while days of it are not counted: then nobody can say what is due of it. */
  readonly passed: number | null
  /** The part of `days` that is over, 0 to 1. */
  readonly passedOfAll: number
  /** Its whole days, which changes are of; null while its first day runs. */
  readonly whole: DayRange | null
  /** As many days of the period before and of the year before. */
  readonly before: DayRange
  readonly yearBefore: DayRange
  /** Since when there are figures at all, null before the first; and past days that are not counted yet. */
  readonly counted: DaysCounted
}
export type DaysCounted = Awaited<ReturnType<typeof daysCounted>>
/** Whether every past day of some is counted. */
export const isWhole = ({ uncounted }: DaysCounted, { from, to }: DayRange): boolean =>
  !uncounted.some((day) => from <= day && day <= to)
/** Whether figures know the whole of some days: a year of which only November is known is none to compare with. */
export const isKnown = ({ counted }: Pick<AskedPeriod, 'counted'>, days: DayRange): boolean =>
  counted.from !== null && counted.from <= days.from && isWhole(counted, days)
const FIRST_DAY = '1990-01-01'
/** The period around a business date, the present one unless told. @throws for days that no plant has */
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
  const counted = await daysCounted(ctx)
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
