import { formatClock, formatDay } from '../format/time'

const MINUTE_MS = 60_000
/**
 * Formats a moment in the plant's time zone for a `datetime-local` input: `YYYY-MM-DDTHH:mm`. Empty if there is none.
 */
export function toInputTime(moment: string | null | undefined, zone: string): string {
  return moment ? `${formatDay(moment, zone)}T${formatClock(moment, zone)}` : ''
}
/**
 * Returns the moment (ISO, UTC) at which clocks of the zone show `local` (`YYYY-MM-DDTHH:mm`). In the hour that
 * daylight saving repeats, it is the first one; in the hour that it skips, the moment the skipped clock would have
 * shown. Null if `local` is not a time.
 */
export function parseLocalTime(local: string, zone: string): string | null {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) ? Date.parse(`${local.slice(0, 16)}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  const getOffset = (at: number) =>
    Date.parse(`${toInputTime(new Date(at).toISOString(), zone)}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS
  const byEarlierOffset = asUtc - getOffset(asUtc - 12 * 60 * MINUTE_MS)
  const byLaterOffset = asUtc - getOffset(asUtc + 12 * 60 * MINUTE_MS)
  const matching = [byEarlierOffset, byLaterOffset].filter((at) => at + getOffset(at) === asUtc)
  return new Date(matching.length > 0 ? Math.min(...matching) : byEarlierOffset).toISOString()
}
