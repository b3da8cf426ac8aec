/** Validates an entered completion of preventive maintenance: hours, date and counter reading. */
import { findMomentProblem } from '@/contract/moment-problem'
import { HOUR_MS, toLocalTime, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import { mostHours } from './work-hours'

/** Counter state of a plan before a new reading, in the plan's unit. */
export interface CounterKnown {
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
export type ReadingProblem =
  | { readonly code: 'reading'; readonly previous: number }
  | { readonly code: 'readingFar'; readonly most: number }
/** Tolerance because clocks and meters are read at different times of a day, hours. */
const ALLOWED_HOURS = 24
/** A reading that many plan intervals ahead is taken for a typing error. */
const FAR_INTERVALS = 10

/**
 * Checks a reading taken at `at`: it must not be below the counter at that time nor beyond a plausible maximum. A meter
 * that shows less than at the last service has rolled over or was exchanged; readings before and after that are both
 * valid.
 */
export function readingProblem(known: CounterKnown, reading: number, at: Moment): ReadingProblem | null {
  const { last, present } = known
  const fell = last !== null && present !== null && present < last
  const anew = fell && known.metered
  const most = mostShown(fell && !anew ? { ...known, present: null, presentAt: null } : known, at)
  // People read whole units from a counter that shows tenths.
  const least = leastShown(known, at)
  const isBelowPresent = least !== null && reading < Math.floor(least)
  const isBelowLast = last !== null && reading < last && !(anew && most !== null && reading <= most)
  if (isBelowPresent && (anew || least > (last ?? 0))) return { code: 'reading', previous: tenths(least) }
  if (isBelowLast) return { code: 'reading', previous: last }
  if (most !== null && reading > most && !anew) return { code: 'readingFar', most: tenths(most) }
  return null
}
/** Rounds to tenths, the resolution of counters. */
const tenths = (value: number): number => Math.round(value * 10) / 10

/** Lowest possible reading at `at`; null for a later reading unless the unit is hours. */
function leastShown({ present, presentAt, unit }: CounterKnown, at: Moment): number | null {
  if (present === null) return null
  const since = presentAt === null ? 0 : (toMillis(presentAt) - toMillis(at)) / HOUR_MS
  if (since <= 0) return present
  // Running hours grow no faster than the clock.
  return unit === 'h' ? present - since : null
}
/** Highest plausible reading at `at`; null if unknown. */
function mostShown({ last, present, presentAt, every, unit }: CounterKnown, at: Moment): number | null {
  const from = present ?? last
  if (from === null) return null
  if (unit === 'h' && presentAt !== null)
    return from + Math.max(0, toMillis(at) - toMillis(presentAt)) / HOUR_MS + ALLOWED_HOURS
  return every === null ? null : from + every * FAR_INTERVALS
}

export type PmProblem =
  | { readonly field: 'hours'; readonly code: 'tooManyHours'; readonly most: number; readonly people: number }
  | { readonly field: 'occurredAt'; readonly code: 'inFuture' }
  | { readonly field: 'occurredAt'; readonly code: 'beforeLast'; readonly last: Day }
  | ({ readonly field: 'reading' } & ReadingProblem)

/**
 * Validates an entered completion on the client.
 * @param lastDoneOn last service known to this device; an earlier date is a typing error. The server does not check
 * this, because an offline phone may know an outdated value.
 */
export function completionProblems(
  work: {
    readonly occurredAt: Moment | null
    readonly hours: number | null
    readonly people: number
    readonly reading: number | null
  },
  counter: CounterKnown | null,
  lastDoneOn: Day | null,
  now: Moment,
  timeZone: string,
): PmProblem[] {
  const problems: PmProblem[] = []
  const most = mostHours(work.people)
  if (work.hours !== null && work.hours > most)
    problems.push({ field: 'hours', code: 'tooManyHours', most, people: Math.max(1, work.people) })
  if (work.occurredAt === null) return problems
  const misread = work.reading === null || !counter ? null : readingProblem(counter, work.reading, work.occurredAt)
  if (misread) problems.push({ field: 'reading', ...misread })
  if (findMomentProblem(work.occurredAt, toMillis(now)) === 'inFuture')
    problems.push({ field: 'occurredAt', code: 'inFuture' })
  else if (lastDoneOn !== null && toLocalTime(work.occurredAt, timeZone).day < lastDoneOn)
    problems.push({ field: 'occurredAt', code: 'beforeLast', last: lastDoneOn })
  return problems
}
