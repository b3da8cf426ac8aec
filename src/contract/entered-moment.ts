/** Plausibility of moments that a person entered or a clock reported. */

/** ISO 8601 in UTC. */
type Moment = string
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Tolerated clock difference between phone and server. */
export const CLOCK_DRIFT_MS = 5 * MINUTE
/**
 * Tolerated clock error of a phone that has not reached the server yet: a day. Its records are accepted all the same.
 */
export const PHONE_CLOCK_MS = DAY + CLOCK_DRIFT_MS
/** Older moments are treated as typing errors: three months, the period in which metrics are corrected at all. */
export const OLDEST_MS = 92 * DAY

export type MomentProblem = 'inFuture' | 'longAgo'

export interface MomentLimits {
  /** How far it may lie after `now`, ms; by default the clock tolerance. */
  ahead?: number
  /** Start of the event that ended at the moment: an event that began long ago may also have ended long ago. */
  since?: Moment | null
}
/** Returns what is wrong with a past moment; null if it is plausible. `now` in ms. */
export function momentProblem(
  moment: Moment,
  now: number,
  { ahead = CLOCK_DRIFT_MS, since }: MomentLimits = {},
): MomentProblem | null {
  const said = Date.parse(moment)
  if (said > now + ahead) return 'inFuture'
  const oldest = now - OLDEST_MS
  return said < (since ? Math.min(oldest, Date.parse(since)) : oldest) ? 'longAgo' : null
}
