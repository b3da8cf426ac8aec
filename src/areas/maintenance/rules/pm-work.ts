/** What somebody enters of a preventive maintenance that was done: how long it took, and when. */
import { findMomentProblem } from '@/contract/moment-problem'
import { HOUR_MS, toLocalTime, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import { mostHours } from './work-hours'

/** What is known of a plan's counter, in the plan's unit, before somebody reads it. */
export interface CounterKnown {
  /** What it showed when the plan was last done. */
  readonly last: number | null
  readonly present: number | null
  readonly presentAt: Moment | null
  /** The plan's interval. */
  readonly every: number | null
  readonly unit: 'h' | 'm' | 'kg' | null
  /** Whether a meter gives the present reading: only such a counter may begin anew. */
  readonly metered: boolean
}
export type ReadingProblem =
  | { readonly code: 'reading'; readonly previous: number }
  | { readonly code: 'readingFar'; readonly most: number }
/** Clocks and meters are read at different times of a day. */
const ALLOWED_HOURS = 24
/** What no counter runs unnoticed, in intervals of its plan: beyond it a digit slipped. */
const FAR_INTERVALS = 10

/**
 * What is wrong with a reading taken at `at`: below what the counter showed by then, or beyond what it can show. A meter that
 * shows less than the last time rolled over or was exchanged since, so that what it showed before and shows now are both true.
 */
export function readingProblem(known: CounterKnown, reading: number, at: Moment): ReadingProblem | null {
  const { last, present } = known
  const fell = last !== null && present !== null && present < last
  const anew = fell && known.metered
  const most = mostShown(fell && !anew ? { ...known, present: null, presentAt: null } : known, at)
  // People read whole units off a counter that knows tenths.
  const least = leastShown(known, at)
  const isBelowPresent = least !== null && reading < Math.floor(least)
  const isBelowLast = last !== null && reading < last && !(anew && most !== null && reading <= most)
  if (isBelowPresent && (anew || least > (last ?? 0))) return { code: 'reading', previous: tenths(least) }
  if (isBelowLast) return { code: 'reading', previous: last }
  if (most !== null && reading > most && !anew) return { code: 'readingFar', most: tenths(most) }
  return null
}
/** Counters show no more. */
const tenths = (value: number): number => Math.round(value * 10) / 10

/** What the counter showed by `at`; null where what is known of it came later and says nothing of that moment. */
function leastShown({ present, presentAt, unit }: CounterKnown, at: Moment): number | null {
  if (present === null) return null
  const since = presentAt === null ? 0 : (toMillis(presentAt) - toMillis(at)) / HOUR_MS
  if (since <= 0) return present
  // Hours pass no faster than the clock.
  return unit === 'h' ? present - since : null
}
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
 * What is wrong with a completion as it is entered. `lastDoneOn`: as far as the one who enters it knows; what was done earlier
 * is a slip of the date. A phone that was without a network meanwhile knows an older one, so the server does not ask this.
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
