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
export function generateDueRounds(plan: InspectionPlan, from: Moment, to: Moment, calendar: PlantCalendar): DueRound[] {
  if (plan.paused || toMillis(from) >= toMillis(to) || findPlanProblems(plan).length > 0) return []
  const begin = toMillis(from)
  const end = toMillis(to)
  const dueMoments = listCandidates(plan, begin, end, calendar)
    .filter(({ dueAt, day }) => dueAt >= begin && dueAt < end && isPlannedOn(plan, day))
    .map(({ dueAt }) => dueAt)
  // Two times of day can coincide when daylight saving time skips an hour.
  return [...new Set(dueMoments)].sort((a, b) => a - b).map((dueAt) => buildRound(plan, dueAt, calendar))
}

interface Candidate {
  readonly dueAt: number
  /** Day that is checked against weekdays and validity. */
  readonly day: Day
}

function listCandidates(
  plan: InspectionPlan,
  begin: number,
  end: number,
  { pattern, timeZone }: PlantCalendar,
): Candidate[] {
  const { frequency } = plan
  switch (frequency.kind) {
    case 'everyShifts': {
      const offsetMs = frequency.minutesAfterStart * MINUTE_MS
      return getShiftsBetween(toMoment(begin - offsetMs), toMoment(end - offsetMs), pattern, timeZone)
        .filter(({ businessDate, shift }) => {
          const { shifts } = getPatternOn(businessDate, pattern)
          const shiftsPassed =
            countDaysBetween(plan.validFrom, businessDate) * shifts.length +
            shifts.findIndex(({ key }) => key === shift)
          return shiftsPassed % frequency.shifts === 0
        })
        .map(({ startsAt, businessDate }) => ({ dueAt: toMillis(startsAt) + offsetMs, day: businessDate }))
    }
    case 'everyHours': {
      const intervalMs = frequency.hours * HOUR_MS
      const firstDueAt = resolveLocalTime(plan.validFrom, frequency.firstMinute, timeZone)
      const hourlyCandidates: Candidate[] = []
      for (
        let dueAt = firstDueAt + Math.max(0, Math.ceil((begin - firstDueAt) / intervalMs)) * intervalMs;
        dueAt < end;
        dueAt += intervalMs
      ) {
        hourlyCandidates.push({ dueAt, day: toLocalTime(toMoment(dueAt), timeZone).day })
      }
      return hourlyCandidates
    }
    case 'daily':
      return listTimesOfDay(frequency.at, begin, end, timeZone)
    case 'weekly':
      return listTimesOfDay(frequency.at, begin, end, timeZone).filter(({ day }) =>
        frequency.weekdays.includes(getWeekday(day)),
      )
  }
}

function listTimesOfDay(minutes: readonly number[], begin: number, end: number, timeZone: string): Candidate[] {
  const lastDay = toLocalTime(toMoment(end), timeZone).day
  const dailyCandidates: Candidate[] = []
  for (let day = toLocalTime(toMoment(begin), timeZone).day; day <= lastDay; day = addDays(day, 1)) {
    for (const minute of minutes) dailyCandidates.push({ dueAt: resolveLocalTime(day, minute, timeZone), day })
  }
  return dailyCandidates
}

function isPlannedOn(plan: InspectionPlan, day: Day): boolean {
  if (day < plan.validFrom || (plan.validUntil !== null && day > plan.validUntil)) return false
  return plan.weekdays.length === 0 || plan.weekdays.includes(getWeekday(day))
}

function buildRound(plan: InspectionPlan, due: number, { pattern, timeZone }: PlantCalendar): DueRound {
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
export function findPlanProblems(plan: InspectionPlan): PlanProblem[] {
  const { frequency } = plan
  const problems: PlanProblem[] = []
  const minutes = 'at' in frequency ? frequency.at : frequency.kind === 'everyHours' ? [frequency.firstMinute] : []
  const interval =
    frequency.kind === 'everyShifts' ? frequency.shifts : frequency.kind === 'everyHours' ? frequency.hours : 1
  if (!Number.isInteger(interval) || interval < 1) problems.push('frequency')
  if (frequency.kind === 'everyShifts' && !(frequency.minutesAfterStart >= 0)) problems.push('times')
  if ('at' in frequency && frequency.at.length === 0) problems.push('times')
  if (minutes.some((minute) => !Number.isInteger(minute) || minute < 0 || minute > 1439)) problems.push('times')
  const weekdays = [...plan.weekdays, ...(frequency.kind === 'weekly' ? frequency.weekdays : [])]
  const hasNoWeekday = frequency.kind === 'weekly' && frequency.weekdays.length === 0
  if (hasNoWeekday || weekdays.some((day) => !Number.isInteger(day) || day < 1 || day > 7)) problems.push('weekdays')
  if (!(plan.minutesBefore >= 0) || !(plan.minutesAfter > 0)) problems.push('window')
  if (plan.validUntil !== null && plan.validUntil < plan.validFrom) problems.push('validity')
  return problems
}
