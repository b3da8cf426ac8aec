/** The period that figures are asked for, and what it is compared with. */
import { addDays, daysBetween, type Day } from '@/plant/rules/plant-time'
import { comparedWith, likePassed, periodAround, type Days, type PeriodKind } from '@/plant/rules/periods'
import { shiftAt } from '@/plant/rules/shift'
import { firstDayCounted } from '@/areas/figures/server/queries'
import { calendarOf, passedOfToday } from '@/plant/server/plant'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'

export interface AskedPeriod {
  readonly kind: PeriodKind
  readonly days: Days
  /** The business date of now. */
  readonly today: Day
  readonly running: boolean
  /** What of it may hold figures: up to the business date of now. */
  readonly until: Days
  /** The part of `until` that is over, 0 to 1. */
  readonly passed: number
  /** The part of `days` that is over, 0 to 1. */
  readonly passedOfAll: number
  /** Its whole days, which changes are of; null while its first day runs. */
  readonly whole: Days | null
  /** As many days of the period before and of the year before. */
  readonly before: Days
  readonly yearBefore: Days
  /** Since when there are figures at all; null before the first. */
  readonly knownFrom: Day | null
}
/** Whether figures know the whole of some days: a year of which only November is known is none to compare with. */
export const isKnown = ({ knownFrom }: Pick<AskedPeriod, 'knownFrom'>, { from }: Days): boolean =>
  knownFrom !== null && knownFrom <= from
const FIRST_DAY = '1990-01-01'
/** The period around a business date, the present one unless told. @throws for days that no plant has */
export async function askedPeriod(
  ctx: Context,
  input: { period?: PeriodKind | null; day?: Day | null },
): Promise<AskedPeriod> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const today = shiftAt(ctx.now.toISOString(), pattern, timeZone).businessDate
  const kind = input.period ?? 'day'
  const day = input.day ?? today
  if (day < FIRST_DAY) throw refuseInput([{ path: ['day'], code: 'longAgo' }])
  if (day > addDays(today, 366)) throw refuseInput([{ path: ['day'], code: 'inFuture' }])
  const days = periodAround(kind, day)
  const running = days.from <= today && today <= days.to
  const compared = comparedWith(kind, days)
  const knownFrom = await firstDayCounted(ctx)
  if (!running)
    return {
      kind,
      days,
      today,
      running,
      until: days,
      passed: 1,
      passedOfAll: days.to < today ? 1 : 0,
      whole: days,
      ...compared,
      knownFrom,
    }
  const passedDays = daysBetween(days.from, today)
  const share = await passedOfToday(ctx)
  const like = (period: Days): Days => {
    const { from, to } = likePassed(period, Math.max(0, passedDays - 1))
    return { from, to }
  }
  return {
    kind,
    days,
    today,
    running,
    until: { from: days.from, to: today },
    passed: (passedDays + share) / (passedDays + 1),
    passedOfAll: (passedDays + share) / (daysBetween(days.from, days.to) + 1),
    whole: passedDays > 0 ? { from: days.from, to: addDays(today, -1) } : null,
    before: like(compared.before),
    yearBefore: like(compared.yearBefore),
    knownFrom,
  }
}
