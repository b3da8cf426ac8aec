/** Validates an entered completion of preventive maintenance: hours, date and counter reading. */
import { findMomentProblem } from '@/contract/instant'
import { HOUR_MS, toLocalTime, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import { calculateMaxHours } from './work-hours'
import { roundToTenth } from '@/plant/rules/quantity'

/** Counter state of a plan before a new reading, in the plan's unit. */
export interface PmCounter {
  /** Reading at the last service. */
  readonly lastReading: number | null
  readonly currentReading: number | null
  readonly currentReadAt: Moment | null
  /** Use between two services of the plan. */
  readonly interval: number | null
  readonly unit: 'h' | 'm' | 'kg' | null
  /** True if a meter supplies the current reading: only such a counter may restart. */
  readonly hasMeter: boolean
}
/**
 * `reading`: the reading is below `previous`, the lowest possible value. `readingFar`: the reading is above `most`, the
 * highest plausible value.
 */
export type CounterReadingProblem =
  | { readonly code: 'reading'; readonly previous: number }
  | { readonly code: 'readingFar'; readonly most: number }
/** How many running hours a reading may exceed the elapsed time, because the times of readings are inexact. */
const READING_TOLERANCE_HOURS = 24
/** A reading more than this number of plan intervals ahead counts as a typing error. */
const MAX_INTERVALS = 10

/**
 * Checks a counter reading: it must be neither below the counter at `readAt` nor above a plausible maximum. A meter
 * that shows less than at the last service has rolled over or was exchanged. In that case, readings of the old count
 * and of the new count are both valid.
 */
export function findCounterReadingProblem(
  counter: PmCounter,
  reading: number,
  readAt: Moment,
): CounterReadingProblem | null {
  const { lastReading, currentReading } = counter
  const hasFallen = lastReading !== null && currentReading !== null && currentReading < lastReading
  const hasRestarted = hasFallen && counter.hasMeter
  const maxReading = calculateMaxReading(
    hasFallen && !hasRestarted ? { ...counter, currentReading: null, currentReadAt: null } : counter,
    readAt,
  )
  const minReading = calculateMinReading(counter, readAt)
  // People read whole units from a counter that shows tenths.
  const isBelowCurrent = minReading !== null && reading < Math.floor(minReading)
  const isNewCount = hasRestarted && maxReading !== null && reading <= maxReading
  const isBelowLast = lastReading !== null && reading < lastReading && !isNewCount
  // The problem reports the higher of the two lower bounds. After a restart, the current reading is the lower bound of
  // the new count.
  if (isBelowCurrent && (hasRestarted || minReading > (lastReading ?? 0)))
    return { code: 'reading', previous: roundToTenth(minReading) }
  if (isBelowLast) return { code: 'reading', previous: lastReading }
  if (maxReading !== null && reading > maxReading && !hasRestarted)
    return { code: 'readingFar', most: roundToTenth(maxReading) }
  return null
}

/**
 * Returns the lowest possible reading at `readAt`. Null if a later reading is known and the unit is not hours, because the
 * use in between is then unknown.
 */
function calculateMinReading({ currentReading, currentReadAt, unit }: PmCounter, readAt: Moment): number | null {
  if (currentReading === null) return null
  const hoursSince = currentReadAt === null ? 0 : (toMillis(currentReadAt) - toMillis(readAt)) / HOUR_MS
  if (hoursSince <= 0) return currentReading
  // Running hours grow no faster than the clock.
  return unit === 'h' ? currentReading - hoursSince : null
}
/** Returns the highest plausible reading at `readAt`; null if neither a reading nor an interval is known. */
function calculateMaxReading(
  { lastReading, currentReading, currentReadAt, interval, unit }: PmCounter,
  readAt: Moment,
): number | null {
  const baseReading = currentReading ?? lastReading
  if (baseReading === null) return null
  if (unit === 'h' && currentReadAt !== null)
    return baseReading + Math.max(0, toMillis(readAt) - toMillis(currentReadAt)) / HOUR_MS + READING_TOLERANCE_HOURS
  return interval === null ? null : baseReading + interval * MAX_INTERVALS
}

export type CompletionProblem =
  | { readonly field: 'hours'; readonly code: 'tooManyHours'; readonly most: number; readonly people: number }
  | { readonly field: 'occurredAt'; readonly code: 'inFuture' }
  | { readonly field: 'occurredAt'; readonly code: 'beforeLast'; readonly last: Day }
  | ({ readonly field: 'reading' } & CounterReadingProblem)

/**
 * Validates an entered completion on the client.
 * @param lastDoneOn last service known to this device. An earlier date counts as a typing error. The server does not
 * check the date, because an offline phone may know an outdated value.
 */
export function findCompletionProblems(
  completion: {
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
  const maxHours = calculateMaxHours(completion.people)
  if (completion.hours !== null && completion.hours > maxHours)
    problems.push({ field: 'hours', code: 'tooManyHours', most: maxHours, people: Math.max(1, completion.people) })
  if (completion.occurredAt === null) return problems
  const counterProblem =
    completion.reading === null || !counter
      ? null
      : findCounterReadingProblem(counter, completion.reading, completion.occurredAt)
  if (counterProblem) problems.push({ field: 'reading', ...counterProblem })
  if (findMomentProblem(completion.occurredAt, toMillis(now)) === 'inFuture')
    problems.push({ field: 'occurredAt', code: 'inFuture' })
  else if (lastDoneOn !== null && toLocalTime(completion.occurredAt, timeZone).day < lastDoneOn)
    problems.push({ field: 'occurredAt', code: 'beforeLast', last: lastDoneOn })
  return problems
}
