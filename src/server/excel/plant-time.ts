/**
 * Excel knows no time zone: a cell holds what a clock on the wall showed. Here wall time is a number of milliseconds
 * as if the wall clock were UTC; instants are true milliseconds since 1970.
 */
const DAY = 86_400_000
const QUARTER = 900_000
/** Serial day of 1970-01-01 in the 1900 system; the 1904 system counts 1,462 days less. */
const EPOCH = 25_569
const SHIFT_1904 = 1_462

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

/** Wall time as a serial day of the 1900 system, its phantom 29 February 1900 included. */
export function wallToSerial(wall: number): number {
  const serial = wall / DAY + EPOCH
  return serial < 61 ? serial - 1 : serial
}
/** A serial day as wall time; null for the day that never was (serial 60) and for what lies outside 0–9999. */
export function serialToWall(serial: number, since1904: boolean): number | null {
  if (!(serial >= 0 && serial < 2_958_466)) return null
  if (since1904) return Math.round((serial + SHIFT_1904 - EPOCH) * DAY)
  if (serial >= 60 && serial < 61) return null
  return Math.round(((serial >= 1 && serial < 60 ? serial + 1 : serial) - EPOCH) * DAY)
}
/** A moment as a person reads it on a clock: `2026-11-26 14:00`. */
export const momentText = (zone: string, moment: string): string =>
  new Date(instantToWall(zone, Date.parse(moment))).toISOString().slice(0, 16).replace('T', ' ')
