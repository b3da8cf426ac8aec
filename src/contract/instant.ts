const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))$/
/** The calendar repeats after 400 years; `Date.UTC` takes the years 0 to 99 for those of the twentieth century. */
const [CYCLE_YEARS, CYCLE_MS] = [400, 146_097 * 86_400_000]

/**
 * Milliseconds since 1970 of a timestamp as machines send it, ISO 8601 with its offset from UTC; null for anything else.
 * `Date.parse` would take 31 February for 3 March.
 */
export function parseInstant(text: string): number | null {
  const [, year, month, day, hour, minute, second = '0', part = '0', sign, hours = '0', minutes = '0'] =
    INSTANT.exec(text) ?? []
  if (!year) return null
  const at = [Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const
  const wall = Date.UTC(Number(year) + CYCLE_YEARS, ...at) - CYCLE_MS + Math.trunc(Number(`0.${part}`) * 1000)
  const read = new Date(wall)
  const exists = read.getUTCMonth() === at[0] && read.getUTCDate() === at[1] && at[2] < 24 && at[3] < 60 && at[4] < 60
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return exists && Number(minutes) < 60 ? wall - (sign === '-' ? -offset : offset) : null
}
