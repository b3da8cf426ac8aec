/** A stop 停机 of a line: its state, valid times, and merging of times from repairs, people and speed. */
import { findMomentProblem, type MomentProblem } from '@/contract/instant'
import { toMillis, type Moment } from './plant-time'

/** Still standing; ended without a reason; ended with a reason. */
export const stopStates = ['standing', 'toExplain', 'explained'] as const
export type StopState = (typeof stopStates)[number]
/** Stops that still have to be ended or explained. */
export const openStopStates: readonly StopState[] = stopStates.filter((state) => state !== 'explained')

interface StopTimesAndReason {
  readonly startedAt: Moment
  readonly endedAt: Moment | null
  readonly reasonId: string | null
}
const TENTH_OF_MINUTE_MS = 6_000
/** Derives state and minutes (one decimal) from times and reason; stored in the row. */
export function deriveStopFields({ startedAt, endedAt, reasonId }: StopTimesAndReason): {
  state: StopState
  minutes: number | null
} {
  if (endedAt === null) return { state: 'standing', minutes: null }
  return {
    state: reasonId === null ? 'toExplain' : 'explained',
    minutes: Math.round((toMillis(endedAt) - toMillis(startedAt)) / TENTH_OF_MINUTE_MS) / 10,
  }
}

/** The app marks a longer stop as probably forgotten. */
export const FORGOTTEN_AFTER_MS = 24 * 3_600_000
/** True if a stop has been open for so long that it was probably forgotten. `nowMs` in ms since 1970. */
export const isForgotten = (stop: { startedAt: Moment; endedAt: Moment | null }, nowMs: number): boolean =>
  stop.endedAt === null && nowMs - toMillis(stop.startedAt) > FORGOTTEN_AFTER_MS

export type StopProblem = MomentProblem | 'wrongOrder'
export interface StopTimes {
  readonly startedAt: Moment
  readonly endedAt: Moment | null
}
/**
 * Returns the invalid time of a stop and its problem, or null. Times that equal `previousTimes` are not checked for
 * plausibility again.
 * @param nowMs ms since 1970
 */
export function validateStopTimes(
  { startedAt, endedAt }: StopTimes,
  nowMs: number,
  previousTimes: StopTimes | null = null,
): { field: keyof StopTimes; code: StopProblem } | null {
  const startProblem = isMomentChanged(startedAt, previousTimes?.startedAt) ? findMomentProblem(startedAt, nowMs) : null
  if (startProblem) return { field: 'startedAt', code: startProblem }
  if (endedAt === null) return null
  const endProblem = isMomentChanged(endedAt, previousTimes?.endedAt)
    ? findMomentProblem(endedAt, nowMs, { startedAt })
    : null
  if (endProblem === 'inFuture') return { field: 'endedAt', code: endProblem }
  return toMillis(endedAt) <= toMillis(startedAt) ? { field: 'endedAt', code: 'wrongOrder' } : null
}
const isMomentChanged = (moment: Moment, previousMoment: Moment | null | undefined): boolean =>
  !previousMoment || toMillis(moment) !== toMillis(previousMoment)
/** True if two stops of a line overlap. */
export const hasOverlap = (a: StopTimes, b: StopTimes): boolean =>
  (a.endedAt === null || toMillis(b.startedAt) < toMillis(a.endedAt)) &&
  (b.endedAt === null || toMillis(a.startedAt) < toMillis(b.endedAt))

type StopSource = 'repair' | 'speed' | 'person'
type StopCloser = 'speed' | 'production' | 'repair' | 'person'
/** True if the new times of a stop differ from its previous times. */
export const hasChangedTimes = (previousTimes: StopTimes, newTimes: StopTimes): boolean =>
  isMomentChanged(newTimes.startedAt, previousTimes.startedAt) ||
  (newTimes.endedAt === null
    ? previousTimes.endedAt !== null
    : isMomentChanged(newTimes.endedAt, previousTimes.endedAt))
/**
 * Why the times of a stop cannot be changed. `timesOfRepair`: the repair determines the times of its stop. `ranAgain`: a
 * line that ran again cannot be set back to standing.
 */
export type TimeChangeProblem = StopProblem | 'timesOfRepair' | 'ranAgain'
/**
 * Returns the invalid time of a changed stop and its problem; null if valid or unchanged.
 * @param nowMs ms since 1970
 */
export function validateTimeChange(
  previousStop: StopTimes & { readonly source: StopSource; readonly closedBy: StopCloser | null },
  newTimes: StopTimes,
  nowMs: number,
): { field: keyof StopTimes; code: TimeChangeProblem } | null {
  if (!hasChangedTimes(previousStop, newTimes)) return null
  const changedField = isMomentChanged(newTimes.startedAt, previousStop.startedAt) ? 'startedAt' : 'endedAt'
  if (previousStop.source === 'repair') return { field: changedField, code: 'timesOfRepair' }
  if (newTimes.endedAt === null && previousStop.endedAt !== null && previousStop.closedBy !== 'person')
    return { field: 'endedAt', code: 'ranAgain' }
  return validateStopTimes(newTimes, nowMs, previousStop)
}
export interface RepairStopTimes {
  readonly startsAt: Moment
  readonly endsAt: Moment | null
}
export interface RecordedStop {
  readonly source: StopSource
  readonly startedAt: Moment
  readonly endedAt: Moment | null
  readonly closedBy: StopCloser | null
}
/**
 * Returns the times of the stop that a repair belongs to. A stop that the repair opened has the times of the repair,
 * but it ends when the speed showed that the line ran again. A stop first recorded by speed or a person keeps its
 * times; if it is still open, the repair closes it.
 */
export function mergeRepairTimes(
  stop: RecordedStop | null,
  { startsAt, endsAt }: RepairStopTimes,
): { startedAt: Moment; endedAt: Moment | null; closedBy: StopCloser | null } {
  const repairTimes = { startedAt: startsAt, endedAt: endsAt, closedBy: endsAt === null ? null : ('repair' as const) }
  if (!stop) return repairTimes
  const hasObservedEnd =
    stop.endedAt !== null &&
    stop.closedBy !== 'repair' &&
    toMillis(stop.endedAt) > toMillis(stop.source === 'repair' ? startsAt : stop.startedAt)
  const endFields = hasObservedEnd
    ? { endedAt: stop.endedAt, closedBy: stop.closedBy }
    : { endedAt: repairTimes.endedAt, closedBy: repairTimes.closedBy }
  if (stop.source === 'repair') return { startedAt: startsAt, ...endFields }
  const startedAt = stop.startedAt
  // If the repair ended before the line stopped, it does not tell when the stop ended.
  return !hasObservedEnd && endsAt !== null && toMillis(endsAt) <= toMillis(startedAt)
    ? { startedAt, endedAt: null, closedBy: null }
    : { startedAt, ...endFields }
}
