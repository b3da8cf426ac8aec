/**
 * The plant's calendar: moments are UTC, days and clock times are local to the plant. Uses the time zone rules of the
 * runtime (Intl), including changes to and from summer time.
 */

/** ISO 8601 in UTC, e.g. `2026-11-20T00:30:00.000Z`. */
export type Moment = string
/** A calendar day `YYYY-MM-DD`. */
export type Day = string

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Converts a moment to milliseconds since 1970 UTC. @throws RangeError for invalid text */
export function toMillis(moment: Moment): number {
  const millis = Date.parse(moment)
  if (Number.isNaN(millis)) throw new RangeError(`not a moment: ${moment}`)
  return millis
}

/** Converts milliseconds since 1970 UTC to a moment. */
export function toMoment(millis: number): Moment {
  return new Date(millis).toISOString()
}

const clocks = new Map<string, { clock: Intl.DateTimeFormat; days: Map<number, number> }>()
const DAYS_AT_MOST = 20_000

/** Returns the offset of the time zone from UTC at an instant, in ms. @throws RangeError for an unknown zone */
export function offsetAt(millis: number, timeZone: string): number {
  const { clock, days } = clockOf(timeZone)
  const day = Math.floor(millis / DAY)
  const known = days.get(day)
  if (known !== undefined) return known
  const begin = shownOffset(day * DAY, clock)
  if (begin !== shownOffset((day + 1) * DAY, clock)) return shownOffset(millis, clock)
  if (days.size >= DAYS_AT_MOST) days.clear()
  days.set(day, begin)
  return begin
}
// Intl is slow, so formatters and offsets are cached. A day that starts and ends with the same offset has it
// throughout.
function clockOf(timeZone: string) {
  let known = clocks.get(timeZone)
  if (!known) {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    known = { clock, days: new Map() }
    clocks.set(timeZone, known)
  }
  return known
}
function shownOffset(millis: number, clock: Intl.DateTimeFormat): number {
  const part: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(millis)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(millis / 1000) * 1000
}

/** Converts a moment to the plant's day and minutes since its midnight (0–1439). */
export function localClock(moment: Moment, timeZone: string): { day: Day; minute: number } {
  const millis = toMillis(moment)
  const shown = new Date(millis + offsetAt(millis, timeZone))
  return { day: shown.toISOString().slice(0, 10), minute: shown.getUTCHours() * 60 + shown.getUTCMinutes() }
}

/**
 * Returns the instant (ms) at which the plant's clock shows `minute` minutes after midnight of `day`. Minutes below 0
 * and above 1439 run into the neighbouring days. A time skipped in spring continues after the gap (02:30 → 03:30); a
 * time shown twice in autumn is its first occurrence.
 */
export function atLocal(day: Day, minute: number, timeZone: string): number {
  const key = `${timeZone} ${day} ${minute}`
  let millis = known.get(key)
  if (millis === undefined) {
    millis = workOut(day, minute, timeZone)
    if (known.size >= KNOWN_AT_MOST) known.clear()
    known.set(key, millis)
  }
  return millis
}

// Every reading and roll needs the start of the same few shifts; calling Intl each time is five times slower.
const known = new Map<string, number>()
const KNOWN_AT_MOST = 5000

function workOut(day: Day, minute: number, timeZone: string): number {
  const shown = dayMillis(day) + minute * MINUTE
  const before = offsetAt(shown - DAY, timeZone)
  const after = offsetAt(shown + DAY, timeZone)
  if (before === after) return shown - before
  const fitting = [shown - before, shown - after].filter((t) => t + offsetAt(t, timeZone) === shown)
  return fitting.length > 0 ? Math.min(...fitting) : shown - before
}

/** True for a day that exists; false for `2026-02-29`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const millis = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(millis) && dayOf(millis) === text
}

/** Returns the day some days later (or earlier). */
export function addDays(day: Day, days: number): Day {
  return dayOf(dayMillis(day) + days * DAY)
}

/** Returns whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((dayMillis(to) - dayMillis(from)) / DAY)
}

/**
 * Returns the day some months later, clipped to the last day of that month: 31 Jan + 1 month = 28 Feb. Pass
 * `dayOfMonth` when adding repeatedly, so that the 31st does not stay at the 28th.
 */
export function addMonths(day: Day, months: number, dayOfMonth?: number): Day {
  const [year = 0, month = 1, own = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth ?? own, last)))
}

/** Returns the ISO 8601 weekday: 1 Monday … 7 Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(dayMillis(day)).getUTCDay() || 7
}

function dayMillis(day: Day): number {
  return toMillis(`${day}T00:00:00.000Z`)
}

function dayOf(millis: number): Day {
  return toMoment(millis).slice(0, 10)
}
