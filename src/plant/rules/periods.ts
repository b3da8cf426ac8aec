/** Periods of an analysis: day, week, month, season (季度, a quarter) and year of the plant's calendar. */
import { addDays, addMonths, daysBetween, weekdayOf, type Day } from './plant-time'

export const periodKinds = ['day', 'week', 'month', 'season', 'year'] as const
export type PeriodKind = (typeof periodKinds)[number]
/** Range of days, both included. */
export interface Days {
  readonly from: Day
  readonly to: Day
}

/** Returns the whole period that contains a day. */
export function periodAround(kind: PeriodKind, day: Day): Days {
  const from = firstDay(kind, day)
  return { from, to: addDays(stepOn(kind, from, 1), -1) }
}
function firstDay(kind: PeriodKind, day: Day): Day {
  const [year = '', month = '01'] = day.split('-')
  if (kind === 'day') return day
  if (kind === 'week') return addDays(day, 1 - weekdayOf(day))
  if (kind === 'month') return `${year}-${month}-01`
  if (kind === 'year') return `${year}-01-01`
  return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
}
const MONTHS: Readonly<Partial<Record<PeriodKind, number>>> = { month: 1, season: 3, year: 12 }
function stepOn(kind: PeriodKind, from: Day, steps: number): Day {
  const months = MONTHS[kind]
  return months ? addMonths(from, steps * months, 1) : addDays(from, steps * (kind === 'week' ? 7 : 1))
}

/**
 * Returns the previous period and the same one a year before; a week is compared 52 weeks back to keep its weekdays.
 */
export function comparedWith(kind: PeriodKind, { from }: Days): { before: Days; yearBefore: Days } {
  const starts = {
    before: stepOn(kind, from, -1),
    yearBefore: kind === 'week' ? addDays(from, -364) : addMonths(from, -12),
  }
  const whole = (start: Day): Days => ({ from: start, to: addDays(stepOn(kind, start, 1), -1) })
  return { before: whole(starts.before), yearBefore: whole(starts.yearBefore) }
}

/**
 * Clips a comparison period to the elapsed part of the running one: `elapsedDays` whole days and the day after. A
 * shorter period (February compared with March) ends at its own end; `whole` is then true.
 */
export function likePassed(period: Days, passedDays: number): Days & { readonly whole: boolean } {
  const last = addDays(period.from, passedDays)
  return last > period.to ? { ...period, whole: true } : { from: period.from, to: last, whole: false }
}

/** Splits a period into chart steps: days up to a month, weeks of a season, months of a year. */
export function stepsOf(kind: PeriodKind, { from, to }: Days): Days[] {
  const step: PeriodKind = kind === 'year' ? 'month' : kind === 'season' ? 'week' : 'day'
  const steps: Days[] = []
  for (let at = from; at <= to && daysBetween(from, at) < 400;) {
    const end = periodAround(step, at).to
    steps.push({ from: at, to: end < to ? end : to })
    at = addDays(end, 1)
  }
  return steps
}
