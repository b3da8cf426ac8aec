/** When preventive maintenance 保养 is due: by the calendar, by a meter, or by whichever comes first. */
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

/** From good to bad. */
export const pmStates = ['ok', 'dueSoon', 'due', 'overdue'] as const
export type PmState = (typeof pmStates)[number]

export interface CalendarRule {
  readonly every: number
  readonly unit: 'day' | 'week' | 'month'
  /** For months: the wished day of the month, so that the 31st does not slide to the 28th for good. */
  readonly dayOfMonth?: number
  /** Days before the due day from which it is due soon. */
  readonly soonDays: number
  /** Days after the due day until which it is not yet overdue. */
  readonly graceDays: number
}

/**
 * The day preventive maintenance is due again.
 * @param servedOn the due day that was last served; counted anew from `lastDoneOn` without one
 */
export function nextDueOn(rule: CalendarRule, lastDoneOn: Day, servedOn: Day | null = null): Day {
  const from = servedOn ?? servedBy(rule, null, lastDoneOn)
  if (rule.unit === 'month') return addMonths(from, rule.every, rule.dayOfMonth)
  return addDays(from, rule.every * (rule.unit === 'week' ? 7 : 1))
}

/**
 * The due day that work done on a day serves, from which the next one counts. Days and weeks count from the day of the
 * work. Months fall on their day of the month: late work serves the last due day that has passed; early work the coming
 * one, unless it is nearer to the one before, which it then repeats.
 * @param before the due day served before; null: the one nearest to the work
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
  // Late work serves what was waiting; only when nothing waited can it be early for the next.
  const waited = served > before
  return !waited && away(due) < away(served) ? due : served
}

/** Where preventive maintenance by the calendar stands on `today`. */
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
  /** Running hours, metres of web or kg between two times of preventive maintenance. */
  readonly interval: number
  readonly unit: 'h' | 'm' | 'kg'
  /** Shares of the interval from which it is due soon, and overdue; usually 0.9 and 1.1. */
  readonly soonShare: number
  readonly overdueShare: number
}

/** A meter's running total, roll-overs and exchanges already taken out, so it never falls. */
export interface MeterTotal {
  readonly at: Moment
  readonly total: number
}

export type Forecast =
  | { readonly on: Day; readonly perDay: number }
  | { readonly on: null; readonly reason: 'tooFewReadings' | 'noUse' }

export interface MeterState {
  readonly state: PmState
  /** Used since last done, and left until due (negative when past it), in the rule's unit. */
  readonly used: number
  readonly left: number
  /** When the interval will be used up at the average use of the last 30 days. */
  readonly forecast: Forecast
}

/** The length of the past from which the average use is taken, days. */
export const FORECAST_DAYS = 30

/** Where preventive maintenance by a meter stands at `now`. `totals` in order of time; the last is the present one. */
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
  // The last reading at or before the window's begin also counts: a meter read once a month has one reading inside.
  const before = totals.findLastIndex(({ at }) => toMillis(at) <= since)
  const window = totals.slice(Math.max(0, before))
  const [first, last] = [window[0], window.at(-1)]
  const days = first && last ? (toMillis(last.at) - toMillis(first.at)) / DAY_MS : 0
  if (!first || !last || days < 1) return { on: null, reason: 'tooFewReadings' }
  const perDay = (last.total - first.total) / days
  if (perDay <= 0) return { on: null, reason: 'noUse' }
  // From the last reading on, not from now: what ran since is not in `left`.
  const reached = toMillis(last.at) + (left / perDay) * DAY_MS
  if (reached > Date.UTC(9999, 0)) return { on: null, reason: 'noUse' }
  return { on: toLocalTime(toMoment(reached), timeZone).day, perDay }
}

/** The worse of several states: a plan by calendar and meter is due when either is. */
export function worstState(states: readonly PmState[]): PmState {
  return pmStates.findLast((state) => states.includes(state)) ?? 'ok'
}

/** How many stand in each state. */
export function countStates(states: readonly PmState[]): Record<PmState, number> {
  const counts = { ok: 0, dueSoon: 0, due: 0, overdue: 0 }
  for (const state of states) counts[state] += 1
  return counts
}
