/** Periods of an analysis: day, week, month, season (季度, a quarter) and year of the plant's calendar. */
import { addDays, addMonths, countDaysBetween, getWeekday, type Day } from './plant-time'

export const periodKinds = ['day', 'week', 'month', 'season', 'year'] as const
export type PeriodKind = (typeof periodKinds)[number]
/** Range of days, both included. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

/** Returns the whole period that contains a day. */
export function getPeriodOfDay(kind: PeriodKind, day: Day): DayRange {
  const from = getFirstDayOfPeriod(kind, day)
  return { from, to: addDays(addPeriods(kind, from, 1), -1) }
}
function getFirstDayOfPeriod(kind: PeriodKind, day: Day): Day {
  const [year = '', month = '01'] = day.split('-')
  if (kind === 'day') return day
  if (kind === 'week') return addDays(day, 1 - getWeekday(day))
  if (kind === 'month') return `${year}-${month}-01`
  if (kind === 'year') return `${year}-01-01`
  return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
}
const MONTHS_PER_PERIOD: Readonly<Partial<Record<PeriodKind, number>>> = { month: 1, season: 3, year: 12 }
function addPeriods(kind: PeriodKind, from: Day, count: number): Day {
  const months = MONTHS_PER_PERIOD[kind]
  return months ? addMonths(from, count * months, 1) : addDays(from, count * (kind === 'week' ? 7 : 1))
}

/**
 * Returns the previous period and the same period of the year before. For a week, the latter begins 52 weeks earlier,
 * so that the weekdays match.
 */
export function getComparisonPeriods(kind: PeriodKind, { from }: DayRange): { before: DayRange; yearBefore: DayRange } {
  const starts = {
    before: addPeriods(kind, from, -1),
    yearBefore: kind === 'week' ? addDays(from, -52 * 7) : addMonths(from, -12),
  }
  const toPeriod = (start: Day): DayRange => ({ from: start, to: addDays(addPeriods(kind, start, 1), -1) })
  return { before: toPeriod(starts.before), yearBefore: toPeriod(starts.yearBefore) }
}

/**
 * Clips a comparison period to the elapsed part of the current one: `elapsedDays` whole days and the day after, which
 * stands for today. If the other period is shorter (February compared with March), the range stops at the end of that
 * period and `whole` is true.
 */
export function clipToElapsedDays(period: DayRange, elapsedDays: number): DayRange & { readonly whole: boolean } {
  const lastDay = addDays(period.from, elapsedDays)
  return lastDay > period.to ? { ...period, whole: true } : { from: period.from, to: lastDay, whole: false }
}

/** Clips a running period to the days that have begun. A period that is over or lies in the future stays whole. */
export const clipToToday = ({ from, to }: DayRange, today: Day): DayRange => ({
  from,
  to: from <= today && today < to ? today : to,
})

const STEP_KINDS: Readonly<Partial<Record<PeriodKind, PeriodKind>>> = { year: 'month', season: 'week' }
/** More than any period; a longer range is cut off. */
const MAX_SPLIT_DAYS = 400
/** Splits a period into the steps of a chart: a year into months, a season into weeks, other periods into days. */
export function splitPeriodIntoSteps(kind: PeriodKind, { from, to }: DayRange): DayRange[] {
  const stepKind = STEP_KINDS[kind] ?? 'day'
  const steps: DayRange[] = []
  for (let stepStart = from; stepStart <= to && countDaysBetween(from, stepStart) < MAX_SPLIT_DAYS;) {
    const end = getPeriodOfDay(stepKind, stepStart).to
    steps.push({ from: stepStart, to: end < to ? end : to })
    stepStart = addDays(end, 1)
  }
  return steps
}
