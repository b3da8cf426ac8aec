const INSTANT_PATTERN = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))$/
/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999, so years are shifted by 400, after which the calendar repeats. */
const [CYCLE_YEARS, CYCLE_MS] = [400, 146_097 * 86_400_000]

/**
 * Parses an ISO 8601 timestamp with UTC offset, as machines send it, into ms since 1970; null for anything else.
 * Stricter than `Date.parse`, which reads 31 February as 3 March.
 */
export function parseInstant(text: string): number | null {
  const [, year, month, day, hour, minute, second = '0', fraction = '0', sign, hours = '0', minutes = '0'] =
    INSTANT_PATTERN.exec(text) ?? []
  if (!year) return null
  const parts = [Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const
  const wall = Date.UTC(Number(year) + CYCLE_YEARS, ...parts) - CYCLE_MS + Math.trunc(Number(`0.${fraction}`) * 1000)
  const date = new Date(wall)
  const exists =
    date.getUTCMonth() === parts[0] && date.getUTCDate() === parts[1] && parts[2] < 24 && parts[3] < 60 && parts[4] < 60
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return exists && Number(minutes) < 60 ? wall - (sign === '-' ? -offset : offset) : null
}
