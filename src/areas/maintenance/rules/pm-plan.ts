/** A preventive maintenance plan as it is entered and stored: what is wrong with it, where it stands, when it is due. */
import { toMoment, resolveLocalTime, addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import {
  calendarState,
  meterState,
  servedBy,
  worstState,
  type CalendarRule,
  type MeterState,
  type MeterTotal,
  type PmState,
} from './pm'
import type { CounterKnown } from './pm-work'

/** Running hours, metres of web, kilograms. */
export const meterUnits = ['h', 'm', 'kg'] as const

export interface PmFields {
  readonly calendarEvery: number | null
  readonly calendarUnit: 'day' | 'week' | 'month' | null
  readonly dayOfMonth: number | null
  readonly soonDays: number
  readonly graceDays: number
  readonly meterEvery: number | null
  readonly meterUnit: (typeof meterUnits)[number] | null
  readonly soonPercent: number
  readonly overduePercent: number
  readonly lastDoneOn: Day
  /** The calendar's due day that was last served; null where it is counted anew from `lastDoneOn`. */
  readonly servedOn: Day | null
  /** What the counter showed when it was last done, in `meterUnit`. */
  readonly lastReading: number | null
}

/** A plan needs a whole rule, by the calendar or by a counter; half a rule is none. */
export function hasRule(plan: Pick<PmFields, 'calendarEvery' | 'calendarUnit' | 'meterEvery' | 'meterUnit'>): boolean {
  const half =
    (plan.calendarEvery === null) !== (plan.calendarUnit === null) ||
    (plan.meterEvery === null) !== (plan.meterUnit === null)
  return !half && (plan.calendarEvery !== null || (plan.meterEvery !== null && plan.meterEvery > 0))
}

export interface Standing {
  readonly state: PmState
  /** The earlier of the calendar's day and the forecast from the counter; null when neither can be told. */
  readonly nextDueOn: Day | null
  /** Which of them makes the state; null for a plan without a rule. */
  readonly dueBy: DueBy | null
  /** What the counter shows when it is due, exchanges and roll-overs taken into account; null without a counter that was read. */
  readonly dueReading: number | null
}
/** What a plan may be due by. */
export const dueBys = ['calendar', 'meter'] as const
export type DueBy = (typeof dueBys)[number]

/** The counter's figures of a plan that is due, or soon, by what the counter shows: it is told by them, for its day says nothing. */
export function dueByMeter(plan: {
  readonly state: string
  readonly dueBy: string | null
  readonly dueReading: number | null
  readonly currentReading: number | null
}): { readonly due: number; readonly now: number } | null {
  const { state, dueBy, dueReading: due, currentReading: now } = plan
  return state !== 'ok' && dueBy === 'meter' && due !== null && now !== null ? { due, now } : null
}

/**
 * Where a plan stands. `used` is what the counter ran since it was last done, in order of time, the last one the present
 * (totals, so they never fall); empty when nothing was read.
 */
export function standingOf(
  plan: PmFields & { readonly currentReading: number | null },
  used: readonly MeterTotal[],
  today: Day,
  now: Moment,
  timeZone: string,
): Standing {
  const calendar = calendarOf(plan)
  const byCalendar = calendar ? calendarState(calendar, plan.lastDoneOn, today, plan.servedOn) : null
  const byMeter =
    plan.meterEvery !== null && plan.meterUnit !== null
      ? meterState(
          {
            interval: plan.meterEvery,
            unit: plan.meterUnit,
            soonShare: plan.soonPercent / 100,
            overdueShare: plan.overduePercent / 100,
          },
          0,
          used,
          now,
          timeZone,
        )
      : null
  const days = [byCalendar?.dueOn, byMeter?.forecast.on].filter((day) => typeof day === 'string').sort()
  return {
    state: worstState([byCalendar?.state, byMeter?.state].filter((state) => state !== undefined)),
    nextDueOn: days[0] ?? null,
    dueBy: !byMeter
      ? byCalendar
        ? 'calendar'
        : null
      : !byCalendar || isFirst(byMeter, byCalendar)
        ? 'meter'
        : 'calendar',
    dueReading:
      byMeter && used.length > 0 && plan.currentReading !== null
        ? Number((plan.currentReading + byMeter.left).toFixed(3))
        : null,
  }
}
/** Whether the counter makes a plan due: it says the worse, or the same of an earlier day. */
function isFirst(byMeter: MeterState, byCalendar: { readonly state: PmState; readonly dueOn: Day }): boolean {
  if (byMeter.state !== byCalendar.state) return worstState([byMeter.state, byCalendar.state]) === byMeter.state
  return byMeter.forecast.on !== null && byMeter.forecast.on < byCalendar.dueOn
}

/**
 * The day of the month on which a plan by months falls: the wished one, else that of the last time, so that February does
 * not move the 31st to the 28th for good. Null for other plans.
 */
export const dayOfMonthOf = (plan: Pick<PmFields, 'calendarUnit' | 'dayOfMonth' | 'lastDoneOn'>): number | null =>
  plan.calendarUnit === 'month' ? (plan.dayOfMonth ?? Number(plan.lastDoneOn.slice(8))) : null

/** What work done on a day makes of a plan's calendar; `doneOn` is not before the last time. */
export function doneOn(plan: PmFields, day: Day): Pick<PmFields, 'lastDoneOn' | 'servedOn'> {
  const calendar = calendarOf(plan)
  if (!calendar) return { lastDoneOn: day, servedOn: null }
  const before = plan.servedOn ?? servedBy(calendar, null, plan.lastDoneOn)
  return { lastDoneOn: day, servedOn: servedBy(calendar, before, day) }
}

function calendarOf(plan: PmFields): CalendarRule | null {
  if (plan.calendarEvery === null || plan.calendarUnit === null) return null
  const dayOfMonth = dayOfMonthOf(plan)
  return {
    every: plan.calendarEvery,
    unit: plan.calendarUnit,
    soonDays: plan.soonDays,
    graceDays: plan.graceDays,
    ...(dayOfMonth === null ? {} : { dayOfMonth }),
  }
}

/** What is known of a plan's counter before it is read. */
export const counterOf = (plan: CounterFields): CounterKnown => ({
  last: plan.lastReading,
  present: plan.currentReading,
  presentAt: plan.currentReadAt,
  every: plan.meterEvery,
  unit: plan.meterUnit,
  metered: plan.meterId !== null,
})
/** The same before a reading between two times: it is not below the present one. */
export const presentlyOf = (plan: CounterFields): CounterKnown =>
  counterOf({ ...plan, lastReading: plan.currentReading ?? plan.lastReading })
type CounterFields = Pick<PmFields, 'lastReading' | 'meterEvery' | 'meterUnit'> & {
  readonly currentReading: number | null
  readonly currentReadAt: Moment | null
  readonly meterId: string | null
}

/** What a counter without a meter of its own ran since last done: two points, of which the first is the end of that day. */
export function usedByHand(
  plan: PmFields & { readonly currentReading: number | null; readonly currentReadAt: Moment | null },
  timeZone: string,
): MeterTotal[] {
  if (plan.currentReading === null || plan.currentReadAt === null) return []
  const doneAt = toMoment(
    Math.min(resolveLocalTime(addDays(plan.lastDoneOn, 1), 0, timeZone), Date.parse(plan.currentReadAt)),
  )
  return [
    { at: doneAt, total: 0 },
    { at: plan.currentReadAt, total: Math.max(0, plan.currentReading - (plan.lastReading ?? 0)) },
  ]
}
