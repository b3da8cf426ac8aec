/** A stop 停机 of a line: its state, valid times, and merging of times from repairs, people and speed. */
import { momentProblem, type MomentProblem } from '@/contract/entered-moment'
import { toMillis, type Moment } from './plant-time'

/** Still standing; ended without a reason; ended with a reason. */
export const stopStates = ['standing', 'toExplain', 'explained'] as const
export type StopState = (typeof stopStates)[number]
/** Stops that still have to be ended or explained. */
export const openStops: readonly StopState[] = stopStates.filter((state) => state !== 'explained')

interface Told {
  readonly startedAt: Moment
  readonly endedAt: Moment | null
  readonly reasonId: string | null
}
/** Derives state and minutes (one decimal) from times and reason; stored in the row. */
export function stopFacts({ startedAt, endedAt, reasonId }: Told): { state: StopState; minutes: number | null } {
  return {
    state: endedAt === null ? 'standing' : reasonId === null ? 'toExplain' : 'explained',
    minutes: endedAt === null ? null : Math.round((toMillis(endedAt) - toMillis(startedAt)) / 6_000) / 10,
  }
}

/** A stop that lasts longer was probably forgotten and is marked as such. */
export const FORGOTTEN_AFTER_MS = 24 * 3_600_000
/** True if a stop has been open for so long that it was probably forgotten. `now` in ms since 1970. */
export const isForgotten = (stop: { startedAt: Moment; endedAt: Moment | null }, now: number): boolean =>
  stop.endedAt === null && now - toMillis(stop.startedAt) > FORGOTTEN_AFTER_MS

export type StopProblem = MomentProblem | 'wrongOrder'
export interface StopTimes {
  readonly startedAt: Moment
  readonly endedAt: Moment | null
}
/**
 * Returns the invalid time of a stop and its problem, or null. Unchanged `previousTimes` were validated on entry.
 * @param now ms since 1970
 */
export function stopProblem(
  { startedAt, endedAt }: StopTimes,
  now: number,
  before: StopTimes | null = null,
): { field: keyof StopTimes; code: StopProblem } | null {
  const begin = isNew(startedAt, before?.startedAt) ? momentProblem(startedAt, now) : null
  if (begin) return { field: 'startedAt', code: begin }
  if (endedAt === null) return null
  const end = isNew(endedAt, before?.endedAt) ? momentProblem(endedAt, now, { since: startedAt }) : null
  if (end === 'inFuture') return { field: 'endedAt', code: end }
  return toMillis(endedAt) <= toMillis(startedAt) ? { field: 'endedAt', code: 'wrongOrder' } : null
}
const isNew = (moment: Moment, before: Moment | null | undefined): boolean =>
  !before || toMillis(moment) !== toMillis(before)
/** True if two stops of a line overlap. */
export const overlap = (a: StopTimes, b: StopTimes): boolean =>
  (a.endedAt === null || toMillis(b.startedAt) < toMillis(a.endedAt)) &&
  (b.endedAt === null || toMillis(a.startedAt) < toMillis(b.endedAt))

type Source = 'repair' | 'speed' | 'person'
type ClosedBy = 'speed' | 'production' | 'repair' | 'person'
/** True if the new times of a stop differ from the previous ones. */
export const isRetimed = (before: StopTimes, after: StopTimes): boolean =>
  isNew(after.startedAt, before.startedAt) ||
  (after.endedAt === null ? before.endedAt !== null : isNew(after.endedAt, before.endedAt))
/** The repair determines the times of its stop; a line that ran again cannot be set back to standing. */
export type RetimeProblem = StopProblem | 'timesOfRepair' | 'ranAgain'
/**
 * Returns the invalid time of a changed stop and its problem; null if valid or unchanged.
 * @param now ms since 1970
 */
export function retimeProblem(
  before: StopTimes & { readonly source: Source; readonly closedBy: ClosedBy | null },
  after: StopTimes,
  now: number,
): { field: keyof StopTimes; code: RetimeProblem } | null {
  if (!isRetimed(before, after)) return null
  const moved = isNew(after.startedAt, before.startedAt) ? 'startedAt' : 'endedAt'
  if (before.source === 'repair') return { field: moved, code: 'timesOfRepair' }
  if (after.endedAt === null && before.endedAt !== null && before.closedBy !== 'person')
    return { field: 'endedAt', code: 'ranAgain' }
  return stopProblem(after, now, before)
}
export interface Implied {
  readonly startsAt: Moment
  readonly endsAt: Moment | null
}
export interface Standing {
  readonly source: Source
  readonly startedAt: Moment
  readonly endedAt: Moment | null
  readonly closedBy: ClosedBy | null
}
/**
 * Returns the times of the stop that a repair belongs to. The repair's own stop has its times, unless the speed showed
 * the line running again: that is the end. A stop first recorded by speed or a person keeps its times; the repair
 * closes it if it was left open.
 */
export function timesWithRepair(
  stop: Standing | null,
  { startsAt, endsAt }: Implied,
): { startedAt: Moment; endedAt: Moment | null; closedBy: ClosedBy | null } {
  const own = { startedAt: startsAt, endedAt: endsAt, closedBy: endsAt === null ? null : ('repair' as const) }
  if (!stop) return own
  const seenEnd =
    stop.endedAt !== null &&
    stop.closedBy !== 'repair' &&
    toMillis(stop.endedAt) > toMillis(stop.source === 'repair' ? startsAt : stop.startedAt)
  const end = seenEnd
    ? { endedAt: stop.endedAt, closedBy: stop.closedBy }
    : { endedAt: own.endedAt, closedBy: own.closedBy }
  if (stop.source === 'repair') return { startedAt: startsAt, ...end }
  const startedAt = stop.startedAt
  // A repair that ended before the line stood gives no information about its end.
  return !seenEnd && endsAt !== null && toMillis(endsAt) <= toMillis(startedAt)
    ? { startedAt, endedAt: null, closedBy: null }
    : { startedAt, ...end }
}
