/** Due dates of preventive maintenance 保养: by calendar, by meter, or by whichever comes first. */
import {
  addDays,
  addMonths,
  DAY_MS,
  countDaysBetween,
  toLocalTime,
  toMillis,
  toMoment,
  type Day,
  type Moment,
} from '@/plant/rules/plant-time'

/** States of a plan, from good to bad. */
export const pmStates = ['ok', 'dueSoon', 'due', 'overdue'] as const
export type PmState = (typeof pmStates)[number]

export interface CalendarRule {
  readonly every: number
  readonly unit: 'day' | 'week' | 'month'
  /** For months: the configured day of the month, so that the 31st does not move to the 28th permanently. */
  readonly dayOfMonth?: number
  /** Days before the due day from which it is due soon. */
  readonly soonDays: number
  /** Days after the due day until which it is not yet overdue. */
  readonly graceDays: number
}

/**
 * Calculates the next due day.
 * @param servedOn due day that was last served; without one, it counts from `lastDoneOn`
 */
export function nextDueOn(rule: CalendarRule, lastDoneOn: Day, servedOn: Day | null = null): Day {
  const from = servedOn ?? servedBy(rule, null, lastDoneOn)
  if (rule.unit === 'month') return addMonths(from, rule.every, rule.dayOfMonth)
  return addDays(from, rule.every * (rule.unit === 'week' ? 7 : 1))
}

/**
 * Finds the due day that a service covers; the next due day counts from it. Days and weeks count from the service
 * itself. Monthly plans keep their day of the month: late work covers the last due day that has passed, early work the
 * coming one, unless it is nearer to the previous one, which it then repeats.
 * @param previousServedDay due day covered before; null: the one nearest to the work
 */
export function servedBy(rule: CalendarRule, before: Day | null, doneOn: Day): Day {
  const { unit, every, dayOfMonth } = rule
  if (unit !== 'month' || dayOfMonth === undefined) return doneOn
  const away = (day: Day): number => Math.abs(countDaysBetween(day, doneOn))
  if (before === null)
    return [-1, 0, 1]
      .map((months) => addMonths(doneOn, months, dayOfMonth))
      .reduce((best, day) => (away(day) < away(best) ? day : best))
  let served = before
  let due = addMonths(served, every, dayOfMonth)
  while (due <= doneOn) [served, due] = [due, addMonths(due, every, dayOfMonth)]
  // Late work covers an overdue day; only without one can it be early for the next.
  const waited = served > before
  return !waited && away(due) < away(served) ? due : served
}

/** Calculates state and due day by the calendar on `today`. */
export function calendarState(
  rule: CalendarRule,
  lastDoneOn: Day,
  today: Day,
  servedOn: Day | null = null,
): { state: PmState; dueOn: Day } {
  const dueOn = nextDueOn(rule, lastDoneOn, servedOn)
  const past = countDaysBetween(dueOn, today)
  if (past > rule.graceDays) return { state: 'overdue', dueOn }
  if (past >= 0) return { state: 'due', dueOn }
  return { state: past >= -rule.soonDays ? 'dueSoon' : 'ok', dueOn }
}

export interface MeterRule {
  /** Running hours, metres of web or kg between two services. */
  readonly interval: number
  readonly unit: 'h' | 'm' | 'kg'
  /** Shares of the interval from which it is due soon, and overdue; usually 0.9 and 1.1. */
  readonly soonShare: number
  readonly overdueShare: number
}

/** Running total of a meter without roll-overs and exchanges, so it never falls. */
export interface MeterTotal {
  readonly at: Moment
  readonly total: number
}

export type Forecast =
  | { readonly on: Day; readonly perDay: number }
  | { readonly on: null; readonly reason: 'tooFewReadings' | 'noUse' }

export interface MeterState {
  readonly state: PmState
  /** Used since the last service, and left until due (negative when overdue), in the rule's unit. */
  readonly used: number
  readonly left: number
  /** Day when the interval is used up at the average use of the last 30 days. */
  readonly forecast: Forecast
}

/** Window for the average use, days. */
export const FORECAST_DAYS = 30

/**
 * Calculates the state by a meter at `now`.
 * @param totals oldest first; the last one is current
 */
export function meterState(
  rule: MeterRule,
  doneAtTotal: number,
  totals: readonly MeterTotal[],
  now: Moment,
  timeZone: string,
): MeterState {
  const used = Math.max(0, (totals.at(-1)?.total ?? doneAtTotal) - doneAtTotal)
  const left = rule.interval - used
  const share = used / rule.interval
  const state = share > rule.overdueShare ? 'overdue' : share >= 1 ? 'due' : share >= rule.soonShare ? 'dueSoon' : 'ok'
  return { state, used, left, forecast: forecastOf(left, totals, now, timeZone) }
}

function forecastOf(left: number, totals: readonly MeterTotal[], now: Moment, timeZone: string): Forecast {
  const since = toMillis(now) - FORECAST_DAYS * DAY_MS
  // Includes the last reading before the window: a meter read once a month has only one reading inside.
  const before = totals.findLastIndex(({ at }) => toMillis(at) <= since)
  const window = totals.slice(Math.max(0, before))
  const [first, last] = [window[0], window.at(-1)]
  const days = first && last ? (toMillis(last.at) - toMillis(first.at)) / DAY_MS : 0
  if (!first || !last || days < 1) return { on: null, reason: 'tooFewReadings' }
  const perDay = (last.total - first.total) / days
  if (perDay <= 0) return { on: null, reason: 'noUse' }
  // Counts from the last reading, not from now: later use is not in `left`.
  const reached = toMillis(last.at) + (left / perDay) * DAY_MS
  if (reached > Date.UTC(9999, 0)) return { on: null, reason: 'noUse' }
  return { on: toLocalTime(toMoment(reached), timeZone).day, perDay }
}

/** Returns the worst of several states: a plan by calendar and meter is due when either is. */
export function worstState(states: readonly PmState[]): PmState {
  return pmStates.findLast((state) => states.includes(state)) ?? 'ok'
}

/** Counts the plans in each state. */
export function countStates(states: readonly PmState[]): Record<PmState, number> {
  const counts = { ok: 0, dueSoon: 0, due: 0, overdue: 0 }
  for (const state of states) counts[state] += 1
  return counts
}
