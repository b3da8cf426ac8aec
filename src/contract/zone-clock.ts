/**
 * Converts between instants and the wall clock of a time zone. Wall time is in milliseconds as if the wall clock were
 * UTC; instants are real milliseconds since 1970. Uses the zone rules of the run time (Intl), including daylight saving
 * time.
 */
const DAY_MS = 86_400_000
const QUARTER_HOUR_MS = 900_000

const clocksByZone = new Map<string, { format: Intl.DateTimeFormat; offsetMsByDay: Map<number, number> }>()
const MAX_CACHED_DAYS = 20_000

/** Returns the milliseconds by which the zone's wall clock is ahead of UTC at an instant. `zone` is an IANA name. */
export function getZoneOffsetMs(zone: string, instantMs: number): number {
  let clock = clocksByZone.get(zone)
  if (!clock) clocksByZone.set(zone, (clock = { format: createWallClockFormat(zone), offsetMsByDay: new Map() }))
  // Intl takes microseconds per call, too slow for 100,000 rows. If a day begins and ends with the same offset, the
  // offset applies to the whole day.
  const dayNumber = Math.floor(instantMs / DAY_MS)
  const cachedOffsetMs = clock.offsetMsByDay.get(dayNumber)
  if (cachedOffsetMs !== undefined) return cachedOffsetMs
  const dayStartOffsetMs = readWallOffsetMs(clock.format, dayNumber * DAY_MS)
  // Offsets change only at full quarters of an hour.
  if (dayStartOffsetMs !== readWallOffsetMs(clock.format, (dayNumber + 1) * DAY_MS))
    return readWallOffsetMs(clock.format, Math.floor(instantMs / QUARTER_HOUR_MS) * QUARTER_HOUR_MS)
  if (clock.offsetMsByDay.size > MAX_CACHED_DAYS) clock.offsetMsByDay.clear()
  clock.offsetMsByDay.set(dayNumber, dayStartOffsetMs)
  return dayStartOffsetMs
}
function readWallOffsetMs(format: Intl.DateTimeFormat, instantMs: number): number {
  const parts = Object.fromEntries(format.formatToParts(instantMs).map((p) => [p.type, Number(p.value)]))
  const wallMs = Date.UTC(
    parts['year']!,
    parts['month']! - 1,
    parts['day']!,
    parts['hour']!,
    parts['minute']!,
    parts['second']!,
  )
  return wallMs - instantMs
}
const createWallClockFormat = (timeZone: string) =>
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
export const convertInstantToWall = (zone: string, instantMs: number): number =>
  instantMs + getZoneOffsetMs(zone, instantMs)
/**
 * Converts wall time into an instant. A skipped wall time means the time just after the gap, a repeated one its first
 * occurrence.
 */
export function convertWallToInstant(zone: string, wallMs: number): number {
  const instantByEarlierOffset = wallMs - getZoneOffsetMs(zone, wallMs - DAY_MS)
  if (convertInstantToWall(zone, instantByEarlierOffset) === wallMs) return instantByEarlierOffset
  const instantByLaterOffset = wallMs - getZoneOffsetMs(zone, wallMs + DAY_MS)
  return convertInstantToWall(zone, instantByLaterOffset) === wallMs ? instantByLaterOffset : instantByEarlierOffset
}
/** True if the zone's clock ever shows the wall time; in spring it skips an hour. */
export const isExistingWallTime = (zone: string, wallMs: number): boolean =>
  convertInstantToWall(zone, convertWallToInstant(zone, wallMs)) === wallMs
