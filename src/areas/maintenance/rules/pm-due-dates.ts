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

/** Rule by which a plan is due every number of days, weeks or months. */
export interface CalendarRule {
  readonly every: number
  readonly unit: 'day' | 'week' | 'month'
  /**
   * Only for months: the configured day of the month. Without it, February would permanently move the 31st to the 28th.
   */
  readonly dayOfMonth?: number
  /** Days before the due day from which it is due soon. */
  readonly soonDays: number
  /** Days after the due day until which it is not yet overdue. */
  readonly graceDays: number
}

/**
 * Calculates the next due day.
 * @param servedOn calendar due day that the last service covered; if null, the interval counts from `lastDoneOn`
 */
export function calculateNextDueOn(rule: CalendarRule, lastDoneOn: Day, servedOn: Day | null = null): Day {
  const servedDay = servedOn ?? findServedDay(rule, null, lastDoneOn)
  if (rule.unit === 'month') return addMonths(servedDay, rule.every, rule.dayOfMonth)
  return addDays(servedDay, rule.every * (rule.unit === 'week' ? 7 : 1))
}

/**
 * Finds the due day that a service covers; the next due day counts from it. Days and weeks count from the service
 * itself. Monthly plans keep their day of the month. Late work covers the last due day that has passed. Early work
 * covers the coming due day, or the previous due day a second time if that day is nearer.
 * @param previousServedDay due day that the previous service covered; if null, the nearest due day is used
 */
export function findServedDay(rule: CalendarRule, previousServedDay: Day | null, doneOn: Day): Day {
  const { unit, every, dayOfMonth } = rule
  if (unit !== 'month' || dayOfMonth === undefined) return doneOn
  const getDistance = (day: Day): number => Math.abs(countDaysBetween(day, doneOn))
  if (previousServedDay === null)
    return [-1, 0, 1]
      .map((months) => addMonths(doneOn, months, dayOfMonth))
      .reduce((best, day) => (getDistance(day) < getDistance(best) ? day : best))
  let servedDay = previousServedDay
  let nextDueDay = addMonths(servedDay, every, dayOfMonth)
  while (nextDueDay <= doneOn) {
    servedDay = nextDueDay
    nextDueDay = addMonths(nextDueDay, every, dayOfMonth)
  }
  // Work is early for the next due day only if no due day has passed since the previous service.
  const isLate = servedDay > previousServedDay
  return !isLate && getDistance(nextDueDay) < getDistance(servedDay) ? nextDueDay : servedDay
}

/** Calculates the due day of a calendar rule and the state on `today`. */
export function calculateCalendarState(
  rule: CalendarRule,
  lastDoneOn: Day,
  today: Day,
  servedOn: Day | null = null,
): { state: PmState; dueOn: Day } {
  const dueOn = calculateNextDueOn(rule, lastDoneOn, servedOn)
  const daysAfterDue = countDaysBetween(dueOn, today)
  if (daysAfterDue > rule.graceDays) return { state: 'overdue', dueOn }
  if (daysAfterDue >= 0) return { state: 'due', dueOn }
  return { state: daysAfterDue >= -rule.soonDays ? 'dueSoon' : 'ok', dueOn }
}

/** Rule by which a plan is due after some use of a counter. */
export interface MeterRule {
  /** Running hours, metres of web or kg between two services. */
  readonly interval: number
  readonly unit: 'h' | 'm' | 'kg'
  /** Shares of the interval from which a plan is due soon and overdue; usually 0.9 and 1.1. */
  readonly soonShare: number
  readonly overdueShare: number
}

/** Running total of a meter. Roll-overs and exchanges of the meter are compensated, so the total never falls. */
export interface MeterTotal {
  readonly readAt: Moment
  readonly total: number
}

export type PmForecast =
  | { readonly dueOn: Day; readonly usePerDay: number }
  | { readonly dueOn: null; readonly reason: 'tooFewReadings' | 'noUse' }

/** State of a plan by its counter. */
export interface MeterState {
  readonly state: PmState
  /** Used since the last service, and left until due (negative when overdue), in the rule's unit. */
  readonly usedSinceService: number
  readonly leftUntilDue: number
  /** Day when the interval is used up at the average use of the last 30 days. */
  readonly forecast: PmForecast
}

/** Window for the average use, days. */
export const FORECAST_DAYS = 30

/**
 * Calculates the state of a meter rule at `now`.
 * @param totalAtService running total at the last service
 * @param totals oldest first; the last one is current
 */
export function calculateMeterState(
  rule: MeterRule,
  totalAtService: number,
  totals: readonly MeterTotal[],
  now: Moment,
  timeZone: string,
): MeterState {
  const usedSinceService = Math.max(0, (totals.at(-1)?.total ?? totalAtService) - totalAtService)
  const leftUntilDue = rule.interval - usedSinceService
  const usedShare = usedSinceService / rule.interval
  return {
    state: toMeterPmState(rule, usedShare),
    usedSinceService,
    leftUntilDue,
    forecast: forecastDueDay(leftUntilDue, totals, now, timeZone),
  }
}
function toMeterPmState(rule: MeterRule, usedShare: number): PmState {
  if (usedShare > rule.overdueShare) return 'overdue'
  if (usedShare >= 1) return 'due'
  return usedShare >= rule.soonShare ? 'dueSoon' : 'ok'
}

function forecastDueDay(
  leftUntilDue: number,
  totals: readonly MeterTotal[],
  now: Moment,
  timeZone: string,
): PmForecast {
  const windowStart = toMillis(now) - FORECAST_DAYS * DAY_MS
  // The last reading before the window counts too, because a meter that is read monthly has only one reading inside the
  // window.
  const lastBeforeWindow = totals.findLastIndex(({ readAt }) => toMillis(readAt) <= windowStart)
  const windowTotals = totals.slice(Math.max(0, lastBeforeWindow))
  const firstTotal = windowTotals[0]
  const lastTotal = windowTotals.at(-1)
  const days = firstTotal && lastTotal ? (toMillis(lastTotal.readAt) - toMillis(firstTotal.readAt)) / DAY_MS : 0
  if (!firstTotal || !lastTotal || days < 1) return { dueOn: null, reason: 'tooFewReadings' }
  const usePerDay = (lastTotal.total - firstTotal.total) / days
  if (usePerDay <= 0) return { dueOn: null, reason: 'noUse' }
  // Counts from the last reading, not from now, because `leftUntilDue` does not include use after the last reading.
  const dueMs = toMillis(lastTotal.readAt) + (leftUntilDue / usePerDay) * DAY_MS
  // With hardly any use, the due day lies beyond the last year that a `Day` can hold.
  if (dueMs > Date.UTC(9999, 0)) return { dueOn: null, reason: 'noUse' }
  return { dueOn: toLocalTime(toMoment(dueMs), timeZone).day, usePerDay }
}

/** Returns the worst of several states: a plan by calendar and meter is due when either is. */
export function getWorstState(states: readonly PmState[]): PmState {
  return pmStates.findLast((state) => states.includes(state)) ?? 'ok'
}

/** Counts the plans in each state. */
export function countPmStates(states: readonly PmState[]): Record<PmState, number> {
  const counts = { ok: 0, dueSoon: 0, due: 0, overdue: 0 }
  for (const state of states) counts[state] += 1
  return counts
}
