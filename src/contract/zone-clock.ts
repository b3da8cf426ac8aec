/**
 * What the clocks of a time zone show. Wall time is a number of milliseconds as if the wall clock were UTC; instants are true
 * milliseconds since 1970. Pure: from the zone's rules of the run time (Intl), changes to and from summer time included.
 */
const DAY = 86_400_000
const QUARTER = 900_000

const clocks = new Map<string, { format: Intl.DateTimeFormat; days: Map<number, number> }>()
const MOST_DAYS = 20_000

/** How far the zone's wall clock is ahead of UTC at an instant, in milliseconds. `zone` is an IANA name. */
export function zoneOffset(zone: string, instant: number): number {
  let clock = clocks.get(zone)
  if (!clock) clocks.set(zone, (clock = { format: formatOf(zone), days: new Map() }))
  // Asking Intl costs microseconds that 100,000 rows would feel; a day that begins and ends with one offset has it all along.
  const day = Math.floor(instant / DAY)
  const known = clock.days.get(day)
  if (known !== undefined) return known
  const begin = shownOffset(clock.format, day * DAY)
  // Zones change at whole quarters of an hour.
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

export const instantToWall = (zone: string, instant: number): number => instant + zoneOffset(zone, instant)
/** A wall time that the clock skipped counts as the time just after the gap; one shown twice as its first showing. */
export function wallToInstant(zone: string, wall: number): number {
  const before = wall - zoneOffset(zone, wall - DAY)
  if (instantToWall(zone, before) === wall) return before
  const after = wall - zoneOffset(zone, wall + DAY)
  return instantToWall(zone, after) === wall ? after : before
}
/** Whether the zone's clock ever showed a wall time: in spring it skips an hour. */
export const isShown = (zone: string, wall: number): boolean => instantToWall(zone, wallToInstant(zone, wall)) === wall
