/** Resolves the shift or period of the glance. */
import { refuseInput } from '@/contract/errno'
import { addDays, addMonths, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import type { DayRange } from '@/plant/rules/periods'
import { getShiftAt, getShiftsOfDay, type Shift } from '@/plant/rules/shift'
import { loadPlantCalendar } from '@/plant/server/plant'
import { loadCalculatedDays } from '@/areas/figures/server/queries'
import type { Context } from '@/server/context'
import type { GlancePeriod } from '../contract/glance-calls'
import { askedPeriod, isWhole, type DaysCounted } from './asked-period'

export interface Span extends DayRange {
  readonly shift: string | null
}
export interface GlanceSpan {
  readonly kind: GlancePeriod
  readonly shown: Span
  readonly team: string | null
  readonly startsAt: Moment
  readonly endsAt: Moment
  readonly running: boolean
  /**
   * Share of the time of metrics and targets that is over, null while days are not calculated; and share of the whole
   * displayed time, 0 to 1.
   */
  readonly passed: number | null
  readonly passedOfAll: number
  /** The part that can hold metrics, and the complete part that changes refer to; null if none is complete. */
  readonly until: Span
  readonly whole: Span | null
  readonly before: Span
  readonly yearBefore: Span
  readonly counted: DaysCounted
  /** The current business date. */
  readonly today: Day
}
/** The current shift is the default once this share of it is over; before that the previous shift is. */
const HALF = 0.5

/** Resolves the shift or period of the glance, by default the current or the previous shift. */
export async function glanceSpan(
  ctx: Context,
  asked: { period?: GlancePeriod | null; day?: Day | null; shift?: string | null },
): Promise<GlanceSpan> {
  if (asked.period && asked.period !== 'shift') return ofPeriod(ctx, { period: asked.period, day: asked.day ?? null })
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const now = ctx.now.getTime()
  const present = getShiftAt(ctx.now.toISOString(), pattern, timeZone)
  const meant = (): Shift =>
    shareOf(present, now) >= HALF
      ? present
      : getShiftAt(new Date(toMillis(present.startsAt) - 1).toISOString(), pattern, timeZone)
  const named = (day: Day): Shift => {
    const shifts = getShiftsOfDay(day, pattern, timeZone)
    const found = asked.shift ? shifts.find(({ shift }) => shift === asked.shift) : shifts.at(-1)
    if (!found) throw refuseInput([{ path: ['shift'], code: 'notAnOption' }])
    return found
  }
  const shift = asked.day || asked.shift ? named(asked.day ?? present.businessDate) : meant()
  const { businessDate: day } = shift
  const on = (from: Day): Span => ({ from, to: from, shift: shift.shift })
  const passed = shareOf(shift, now)
  const shown = on(day)
  const counted = await loadCalculatedDays(ctx)
  return {
    kind: 'shift',
    shown,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    running: passed < 1,
    passed: isWhole(counted, shown) ? passed : null,
    passedOfAll: passed,
    until: shown,
    whole: passed < 1 ? null : shown,
    before: on(addDays(day, -1)),
    yearBefore: on(addMonths(day, -12)),
    counted,
    today: present.businessDate,
  }
}
const shareOf = ({ startsAt, endsAt }: Pick<Shift, 'startsAt' | 'endsAt'>, now: number): number =>
  Math.min(1, Math.max(0, (now - toMillis(startsAt)) / (toMillis(endsAt) - toMillis(startsAt))))

async function ofPeriod(
  ctx: Context,
  asked: { period: Exclude<GlancePeriod, 'shift'>; day: Day | null },
): Promise<GlanceSpan> {
  const period = await askedPeriod(ctx, asked)
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const all = (days: DayRange): Span => ({ ...days, shift: null })
  const first = getShiftsOfDay(period.days.from, pattern, timeZone)[0]!
  const last = getShiftsOfDay(period.days.to, pattern, timeZone).at(-1)!
  return {
    kind: period.kind,
    shown: all(period.days),
    team: null,
    startsAt: first.startsAt,
    endsAt: last.endsAt,
    running: period.running,
    passed: period.passed,
    passedOfAll: period.passedOfAll,
    until: all(period.until),
    whole: period.whole && all(period.whole),
    before: all(period.before),
    yearBefore: all(period.yearBefore),
    counted: period.counted,
    today: period.today,
  }
}
