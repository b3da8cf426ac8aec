/**
 * Converts between instants and the wall clock of a time zone. Wall time is in milliseconds as if the wall clock were
 * UTC; instants are real milliseconds since 1970. Uses the zone rules of the run time (Intl), including daylight saving
 * time.
 */
const DAY_MS = 86_400_000
const QUARTER_HOUR_MS = 900_000

const clocksByZone = new Map<string, { format: Intl.DateTimeFormat; days: Map<number, number> }>()
const MAX_CACHED_DAYS = 20_000

/** Returns how far the zone's wall clock is ahead of UTC at an instant, in ms. `zone` is an IANA name. */
export function getZoneOffset(zone: string, instant: number): number {
  let clock = clocksByZone.get(zone)
  if (!clock) clocksByZone.set(zone, (clock = { format: createWallFormat(zone), days: new Map() }))
  // Intl takes microseconds per call, too slow for 100,000 rows. A day that begins and ends with one offset keeps it
  // throughout.
  const day = Math.floor(instant / DAY_MS)
  const cachedOffset = clock.days.get(day)
  if (cachedOffset !== undefined) return cachedOffset
  const dayStartOffset = readWallOffset(clock.format, day * DAY_MS)
  // Zones change only at full quarters of an hour.
  if (dayStartOffset !== readWallOffset(clock.format, (day + 1) * DAY_MS))
    return readWallOffset(clock.format, Math.floor(instant / QUARTER_HOUR_MS) * QUARTER_HOUR_MS)
  if (clock.days.size > MAX_CACHED_DAYS) clock.days.clear()
  clock.days.set(day, dayStartOffset)
  return dayStartOffset
}
function readWallOffset(format: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(format.formatToParts(instant).map((p) => [p.type, Number(p.value)]))
  const wall = Date.UTC(
    parts['year']!,
    parts['month']! - 1,
    parts['day']!,
    parts['hour']!,
    parts['minute']!,
    parts['second']!,
  )
  return wall - instant
}
const createWallFormat = (timeZone: string) =>
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
export const convertInstantToWall = (zone: string, instant: number): number => instant + getZoneOffset(zone, instant)
/**
 * Converts wall time into an instant. A skipped wall time means the time just after the gap, a repeated one its first
 * occurrence.
 */
export function convertWallToInstant(zone: string, wall: number): number {
  const byEarlierOffset = wall - getZoneOffset(zone, wall - DAY_MS)
  if (convertInstantToWall(zone, byEarlierOffset) === wall) return byEarlierOffset
  const byLaterOffset = wall - getZoneOffset(zone, wall + DAY_MS)
  return convertInstantToWall(zone, byLaterOffset) === wall ? byLaterOffset : byEarlierOffset
}
/** True if the zone's clock ever shows the wall time; in spring it skips an hour. */
export const isExistingWallTime = (zone: string, wall: number): boolean =>
  convertInstantToWall(zone, convertWallToInstant(zone, wall)) === wall
