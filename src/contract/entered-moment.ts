/** Whether a moment that somebody entered, or a clock told, can be right. */

/** ISO 8601 in UTC. */
type Moment = string
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Five minutes of clock difference between phone and server are no lie. */
export const CLOCK_DRIFT_MS = 5 * MINUTE
/** The clock of a phone that has not heard the server yet may be a day wrong; what it recorded is kept all the same. */
export const PHONE_CLOCK_MS = DAY + CLOCK_DRIFT_MS
/** What lies further back is a slip of the date: three months, as long as figures are corrected at all. */
export const OLDEST_MS = 92 * DAY

export type MomentProblem = 'inFuture' | 'longAgo'

export interface MomentLimits {
  /** How far ahead of `now` it may lie, ms; what clocks differ by unless told. */
  ahead?: number
  /** Begin of what ended then: what began long ago may have ended long ago. */
  since?: Moment | null
}
/** What is wrong with a moment that has been; null when it can be right. `now` in ms. */
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
