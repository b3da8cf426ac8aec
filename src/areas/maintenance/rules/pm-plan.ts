/** Validates the stored rules of a preventive maintenance plan and calculates its state and due day. */
import { toMoment, resolveLocalTime, addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import {
  calculateCalendarState,
  calculateMeterState,
  findServedDay,
  getWorstState,
  type CalendarRule,
  type MeterState,
  type MeterTotal,
  type PmState,
} from './pm-due-dates'
import type { PmCounter } from './pm-completion'

/** Units of counters: running hours, metres of web, kilograms. A counter is read from a linked meter or by hand. */
export const meterUnits = ['h', 'm', 'kg'] as const

/** Stored fields of a plan that decide when it is due. */
export interface PmFields {
  readonly calendarEvery: number | null
  readonly calendarUnit: 'day' | 'week' | 'month' | null
  readonly dayOfMonth: number | null
  readonly soonDays: number
  readonly graceDays: number
  readonly meterEvery: number | null
  readonly meterUnit: (typeof meterUnits)[number] | null
  /** Percent of `meterEvery` from which the plan is due soon, and above which it is overdue. */
  readonly soonPercent: number
  readonly overduePercent: number
  readonly lastDoneOn: Day
  /** Calendar due day that the last service covered. If null, the interval counts from `lastDoneOn`. */
  readonly servedOn: Day | null
  /** Counter reading at the last service, in `meterUnit`. */
  readonly lastReading: number | null
}

/** True if the plan has a complete calendar or counter rule and no incomplete one. */
export function hasPmRule(
  plan: Pick<PmFields, 'calendarEvery' | 'calendarUnit' | 'meterEvery' | 'meterUnit'>,
): boolean {
  const isIncomplete =
    (plan.calendarEvery === null) !== (plan.calendarUnit === null) ||
    (plan.meterEvery === null) !== (plan.meterUnit === null)
  return !isIncomplete && (plan.calendarEvery !== null || (plan.meterEvery !== null && plan.meterEvery > 0))
}

/** State of a plan and when it is due. */
export interface PmStatus {
  readonly state: PmState
  /** The earlier of the due day by calendar and the forecast due day by counter; null if neither is known. */
  readonly nextDueOn: Day | null
  /** Rule that decides the state; null for a plan without a rule. */
  readonly dueBy: DueBy | null
  /** Counter reading at which the plan is due, adjusted for meter exchanges and roll-overs; null without readings. */
  readonly dueReading: number | null
}
/** Kinds of rules that decide when a plan is due. */
export const dueByKinds = ['calendar', 'meter'] as const
export type DueBy = (typeof dueByKinds)[number]

/** Returns the counter readings of a plan that is due (or soon due) by its counter, to display instead of the day. */
export function getMeterDue(plan: {
  readonly state: string
  readonly dueBy: string | null
  readonly dueReading: number | null
  readonly currentReading: number | null
}): { readonly dueReading: number; readonly currentReading: number } | null {
  const { state, dueBy, dueReading, currentReading } = plan
  return state !== 'ok' && dueBy === 'meter' && dueReading !== null && currentReading !== null
    ? { dueReading, currentReading }
    : null
}

/**
 * Calculates the state and the due day of a plan from its calendar rule, its counter rule, or both.
 * @param meterTotals running totals since the last service, oldest first; the last one is current. Empty without
 * readings.
 */
export function calculatePmStatus(
  plan: PmFields & { readonly currentReading: number | null },
  meterTotals: readonly MeterTotal[],
  today: Day,
  now: Moment,
  timeZone: string,
): PmStatus {
  const calendarRule = toCalendarRule(plan)
  const calendarStatus = calendarRule
    ? calculateCalendarState(calendarRule, plan.lastDoneOn, today, plan.servedOn)
    : null
  // `meterTotals` are 0 at the last service.
  const totalAtService = 0
  const meterStatus =
    plan.meterEvery !== null && plan.meterUnit !== null
      ? calculateMeterState(
          {
            interval: plan.meterEvery,
            unit: plan.meterUnit,
            soonShare: plan.soonPercent / 100,
            overdueShare: plan.overduePercent / 100,
          },
          totalAtService,
          meterTotals,
          now,
          timeZone,
        )
      : null
  const dueDays = [calendarStatus?.dueOn, meterStatus?.forecast.dueOn].filter((day) => typeof day === 'string').sort()
  return {
    state: getWorstState([calendarStatus?.state, meterStatus?.state].filter((state) => state !== undefined)),
    nextDueOn: dueDays[0] ?? null,
    dueBy: determineDueBy(meterStatus, calendarStatus),
    dueReading:
      meterStatus && meterTotals.length > 0 && plan.currentReading !== null
        ? Number((plan.currentReading + meterStatus.leftUntilDue).toFixed(3))
        : null,
  }
}
/** Returns the rule that decides the state of a plan; null for a plan without a rule. */
function determineDueBy(meterStatus: MeterState | null, calendarStatus: CalendarStatus | null): DueBy | null {
  if (!meterStatus) return calendarStatus ? 'calendar' : null
  return !calendarStatus || isMeterDecisive(meterStatus, calendarStatus) ? 'meter' : 'calendar'
}
type CalendarStatus = ReturnType<typeof calculateCalendarState>
/** True if the counter decides the state: its state is worse, or the same with an earlier day. */
function isMeterDecisive(meterStatus: MeterState, calendarStatus: CalendarStatus): boolean {
  if (meterStatus.state !== calendarStatus.state)
    return getWorstState([meterStatus.state, calendarStatus.state]) === meterStatus.state
  return meterStatus.forecast.dueOn !== null && meterStatus.forecast.dueOn < calendarStatus.dueOn
}

/**
 * Returns the day of the month of a monthly plan: the configured day, else the day of the last service. Null for other
 * plans. Without this day, February would permanently move a plan from the 31st to the 28th.
 */
export const getDayOfMonth = (plan: Pick<PmFields, 'calendarUnit' | 'dayOfMonth' | 'lastDoneOn'>): number | null =>
  plan.calendarUnit === 'month' ? (plan.dayOfMonth ?? Number(plan.lastDoneOn.slice(8))) : null

/** Returns the calendar fields of a plan after a service on `day`, which is not before the previous service. */
export function advanceCalendar(plan: PmFields, day: Day): Pick<PmFields, 'lastDoneOn' | 'servedOn'> {
  const calendarRule = toCalendarRule(plan)
  if (!calendarRule) return { lastDoneOn: day, servedOn: null }
  const previousServedOn = plan.servedOn ?? findServedDay(calendarRule, null, plan.lastDoneOn)
  return { lastDoneOn: day, servedOn: findServedDay(calendarRule, previousServedOn, day) }
}

function toCalendarRule(plan: PmFields): CalendarRule | null {
  if (plan.calendarEvery === null || plan.calendarUnit === null) return null
  const dayOfMonth = getDayOfMonth(plan)
  return {
    every: plan.calendarEvery,
    unit: plan.calendarUnit,
    soonDays: plan.soonDays,
    graceDays: plan.graceDays,
    ...(dayOfMonth === null ? {} : { dayOfMonth }),
  }
}

/** Returns the counter state of a plan, which is used to check a new reading. */
export const toPmCounter = (plan: CounterFields): PmCounter => ({
  lastReading: plan.lastReading,
  currentReading: plan.currentReading,
  currentReadAt: plan.currentReadAt,
  interval: plan.meterEvery,
  unit: plan.meterUnit,
  hasMeter: plan.meterId !== null,
})
/** Counter state for a reading between two services, which must not be below the current reading. */
export const toCurrentPmCounter = (plan: CounterFields): PmCounter =>
  toPmCounter({ ...plan, lastReading: plan.currentReading ?? plan.lastReading })
type CounterFields = Pick<PmFields, 'lastReading' | 'meterEvery' | 'meterUnit'> & {
  readonly currentReading: number | null
  readonly currentReadAt: Moment | null
  readonly meterId: string | null
}

/**
 * Derives two running totals of a counter that is read by hand. The first total is 0, at the end of the service day.
 * The second total is the use since then, at the time of the current reading. Empty without a reading.
 */
export function deriveManualTotals(
  plan: PmFields & { readonly currentReading: number | null; readonly currentReadAt: Moment | null },
  timeZone: string,
): MeterTotal[] {
  if (plan.currentReading === null || plan.currentReadAt === null) return []
  const servedAt = toMoment(
    Math.min(resolveLocalTime(addDays(plan.lastDoneOn, 1), 0, timeZone), Date.parse(plan.currentReadAt)),
  )
  return [
    { readAt: servedAt, total: 0 },
    { readAt: plan.currentReadAt, total: Math.max(0, plan.currentReading - (plan.lastReading ?? 0)) },
  ]
}
