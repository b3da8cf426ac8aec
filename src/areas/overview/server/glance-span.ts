/** Resolves the shift or period of the glance. */
import { refuseInput } from '@/contract/errno'
import { addDays, addMonths, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import type { DayRange } from '@/plant/rules/periods'
import { getShiftAt, getShiftsOfDay, type Shift } from '@/plant/rules/shift'
import { loadPlantCalendar } from '@/plant/server/plant'
import { loadCalculatedDays } from '@/areas/figures/server/queries'
import type { Context } from '@/server/context'
import type { GlancePeriod } from '../contract/glance-endpoints'
import { resolveMetricPeriod, isFullyCalculated, type CalculatedDays } from './metric-period'

/** Range of business dates; limited to the shift of this name if `shift` is set. */
export interface DaysOrShift extends DayRange {
  readonly shift: string | null
}
export interface GlanceSpan {
  readonly kind: GlancePeriod
  readonly displayedSpan: DaysOrShift
  readonly team: string | null
  readonly startsAt: Moment
  readonly endsAt: Moment
  readonly isRunning: boolean
  /**
   * Share of `spanUntilNow` that is over, 0 to 1; less than 1 while its last day or shift runs. Null while metrics of a
   * past day are not calculated, because the due target is then unknown.
   */
  readonly elapsedShareForTarget: number | null
  /** Share of the whole `displayedSpan` that is over, 0 to 1; for display, so never null. */
  readonly elapsedShareOfPeriod: number
  /** The part of the span that has begun and can have metrics; the whole span if it lies in the future. */
  readonly spanUntilNow: DaysOrShift
  /** The part of the span that is over; only this part is compared with earlier spans. Null if nothing is over. */
  readonly completePart: DaysOrShift | null
  readonly previousSpan: DaysOrShift
  readonly spanYearBefore: DaysOrShift
  readonly calculatedDays: CalculatedDays
  /** The current business date. */
  readonly today: Day
}
/** The default is the current shift if at least this share of it is over, else the previous shift. */
const MIN_ELAPSED_SHARE_OF_SHIFT = 0.5

/** Resolves the shift or period of the glance, by default the current or the previous shift. */
export async function resolveGlanceSpan(
  ctx: Context,
  input: { period?: GlancePeriod | null; day?: Day | null; shift?: string | null },
): Promise<GlanceSpan> {
  if (input.period && input.period !== 'shift')
    return resolvePeriodSpan(ctx, { period: input.period, day: input.day ?? null })
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const now = ctx.now.getTime()
  const currentShift = getShiftAt(ctx.now.toISOString(), rotation, timeZone)
  const getDefaultShift = (): Shift =>
    calculateShiftShare(currentShift, now) >= MIN_ELAPSED_SHARE_OF_SHIFT
      ? currentShift
      : getShiftAt(new Date(toMillis(currentShift.startsAt) - 1).toISOString(), rotation, timeZone)
  const getRequestedShift = (day: Day): Shift => {
    const shifts = getShiftsOfDay(day, rotation, timeZone)
    const namedShift = input.shift ? shifts.find(({ shift }) => shift === input.shift) : shifts.at(-1)
    if (!namedShift) throw refuseInput([{ path: ['shift'], code: 'notAnOption' }])
    return namedShift
  }
  const shift = input.day || input.shift ? getRequestedShift(input.day ?? currentShift.businessDate) : getDefaultShift()
  const { businessDate: day } = shift
  const toSpan = (spanDay: Day): DaysOrShift => ({ from: spanDay, to: spanDay, shift: shift.shift })
  const elapsedShare = calculateShiftShare(shift, now)
  const displayedSpan = toSpan(day)
  const calculatedDays = await loadCalculatedDays(ctx)
  return {
    kind: 'shift',
    displayedSpan,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    isRunning: elapsedShare < 1,
    elapsedShareForTarget: isFullyCalculated(calculatedDays, displayedSpan) ? elapsedShare : null,
    elapsedShareOfPeriod: elapsedShare,
    spanUntilNow: displayedSpan,
    completePart: elapsedShare < 1 ? null : displayedSpan,
    previousSpan: toSpan(addDays(day, -1)),
    spanYearBefore: toSpan(addMonths(day, -12)),
    calculatedDays,
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
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const toSpan = (dayRange: DayRange): DaysOrShift => ({ ...dayRange, shift: null })
  const firstShift = getShiftsOfDay(period.dayRange.from, rotation, timeZone)[0]!
  const lastShift = getShiftsOfDay(period.dayRange.to, rotation, timeZone).at(-1)!
  return {
    kind: period.kind,
    displayedSpan: toSpan(period.dayRange),
    team: null,
    startsAt: firstShift.startsAt,
    endsAt: lastShift.endsAt,
    isRunning: period.isRunning,
    elapsedShareForTarget: period.elapsedShareForTarget,
    elapsedShareOfPeriod: period.elapsedShareOfPeriod,
    spanUntilNow: toSpan(period.rangeUntilToday),
    completePart: period.completeRange && toSpan(period.completeRange),
    previousSpan: toSpan(period.previousRange),
    spanYearBefore: toSpan(period.rangeYearBefore),
    calculatedDays: period.calculatedDays,
    today: period.today,
  }
}
