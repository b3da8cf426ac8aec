/** Generates the due rounds of an inspection plan in the plant's time zone. Every instance gets the same result. */
import {
  addDays,
  resolveLocalTime,
  HOUR_MS,
  toLocalTime,
  MINUTE_MS,
  toMillis,
  toMoment,
  getWeekday,
  countDaysBetween,
  type Day,
  type Moment,
} from '@/plant/rules/plant-time'
import { getPatternOn, getShiftAt, getShiftsBetween, type PlantCalendar } from '@/plant/rules/shift'

/** Times of day (`at`, `firstMinute`) are minutes after the plant's midnight, 0–1439. */
export type Frequency =
  /** `minutesAfterStart` after the start of every N-th shift, counted from the first shift of `validFrom`. */
  | { readonly kind: 'everyShifts'; readonly shifts: number; readonly minutesAfterStart: number }
  /** Every N hours of elapsed time from `firstMinute` of `validFrom`; not shifted by daylight saving time. */
  | { readonly kind: 'everyHours'; readonly hours: number; readonly firstMinute: number }
  | { readonly kind: 'daily'; readonly at: readonly number[] }
  /** `weekdays`: 1 Monday … 7 Sunday. */
  | { readonly kind: 'weekly'; readonly weekdays: readonly number[]; readonly at: readonly number[] }

export interface InspectionPlan {
  readonly id: string
  readonly frequency: Frequency
  /** Window around the due moment, minutes. */
  readonly minutesBefore: number
  readonly minutesAfter: number
  /** Restricts the plan to these weekdays; empty: all days. */
  readonly weekdays: readonly number[]
  /** First and last day (null: no end): business dates for `everyShifts`, calendar days of the plant otherwise. */
  readonly validFrom: Day
  readonly validUntil: Day | null
  readonly paused: boolean
}

export interface DueRound {
  /** Deterministic, so that a unique index prevents two instances from creating the same round twice. */
  readonly key: string
  readonly planId: string
  readonly dueAt: Moment
  readonly opensAt: Moment
  readonly closesAt: Moment
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
}

/** Generates the rounds of a plan due in [from, to), in order. Splitting the period gives the same rounds. */
export function dueRounds(plan: InspectionPlan, from: Moment, to: Moment, calendar: PlantCalendar): DueRound[] {
  if (plan.paused || toMillis(from) >= toMillis(to) || planProblems(plan).length > 0) return []
  const begin = toMillis(from)
  const end = toMillis(to)
  const moments = candidates(plan, begin, end, calendar)
    .filter(({ dueAt, day }) => dueAt >= begin && dueAt < end && runsOn(plan, day))
    .map(({ dueAt }) => dueAt)
  // Two times of day can coincide when daylight saving time skips an hour.
  return [...new Set(moments)].sort((a, b) => a - b).map((dueAt) => roundAt(plan, dueAt, calendar))
}

interface Candidate {
  readonly dueAt: number
  /** Day that is checked against weekdays and validity. */
  readonly day: Day
}

function candidates(
  plan: InspectionPlan,
  begin: number,
  end: number,
  { pattern, timeZone }: PlantCalendar,
): Candidate[] {
  const { frequency } = plan
  switch (frequency.kind) {
    case 'everyShifts': {
      const late = frequency.minutesAfterStart * MINUTE_MS
      return getShiftsBetween(toMoment(begin - late), toMoment(end - late), pattern, timeZone)
        .filter(({ businessDate, shift }) => {
          const { shifts } = getPatternOn(businessDate, pattern)
          const passed =
            countDaysBetween(plan.validFrom, businessDate) * shifts.length +
            shifts.findIndex(({ key }) => key === shift)
          return passed % frequency.shifts === 0
        })
        .map(({ startsAt, businessDate }) => ({ dueAt: toMillis(startsAt) + late, day: businessDate }))
    }
    case 'everyHours': {
      const step = frequency.hours * HOUR_MS
      const first = resolveLocalTime(plan.validFrom, frequency.firstMinute, timeZone)
      const found: Candidate[] = []
      for (let dueAt = first + Math.max(0, Math.ceil((begin - first) / step)) * step; dueAt < end; dueAt += step) {
        found.push({ dueAt, day: toLocalTime(toMoment(dueAt), timeZone).day })
      }
      return found
    }
    case 'daily':
      return timesOfDay(frequency.at, begin, end, timeZone)
    case 'weekly':
      return timesOfDay(frequency.at, begin, end, timeZone).filter(({ day }) =>
        frequency.weekdays.includes(getWeekday(day)),
      )
  }
}

function timesOfDay(at: readonly number[], begin: number, end: number, timeZone: string): Candidate[] {
  const last = toLocalTime(toMoment(end), timeZone).day
  const found: Candidate[] = []
  for (let day = toLocalTime(toMoment(begin), timeZone).day; day <= last; day = addDays(day, 1)) {
    for (const minute of at) found.push({ dueAt: resolveLocalTime(day, minute, timeZone), day })
  }
  return found
}

function runsOn(plan: InspectionPlan, day: Day): boolean {
  if (day < plan.validFrom || (plan.validUntil !== null && day > plan.validUntil)) return false
  return plan.weekdays.length === 0 || plan.weekdays.includes(getWeekday(day))
}

function roundAt(plan: InspectionPlan, due: number, { pattern, timeZone }: PlantCalendar): DueRound {
  const dueAt = toMoment(due)
  const { businessDate, shift, team } = getShiftAt(dueAt, pattern, timeZone)
  return {
    key: `${plan.id}@${dueAt}`,
    planId: plan.id,
    dueAt,
    opensAt: toMoment(due - plan.minutesBefore * MINUTE_MS),
    closesAt: toMoment(due + plan.minutesAfter * MINUTE_MS),
    businessDate,
    shift,
    team,
  }
}

export type PlanProblem = 'frequency' | 'times' | 'weekdays' | 'window' | 'validity'

/** Validates an entered plan; an empty list means it can be saved. A plan with problems generates no rounds. */
export function planProblems(plan: InspectionPlan): PlanProblem[] {
  const { frequency } = plan
  const problems: PlanProblem[] = []
  const minutes = 'at' in frequency ? frequency.at : frequency.kind === 'everyHours' ? [frequency.firstMinute] : []
  const count =
    frequency.kind === 'everyShifts' ? frequency.shifts : frequency.kind === 'everyHours' ? frequency.hours : 1
  if (!Number.isInteger(count) || count < 1) problems.push('frequency')
  if (frequency.kind === 'everyShifts' && !(frequency.minutesAfterStart >= 0)) problems.push('times')
  if ('at' in frequency && frequency.at.length === 0) problems.push('times')
  if (minutes.some((minute) => !Number.isInteger(minute) || minute < 0 || minute > 1439)) problems.push('times')
  const weekdays = [...plan.weekdays, ...(frequency.kind === 'weekly' ? frequency.weekdays : [])]
  const none = frequency.kind === 'weekly' && frequency.weekdays.length === 0
  if (none || weekdays.some((day) => !Number.isInteger(day) || day < 1 || day > 7)) problems.push('weekdays')
  if (!(plan.minutesBefore >= 0) || !(plan.minutesAfter > 0)) problems.push('window')
  if (plan.validUntil !== null && plan.validUntil < plan.validFrom) problems.push('validity')
  return problems
}
