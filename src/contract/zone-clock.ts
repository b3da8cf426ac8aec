/**
 * Converts between instants and the wall clock of a time zone. Wall time is in milliseconds as if the wall clock were
 * UTC; instants are real milliseconds since 1970. Uses the zone rules of the run time (Intl), including daylight saving
 * time.
 */
const DAY = 86_400_000
const QUARTER = 900_000

const clocks = new Map<string, { format: Intl.DateTimeFormat; days: Map<number, number> }>()
const MOST_DAYS = 20_000

/** Returns how far the zone's wall clock is ahead of UTC at an instant, in ms. `zone` is an IANA name. */
export function zoneOffset(zone: string, instant: number): number {
  let clock = clocks.get(zone)
  if (!clock) clocks.set(zone, (clock = { format: formatOf(zone), days: new Map() }))
  // Intl takes microseconds per call, too slow for 100,000 rows. A day that begins and ends with one offset keeps it
  // throughout.
  const day = Math.floor(instant / DAY)
  const known = clock.days.get(day)
  if (known !== undefined) return known
  const begin = shownOffset(clock.format, day * DAY)
  // Zones change only at full quarters of an hour.
  if (begin !== shownOffset(clock.format, (day + 1) * DAY))
    return shownOffset(clock.format, Math.floor(instant / QUARTER) * QUARTER)
  if (clock.days.size > MOST_DAYS) clock.days.clear()
  clock.days.set(day, begin)
  return begin
}
function shownOffset(format: Intl.DateTimeFormat, instant: number): number {
  const part = Object.fromEntries(format.formatToParts(instant).map((p) => [p.type, Number(p.value)]))
  const wall = Date.UTC(
    part['year']!,
    part['month']! - 1,
    part['day']!,
    part['hour']!,
    part['minute']!,
    part['second']!,
  )
  return wall - instant
}
const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** Converts an instant into wall time. */
export const instantToWall = (zone: string, instant: number): number => instant + zoneOffset(zone, instant)
/**
 * Converts wall time into an instant. A skipped wall time means the time just after the gap, a repeated one its first
 * occurrence.
 */
export function wallToInstant(zone: string, wall: number): number {
  const before = wall - zoneOffset(zone, wall - DAY)
  if (instantToWall(zone, before) === wall) return before
  const after = wall - zoneOffset(zone, wall + DAY)
  return instantToWall(zone, after) === wall ? after : before
}
/** True if the zone's clock ever shows the wall time; in spring it skips an hour. */
export const isShown = (zone: string, wall: number): boolean => instantToWall(zone, wallToInstant(zone, wall)) === wall
