/**
 * Generates the due rounds of an inspection plan in the plant's time zone. Every server instance gets the same result.
 */
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

/** Schedule of an inspection plan as the rules need it. */
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

/** A round that a plan makes due, before it is stored. */
export interface DueRound {
  /** Same on every server instance, so that a unique index prevents two instances from creating the round twice. */
  readonly key: string
  readonly planId: string
  readonly dueAt: Moment
  readonly opensAt: Moment
  readonly closesAt: Moment
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
}

/**
 * Generates the rounds of a plan due in [from, to), in order. Two adjacent periods give the same rounds as both at
 * once.
 */
export function generateDueRounds(plan: InspectionPlan, from: Moment, to: Moment, calendar: PlantCalendar): DueRound[] {
  if (plan.paused || toMillis(from) >= toMillis(to) || findPlanProblems(plan).length > 0) return []
  const beginMs = toMillis(from)
  const endMs = toMillis(to)
  const dueMoments = listDueCandidates(plan, beginMs, endMs, calendar)
    .filter(({ dueMs, day }) => dueMs >= beginMs && dueMs < endMs && isPlannedOn(plan, day))
    .map(({ dueMs }) => dueMs)
  // Two times of day can coincide when daylight saving time skips an hour.
  return [...new Set(dueMoments)].sort((a, b) => a - b).map((dueMs) => buildDueRound(plan, dueMs, calendar))
}

interface DueCandidate {
  readonly dueMs: number
  /** Day that is checked against weekdays and validity. */
  readonly day: Day
}

function listDueCandidates(
  plan: InspectionPlan,
  beginMs: number,
  endMs: number,
  { rotation, timeZone }: PlantCalendar,
): DueCandidate[] {
  const { frequency } = plan
  switch (frequency.kind) {
    case 'everyShifts': {
      const offsetMs = frequency.minutesAfterStart * MINUTE_MS
      return getShiftsBetween(toMoment(beginMs - offsetMs), toMoment(endMs - offsetMs), rotation, timeZone)
        .filter(({ businessDate, shift }) => {
          const { shifts } = getPatternOn(businessDate, rotation)
          const shiftsPassed =
            countDaysBetween(plan.validFrom, businessDate) * shifts.length +
            shifts.findIndex(({ key }) => key === shift)
          return shiftsPassed % frequency.shifts === 0
        })
        .map(({ startsAt, businessDate }) => ({ dueMs: toMillis(startsAt) + offsetMs, day: businessDate }))
    }
    case 'everyHours': {
      const intervalMs = frequency.hours * HOUR_MS
      const firstDueMs = resolveLocalTime(plan.validFrom, frequency.firstMinute, timeZone)
      const hourlyCandidates: DueCandidate[] = []
      for (
        let dueMs = firstDueMs + Math.max(0, Math.ceil((beginMs - firstDueMs) / intervalMs)) * intervalMs;
        dueMs < endMs;
        dueMs += intervalMs
      ) {
        hourlyCandidates.push({ dueMs, day: toLocalTime(toMoment(dueMs), timeZone).day })
      }
      return hourlyCandidates
    }
    case 'daily':
      return listTimeOfDayCandidates(frequency.at, beginMs, endMs, timeZone)
    case 'weekly':
      return listTimeOfDayCandidates(frequency.at, beginMs, endMs, timeZone).filter(({ day }) =>
        frequency.weekdays.includes(getWeekday(day)),
      )
  }
}

function listTimeOfDayCandidates(
  minutesOfDay: readonly number[],
  beginMs: number,
  endMs: number,
  timeZone: string,
): DueCandidate[] {
  const lastDay = toLocalTime(toMoment(endMs), timeZone).day
  const dailyCandidates: DueCandidate[] = []
  for (let day = toLocalTime(toMoment(beginMs), timeZone).day; day <= lastDay; day = addDays(day, 1)) {
    for (const minute of minutesOfDay) dailyCandidates.push({ dueMs: resolveLocalTime(day, minute, timeZone), day })
  }
  return dailyCandidates
}

function isPlannedOn(plan: InspectionPlan, day: Day): boolean {
  if (day < plan.validFrom || (plan.validUntil !== null && day > plan.validUntil)) return false
  return plan.weekdays.length === 0 || plan.weekdays.includes(getWeekday(day))
}

function buildDueRound(plan: InspectionPlan, dueMs: number, { rotation, timeZone }: PlantCalendar): DueRound {
  const dueAt = toMoment(dueMs)
  const { businessDate, shift, team } = getShiftAt(dueAt, rotation, timeZone)
  return {
    key: `${plan.id}@${dueAt}`,
    planId: plan.id,
    dueAt,
    opensAt: toMoment(dueMs - plan.minutesBefore * MINUTE_MS),
    closesAt: toMoment(dueMs + plan.minutesAfter * MINUTE_MS),
    businessDate,
    shift,
    team,
  }
}

/** Part of an entered schedule that is missing or invalid; `window` is the time before and after the due moment. */
export type PlanProblem = 'frequency' | 'times' | 'weekdays' | 'window' | 'validity'

const MAX_MINUTE_OF_DAY = 1439
function getMinutesOfDay(frequency: Frequency): readonly number[] {
  if ('at' in frequency) return frequency.at
  return frequency.kind === 'everyHours' ? [frequency.firstMinute] : []
}
/** Returns the interval in shifts or hours; 1 for daily and weekly plans. */
function getInterval(frequency: Frequency): number {
  if (frequency.kind === 'everyShifts') return frequency.shifts
  return frequency.kind === 'everyHours' ? frequency.hours : 1
}
/** Validates an entered plan; an empty list means it can be saved. A plan with problems generates no rounds. */
export function findPlanProblems(plan: InspectionPlan): PlanProblem[] {
  const { frequency } = plan
  const problems: PlanProblem[] = []
  const interval = getInterval(frequency)
  if (!Number.isInteger(interval) || interval < 1) problems.push('frequency')
  if (frequency.kind === 'everyShifts' && !(frequency.minutesAfterStart >= 0)) problems.push('times')
  if ('at' in frequency && frequency.at.length === 0) problems.push('times')
  if (
    getMinutesOfDay(frequency).some((minute) => !Number.isInteger(minute) || minute < 0 || minute > MAX_MINUTE_OF_DAY)
  )
    problems.push('times')
  const weekdays = [...plan.weekdays, ...(frequency.kind === 'weekly' ? frequency.weekdays : [])]
  const hasNoWeekday = frequency.kind === 'weekly' && frequency.weekdays.length === 0
  if (hasNoWeekday || weekdays.some((day) => !Number.isInteger(day) || day < 1 || day > 7)) problems.push('weekdays')
  if (!(plan.minutesBefore >= 0) || !(plan.minutesAfter > 0)) problems.push('window')
  if (plan.validUntil !== null && plan.validUntil < plan.validFrom) problems.push('validity')
  return problems
}
