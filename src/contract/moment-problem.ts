/** Plausibility of moments that a person entered or a clock reported. */

/** ISO 8601 in UTC. */
type Moment = string
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Tolerated clock difference between phone and server. */
export const MAX_CLOCK_DRIFT_MS = 5 * MINUTE_MS
/**
 * Tolerated clock error of a phone that has not reached the server yet: a day. Its records are accepted all the same.
 */
export const MAX_PHONE_CLOCK_ERROR_MS = DAY_MS + MAX_CLOCK_DRIFT_MS
/** Older moments are treated as typing errors: three months, the period in which metrics are corrected at all. */
export const MAX_MOMENT_AGE_MS = 92 * DAY_MS

export type MomentProblem = 'inFuture' | 'longAgo'

export interface MomentLimits {
  /** How far it may lie after `now`, ms; by default the clock tolerance. */
  maxAheadMs?: number
  /** Start of the event that ended at the moment: an event that began long ago may also have ended long ago. */
  startedAt?: Moment | null
}
/** Returns what is wrong with a past moment; null if it is plausible. `now` in ms. */
export function findMomentProblem(
  moment: Moment,
  now: number,
  { maxAheadMs = MAX_CLOCK_DRIFT_MS, startedAt }: MomentLimits = {},
): MomentProblem | null {
  const enteredMs = Date.parse(moment)
  if (enteredMs > now + maxAheadMs) return 'inFuture'
  const oldest = now - MAX_MOMENT_AGE_MS
  return enteredMs < (startedAt ? Math.min(oldest, Date.parse(startedAt)) : oldest) ? 'longAgo' : null
}
