/**
 * The plant's calendar: moments are UTC, days and clock times are local to the plant. Uses the time zone rules of the
 * runtime (Intl), including changes to and from summer time.
 */

/** ISO 8601 in UTC, e.g. `2026-11-20T00:30:00.000Z`. */
export type Moment = string
/** A calendar day `YYYY-MM-DD`. */
export type Day = string

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Converts a moment to milliseconds since 1970 UTC. @throws RangeError for invalid text */
export function toMillis(moment: Moment): number {
  const milliseconds = Date.parse(moment)
  if (Number.isNaN(milliseconds)) throw new RangeError(`not a moment: ${moment}`)
  return milliseconds
}

/** Converts milliseconds since 1970 UTC to a moment. */
export function toMoment(millis: number): Moment {
  return new Date(millis).toISOString()
}

const zoneClocks = new Map<string, { clock: Intl.DateTimeFormat; offsetMsByDay: Map<number, number> }>()
const MAX_CACHED_OFFSETS = 20_000

/** Returns the offset of the time zone from UTC at an instant, in ms. @throws RangeError for an unknown zone */
export function getUtcOffsetMs(millis: number, timeZone: string): number {
  const { clock, offsetMsByDay } = getZoneClock(timeZone)
  const day = Math.floor(millis / DAY_MS)
  const cachedOffsetMs = offsetMsByDay.get(day)
  if (cachedOffsetMs !== undefined) return cachedOffsetMs
  const startOffsetMs = calculateUtcOffsetMs(day * DAY_MS, clock)
  if (startOffsetMs !== calculateUtcOffsetMs((day + 1) * DAY_MS, clock)) return calculateUtcOffsetMs(millis, clock)
  if (offsetMsByDay.size >= MAX_CACHED_OFFSETS) offsetMsByDay.clear()
  offsetMsByDay.set(day, startOffsetMs)
  return startOffsetMs
}
// Intl is slow, so formatters and offsets are cached. If a day starts and ends with the same offset, every moment of
// the day has that offset.
function getZoneClock(timeZone: string) {
  let zoneClock = zoneClocks.get(timeZone)
  if (!zoneClock) {
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
    zoneClock = { clock, offsetMsByDay: new Map() }
    zoneClocks.set(timeZone, zoneClock)
  }
  return zoneClock
}
function calculateUtcOffsetMs(millis: number, clock: Intl.DateTimeFormat): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(millis)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(millis / 1000) * 1000
}

/** Converts a moment to the plant's day and minutes since its midnight (0–1439). */
export function toLocalTime(moment: Moment, timeZone: string): { day: Day; minute: number } {
  const millis = toMillis(moment)
  const localDate = new Date(millis + getUtcOffsetMs(millis, timeZone))
  return { day: localDate.toISOString().slice(0, 10), minute: localDate.getUTCHours() * 60 + localDate.getUTCMinutes() }
}

/**
 * Returns the instant (ms) at which the plant's clock shows `minute` minutes after midnight of `day`. Minutes below 0
 * and above 1439 run into the neighbouring days. A time skipped in spring continues after the gap (02:30 → 03:30); a
 * time shown twice in autumn is its first occurrence.
 */
export function resolveLocalTime(day: Day, minute: number, timeZone: string): number {
  const key = `${timeZone} ${day} ${minute}`
  let millis = localTimeCache.get(key)
  if (millis === undefined) {
    millis = computeLocalTime(day, minute, timeZone)
    if (localTimeCache.size >= MAX_CACHED_LOCAL_TIMES) localTimeCache.clear()
    localTimeCache.set(key, millis)
  }
  return millis
}

// Every reading and roll needs the start of the same few shifts; calling Intl each time is five times slower.
const localTimeCache = new Map<string, number>()
const MAX_CACHED_LOCAL_TIMES = 5000

function computeLocalTime(day: Day, minute: number, timeZone: string): number {
  const localMillis = toDayMillis(day) + minute * MINUTE_MS
  const offsetBefore = getUtcOffsetMs(localMillis - DAY_MS, timeZone)
  const offsetAfter = getUtcOffsetMs(localMillis + DAY_MS, timeZone)
  if (offsetBefore === offsetAfter) return localMillis - offsetBefore
  const candidates = [localMillis - offsetBefore, localMillis - offsetAfter].filter(
    (candidate) => candidate + getUtcOffsetMs(candidate, timeZone) === localMillis,
  )
  return candidates.length > 0 ? Math.min(...candidates) : localMillis - offsetBefore
}

/** True for a day that exists; false for `2026-02-29`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const parsedMillis = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(parsedMillis) && toDay(parsedMillis) === text
}

/** Returns the day some days later (or earlier). */
export function addDays(day: Day, days: number): Day {
  return toDay(toDayMillis(day) + days * DAY_MS)
}

/** Returns whole days from `from` to `to`; negative if `to` is earlier. */
export function countDaysBetween(from: Day, to: Day): number {
  return Math.round((toDayMillis(to) - toDayMillis(from)) / DAY_MS)
}
/** Returns the number of days of a range, both ends included; below 1 if it ends before it begins. */
export const countDaysInRange = ({ from, to }: { readonly from: Day; readonly to: Day }): number =>
  countDaysBetween(from, to) + 1

/**
 * Returns the day some months later, clipped to the last day of that month: 31 Jan + 1 month = 28 Feb. Pass
 * `dayOfMonth` when adding repeatedly, so that the 31st does not stay at the 28th.
 */
export function addMonths(day: Day, months: number, dayOfMonth?: number): Day {
  const [year = 0, month = 1, startDayOfMonth = 1] = day.split('-').map(Number)
  const lastDayOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth ?? startDayOfMonth, lastDayOfMonth)))
}

/** Returns the ISO 8601 weekday: 1 Monday … 7 Sunday. */
export function getWeekday(day: Day): number {
  return new Date(toDayMillis(day)).getUTCDay() || 7
}

function toDayMillis(day: Day): number {
  return toMillis(`${day}T00:00:00.000Z`)
}

function toDay(millis: number): Day {
  return toMoment(millis).slice(0, 10)
}
