/** Resolves the shift or period of the glance. */
import { refuseInput } from '@/contract/errno'
import { addDays, addMonths, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import type { DayRange } from '@/plant/rules/periods'
import { getShiftAt, getShiftsOfDay, type Shift } from '@/plant/rules/shift'
import { loadPlantCalendar } from '@/plant/server/plant'
import { loadCalculatedDays } from '@/areas/figures/server/queries'
import type { Context } from '@/server/context'
import type { GlancePeriod } from '../contract/glance-endpoints'
import { resolveMetricPeriod, isFullyCounted, type CountedDays } from './metric-period'

export interface DaysOrShift extends DayRange {
  readonly shift: string | null
}
export interface GlanceSpan {
  readonly kind: GlancePeriod
  readonly displayed: DaysOrShift
  readonly team: string | null
  readonly startsAt: Moment
  readonly endsAt: Moment
  readonly running: boolean
  /**
   * Share of the time of metrics and targets that is over, null while days are not calculated; and share of the whole
   * displayed time, 0 to 1.
   */
  readonly elapsedShare: number | null
  readonly totalElapsedShare: number
  /** The part that can hold metrics, and the complete part that changes refer to; null if none is complete. */
  readonly untilNow: DaysOrShift
  readonly wholePart: DaysOrShift | null
  readonly before: DaysOrShift
  readonly yearBefore: DaysOrShift
  readonly counted: CountedDays
  /** The current business date. */
  readonly today: Day
}
/** The current shift is the default once this share of it is over; before that the previous shift is. */
const MIN_SHARE_OF_SHIFT = 0.5

/** Resolves the shift or period of the glance, by default the current or the previous shift. */
export async function resolveGlanceSpan(
  ctx: Context,
  input: { period?: GlancePeriod | null; day?: Day | null; shift?: string | null },
): Promise<GlanceSpan> {
  if (input.period && input.period !== 'shift')
    return resolvePeriodSpan(ctx, { period: input.period, day: input.day ?? null })
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const now = ctx.now.getTime()
  const currentShift = getShiftAt(ctx.now.toISOString(), pattern, timeZone)
  const getDefaultShift = (): Shift =>
    calculateShiftShare(currentShift, now) >= MIN_SHARE_OF_SHIFT
      ? currentShift
      : getShiftAt(new Date(toMillis(currentShift.startsAt) - 1).toISOString(), pattern, timeZone)
  const findNamedShift = (day: Day): Shift => {
    const shifts = getShiftsOfDay(day, pattern, timeZone)
    const namedShift = input.shift ? shifts.find(({ shift }) => shift === input.shift) : shifts.at(-1)
    if (!namedShift) throw refuseInput([{ path: ['shift'], code: 'notAnOption' }])
    return namedShift
  }
  const shift = input.day || input.shift ? findNamedShift(input.day ?? currentShift.businessDate) : getDefaultShift()
  const { businessDate: day } = shift
  const toSpan = (from: Day): DaysOrShift => ({ from, to: from, shift: shift.shift })
  const elapsed = calculateShiftShare(shift, now)
  const displayed = toSpan(day)
  const counted = await loadCalculatedDays(ctx)
  return {
    kind: 'shift',
    displayed,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    running: elapsed < 1,
    elapsedShare: isFullyCounted(counted, displayed) ? elapsed : null,
    totalElapsedShare: elapsed,
    untilNow: displayed,
    wholePart: elapsed < 1 ? null : displayed,
    before: toSpan(addDays(day, -1)),
    yearBefore: toSpan(addMonths(day, -12)),
    counted,
    today: currentShift.businessDate,
  }
}
const calculateShiftShare = ({ startsAt, endsAt }: Pick<Shift, 'startsAt' | 'endsAt'>, now: number): number =>
  Math.min(1, Math.max(0, (now - toMillis(startsAt)) / (toMillis(endsAt) - toMillis(startsAt))))

async function resolvePeriodSpan(
  ctx: Context,
  input: { period: Exclude<GlancePeriod, 'shift'>; day: Day | null },
): Promise<GlanceSpan> {
  const period = await resolveMetricPeriod(ctx, input)
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const toSpan = (days: DayRange): DaysOrShift => ({ ...days, shift: null })
  const firstShift = getShiftsOfDay(period.days.from, pattern, timeZone)[0]!
  const lastShift = getShiftsOfDay(period.days.to, pattern, timeZone).at(-1)!
  return {
    kind: period.kind,
    displayed: toSpan(period.days),
    team: null,
    startsAt: firstShift.startsAt,
    endsAt: lastShift.endsAt,
    running: period.running,
    elapsedShare: period.elapsedShare,
    totalElapsedShare: period.totalElapsedShare,
    untilNow: toSpan(period.daysUntilToday),
    wholePart: period.wholeDays && toSpan(period.wholeDays),
    before: toSpan(period.before),
    yearBefore: toSpan(period.yearBefore),
    counted: period.counted,
    today: period.today,
  }
}
