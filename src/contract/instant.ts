const INSTANT_PATTERN = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))$/
/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999, so years are shifted by 400, after which the calendar repeats. */
const CYCLE_YEARS = 400
const CYCLE_MS = 146_097 * 86_400_000

/**
 * Parses an ISO 8601 timestamp with UTC offset, as machines send it, into ms since 1970; null for anything else.
 * Stricter than `Date.parse`, which reads 31 February as 3 March.
 */
export function parseInstant(text: string): number | null {
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = '0',
    fraction = '0',
    offsetSign,
    offsetHours = '0',
    offsetMinutes = '0',
  ] = INSTANT_PATTERN.exec(text) ?? []
  if (!year) return null
  const parts = [Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const
  const wallMs = Date.UTC(Number(year) + CYCLE_YEARS, ...parts) - CYCLE_MS + Math.trunc(Number(`0.${fraction}`) * 1000)
  const date = new Date(wallMs)
  const isRealTime =
    date.getUTCMonth() === parts[0] && date.getUTCDate() === parts[1] && parts[2] < 24 && parts[3] < 60 && parts[4] < 60
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000
  return isRealTime && Number(offsetMinutes) < 60 ? wallMs - (offsetSign === '-' ? -offsetMs : offsetMs) : null
}

/** ISO 8601 in UTC. */
type Moment = string
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Tolerated clock difference between phone and server. */
export const MAX_CLOCK_DRIFT_MS = 5 * MINUTE_MS
/**
 * Tolerated clock error of commands from an outbox. A phone without a network cannot correct its clock, so one more day
 * is tolerated.
 */
export const MAX_PHONE_CLOCK_ERROR_MS = DAY_MS + MAX_CLOCK_DRIFT_MS
/** Older moments are treated as typing errors. Metrics are not corrected further back than these three months. */
const MAX_MOMENT_AGE_MS = 92 * DAY_MS

export type MomentProblem = 'inFuture' | 'longAgo'

export interface MomentLimits {
  /** Milliseconds by which the moment may lie after `nowMs`; by default the clock tolerance. */
  maxAheadMs?: number
  /** Start of the event that ended at the moment: an event that began long ago may also have ended long ago. */
  startedAt?: Moment | null
}
/** Returns the problem of a moment that should lie in the past; null if it is plausible. */
export function findMomentProblem(
  moment: Moment,
  nowMs: number,
  { maxAheadMs = MAX_CLOCK_DRIFT_MS, startedAt }: MomentLimits = {},
): MomentProblem | null {
  const enteredMs = Date.parse(moment)
  if (enteredMs > nowMs + maxAheadMs) return 'inFuture'
  const oldestMs = nowMs - MAX_MOMENT_AGE_MS
  return enteredMs < (startedAt ? Math.min(oldestMs, Date.parse(startedAt)) : oldestMs) ? 'longAgo' : null
}
