/** A stop 停机 of a line: what it lacks, and how stops told by a repair, a person and the speed go together. */
import { momentProblem, type MomentProblem } from '@/contract/entered-moment'
import { toMillis, type Moment } from './plant-time'

/** It still stands; it is over and nobody said why; it is over and known why. */
export const stopStates = ['standing', 'toExplain', 'explained'] as const
export type StopState = (typeof stopStates)[number]
/** Stops that somebody still has to end or to explain. */
export const openStops: readonly StopState[] = stopStates.filter((state) => state !== 'explained')

interface Told {
  readonly startedAt: Moment
  readonly endedAt: Moment | null
  readonly reasonId: string | null
}
/** What follows from the times and the reason of a stop; kept on its row. Minutes to a tenth. */
export function stopFacts({ startedAt, endedAt, reasonId }: Told): { state: StopState; minutes: number | null } {
  return {
    state: endedAt === null ? 'standing' : reasonId === null ? 'toExplain' : 'explained',
    minutes: endedAt === null ? null : Math.round((toMillis(endedAt) - toMillis(startedAt)) / 6_000) / 10,
  }
}

/** A stop that stands longer was most likely forgotten: it is shown as such. */
export const FORGOTTEN_AFTER_MS = 24 * 3_600_000
export const isForgotten = (stop: { startedAt: Moment; endedAt: Moment | null }, now: number): boolean =>
  stop.endedAt === null && now - toMillis(stop.startedAt) > FORGOTTEN_AFTER_MS

export type StopProblem = MomentProblem | 'wrongOrder'
export interface StopTimes {
  readonly startedAt: Moment
  readonly endedAt: Moment | null
}
/** What is wrong with the times of a stop, and which. A time that it had `before` was judged when it was entered. `now` in ms. */
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
/** Whether two stops of a line have time in common. */
export const overlap = (a: StopTimes, b: StopTimes): boolean =>
  (a.endedAt === null || toMillis(b.startedAt) < toMillis(a.endedAt)) &&
  (b.endedAt === null || toMillis(a.startedAt) < toMillis(b.endedAt))

type Source = 'repair' | 'speed' | 'person'
type ClosedBy = 'speed' | 'production' | 'repair' | 'person'
/** Whether a stop that is told again has other times than before. */
export const isRetimed = (before: StopTimes, after: StopTimes): boolean =>
  isNew(after.startedAt, before.startedAt) ||
  (after.endedAt === null ? before.endedAt !== null : isNew(after.endedAt, before.endedAt))
/** A repair says from when to when its stop was; a line that ran again stands no longer. */
export type RetimeProblem = StopProblem | 'timesOfRepair' | 'ranAgain'
/** What is wrong with the times that a stop is told again with, and which; null when they can be, or are as before. `now` in ms. */
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
 * Times of the stop that a repair belongs to. A stop of the repair's own has its times, but where the speed saw the line
 * run again, that is the end. One that the speed or a person told first keeps what they told; the repair closes it when
 * they left it open.
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
  // A repair that ended before the line stood says nothing about its end.
  return !seenEnd && endsAt !== null && toMillis(endsAt) <= toMillis(startedAt)
    ? { startedAt, endedAt: null, closedBy: null }
    : { startedAt, ...end }
}
