/** Validates an entered completion of preventive maintenance: hours, date and counter reading. */
import { findMomentProblem } from '@/contract/moment-problem'
import { HOUR_MS, toLocalTime, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import { calculateMaxHours } from './work-hours'

/** Counter state of a plan before a new reading, in the plan's unit. */
export interface PmCounter {
  /** Reading at the last service. */
  readonly last: number | null
  readonly present: number | null
  readonly presentAt: Moment | null
  /** Interval of the plan. */
  readonly every: number | null
  readonly unit: 'h' | 'm' | 'kg' | null
  /** True if a meter supplies the current reading: only such a counter may restart. */
  readonly metered: boolean
}
export type CounterReadingProblem =
  | { readonly code: 'reading'; readonly previous: number }
  | { readonly code: 'readingFar'; readonly most: number }
/** Tolerance because clocks and meters are read at different times of a day, hours. */
const TOLERANCE_HOURS = 24
/** A reading that many plan intervals ahead is taken for a typing error. */
const MAX_INTERVALS = 10

/**
 * Checks a reading taken at `at`: it must not be below the counter at that time nor beyond a plausible maximum. A meter
 * that shows less than at the last service has rolled over or was exchanged; readings before and after that are both
 * valid.
 */
export function findCounterReadingProblem(
  counter: PmCounter,
  reading: number,
  at: Moment,
): CounterReadingProblem | null {
  const { last, present } = counter
  const hasFallen = last !== null && present !== null && present < last
  const hasRestarted = hasFallen && counter.metered
  const maxReading = calculateMaxReading(
    hasFallen && !hasRestarted ? { ...counter, present: null, presentAt: null } : counter,
    at,
  )
  // People read whole units from a counter that shows tenths.
  const minReading = calculateMinReading(counter, at)
  const isBelowPresent = minReading !== null && reading < Math.floor(minReading)
  const isBelowLast = last !== null && reading < last && !(hasRestarted && maxReading !== null && reading <= maxReading)
  if (isBelowPresent && (hasRestarted || minReading > (last ?? 0)))
    return { code: 'reading', previous: roundToTenths(minReading) }
  if (isBelowLast) return { code: 'reading', previous: last }
  if (maxReading !== null && reading > maxReading && !hasRestarted)
    return { code: 'readingFar', most: roundToTenths(maxReading) }
  return null
}
/** Rounds to tenths, the resolution of counters. */
const roundToTenths = (value: number): number => Math.round(value * 10) / 10

/** Lowest possible reading at `at`; null for a later reading unless the unit is hours. */
function calculateMinReading({ present, presentAt, unit }: PmCounter, at: Moment): number | null {
  if (present === null) return null
  const hoursSince = presentAt === null ? 0 : (toMillis(presentAt) - toMillis(at)) / HOUR_MS
  if (hoursSince <= 0) return present
  // Running hours grow no faster than the clock.
  return unit === 'h' ? present - hoursSince : null
}
/** Highest plausible reading at `at`; null if unknown. */
function calculateMaxReading({ last, present, presentAt, every, unit }: PmCounter, at: Moment): number | null {
  const baseReading = present ?? last
  if (baseReading === null) return null
  if (unit === 'h' && presentAt !== null)
    return baseReading + Math.max(0, toMillis(at) - toMillis(presentAt)) / HOUR_MS + TOLERANCE_HOURS
  return every === null ? null : baseReading + every * MAX_INTERVALS
}

export type CompletionProblem =
  | { readonly field: 'hours'; readonly code: 'tooManyHours'; readonly most: number; readonly people: number }
  | { readonly field: 'occurredAt'; readonly code: 'inFuture' }
  | { readonly field: 'occurredAt'; readonly code: 'beforeLast'; readonly last: Day }
  | ({ readonly field: 'reading' } & CounterReadingProblem)

/**
 * Validates an entered completion on the client.
 * @param lastDoneOn last service known to this device; an earlier date is a typing error. The server does not check
 * this, because an offline phone may know an outdated value.
 */
export function findCompletionProblems(
  work: {
    readonly occurredAt: Moment | null
    readonly hours: number | null
    readonly people: number
    readonly reading: number | null
  },
  counter: PmCounter | null,
  lastDoneOn: Day | null,
  now: Moment,
  timeZone: string,
): CompletionProblem[] {
  const problems: CompletionProblem[] = []
  const maxHours = calculateMaxHours(work.people)
  if (work.hours !== null && work.hours > maxHours)
    problems.push({ field: 'hours', code: 'tooManyHours', most: maxHours, people: Math.max(1, work.people) })
  if (work.occurredAt === null) return problems
  const counterProblem =
    work.reading === null || !counter ? null : findCounterReadingProblem(counter, work.reading, work.occurredAt)
  if (counterProblem) problems.push({ field: 'reading', ...counterProblem })
  if (findMomentProblem(work.occurredAt, toMillis(now)) === 'inFuture')
    problems.push({ field: 'occurredAt', code: 'inFuture' })
  else if (lastDoneOn !== null && toLocalTime(work.occurredAt, timeZone).day < lastDoneOn)
    problems.push({ field: 'occurredAt', code: 'beforeLast', last: lastDoneOn })
  return problems
}
