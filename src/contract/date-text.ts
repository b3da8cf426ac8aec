/**
 * Parses dates, times and timestamps that people and other programs write as text. Text that is not fully understood or
 * is ambiguous (`01/02/2026`) gives null.
 */
import { isShown, instantToWall, wallToInstant } from './zone-clock'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const tidy = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** Unambiguous orders of day, month and year, with the same separator twice. */
const DAYS: readonly RegExp[] = [
  /^(?<y>\d{4}) ?(?<s>[-/.]) ?(?<m>\d{1,2}) ?\k<s> ?(?<d>\d{1,2})$/,
  /^(?<y>\d{4}) ?年 ?(?<m>\d{1,2}) ?月 ?(?<d>\d{1,2}) ?[日号]?$/,
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  // DIN 1355-1: with dots, the day comes first.
  /^(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4})$/,
]
/** Returns the wall time of the beginning of a day; null for other text or a day that does not exist. */
function wallOfDay(text: string): number | null {
  for (const shape of DAYS) {
    const { y, m, d } = shape.exec(text)?.groups ?? {}
    if (!y) continue
    const wall = Date.UTC(Number(y), Number(m) - 1, Number(d))
    const read = new Date(wall)
    const exists = Number(y) >= 1900 && read.getUTCMonth() === Number(m) - 1 && read.getUTCDate() === Number(d)
    return exists ? wall : null
  }
  return null
}

/** Converts an hour next to a word for the time of day into an hour of 24; null if impossible or ambiguous. */
type HourReader = (hour: number) => number | null
const am: HourReader = (hour) => (hour <= 12 ? hour % 12 : null)
const pm: HourReader = (hour) => (hour === 0 || hour > 23 ? null : hour > 12 ? hour : (hour % 12) + 12)
const morning: HourReader = (hour) => (hour >= 4 && hour <= 11 ? hour : null)
const smallHours: HourReader = (hour) => (hour <= 6 ? hour : hour === 12 ? 0 : null)
const noon: HourReader = (hour) => (hour >= 11 && hour <= 14 ? hour : hour === 1 || hour === 2 ? hour + 12 : null)
const dusk: HourReader = (hour) => (hour >= 4 && hour <= 8 ? hour + 12 : hour >= 16 && hour <= 20 ? hour : null)
// 12 at night is ambiguous: it can belong to either day.
const night: HourReader = (hour) => (hour >= 5 && hour <= 11 ? hour + 12 : hour >= 17 && hour <= 23 ? hour : null)
const HALVES: Readonly<Record<string, HourReader>> = {
  am,
  pm,
  'a.m.': am,
  'p.m.': pm,
  上午: am,
  下午: pm,
  凌晨: smallHours,
  早上: morning,
  早晨: morning,
  清晨: morning,
  中午: noon,
  傍晚: dusk,
  晚上: night,
  晚间: night,
  晚: night,
}
const half = '上午|下午|凌晨|早上|早晨|清晨|中午|傍晚|晚上|晚间|晚|[aApP][mM]|[aApP]\\.[mM]\\.'
const CLOCKS: readonly RegExp[] = [
  /^(?<h>\d{1,2}):(?<min>\d{2})(?::(?<s>\d{2})(?:[.,](?<part>\d{1,9}))?)?$/,
  /^(?<h>\d{1,2}) ?[时点](?: ?(?<min>\d{1,2}) ?分(?: ?(?<s>\d{1,2}) ?秒)?)?(?<full>整)?$/,
  /^(?<h>\d{1,2}) ?[时点] ?(?<thirty>半)$/,
]
const WITH_HALF = new RegExp(`^(?:(?<before>${half}) ?)?(?<clock>.*?)(?: ?(?<behind>${half}))?$`)

/**
 * Parses a time of day into milliseconds after midnight: `20:30`, `8:30 PM`, `下午 8:30`, `20时30分15秒`. `24:00` is the end
 * of the day, 86,400,000. Null for anything else.
 */
export function parseTime(text: string): number | null {
  const { before, clock = '', behind } = WITH_HALF.exec(tidy(text))?.groups ?? {}
  const word = (before ?? behind)?.toLowerCase()
  if (before && behind) return null
  // An hour alone is a time only with a word for the time of day: `8 PM`.
  const shape = word && /^\d{1,2}$/.test(clock) ? `${clock}:00` : clock
  for (const one of CLOCKS) {
    const part = one.exec(shape)?.groups
    if (!part) continue
    const [minute, second] = [part['thirty'] ? 30 : Number(part['min'] ?? 0), Number(part['s'] ?? 0)]
    const hour = word ? (HALVES[word]?.(Number(part['h'])) ?? null) : Number(part['h'])
    if (hour === null || minute > 59 || second > 59) return null
    const millis = Math.trunc(Number(`0.${part['part'] ?? 0}`) * SECOND)
    const after = hour * HOUR + minute * MINUTE + second * SECOND + millis
    return after <= DAY ? after : null
  }
  return null
}

interface Written {
  /** The wall clock reading in milliseconds, as if it were UTC. */
  readonly wall: number
  /** How far that clock is ahead of UTC in ms; null for the plant's clock. */
  readonly offset: number | null
  /** The text has a time after the day. */
  readonly timed: boolean
}
const OFFSET = /^(.*\d) ?(?:(Z|UTC|GMT)|(?:UTC|GMT)? ?([+-])(\d{2}):?(\d{2})?)$/i
function readWritten(text: string): Written | null {
  const whole = tidy(text)
  const day = wallOfDay(whole)
  if (day !== null) return { wall: day, offset: null, timed: false }
  const zoned = OFFSET.exec(whole)
  // A trailing `-08` can also be the end of a date; it is an offset only after a time with minutes.
  const named = zoned && /\d:\d{2}|[时点分秒]/.test(zoned[1]!) ? zoned : null
  if (named) {
    const [, local = '', , sign, hours = '0', minutes = '0'] = named
    const read = readLocal(local)
    const offset = (Number(hours) * HOUR + Number(minutes) * MINUTE) * (sign === '-' ? -1 : 1)
    return read === null || Number(minutes) > 59 || Math.abs(offset) > 14 * HOUR
      ? null
      : { wall: read, offset, timed: true }
  }
  const local = readLocal(whole)
  return local === null ? null : { wall: local, offset: null, timed: true }
}
/** Reads a day and a time, separated by T, blanks or nothing (`2026年12月1日8时`). */
function readLocal(text: string): number | null {
  const [, dayText, timeText] =
    /^(\d{4}\d{4}|\d{1,4} ?[-/.] ?\d{1,2} ?[-/.] ?\d{1,4})(?:T| )(.+)$/.exec(text) ??
    /^(\d{4} ?年 ?\d{1,2} ?月 ?\d{1,2} ?[日号])(?: |T)?(.+)$/.exec(text) ??
    []
  if (!dayText || !timeText) return null
  const [day, time] = [wallOfDay(dayText), parseTime(timeText)]
  return day === null || time === null ? null : day + time
}

/** Parses a day `YYYY-MM-DD`; a timestamp with an offset gives the day in the plant's zone. Null for anything else. */
export function parseDay(text: string, zone: string): string | null {
  const written = readWritten(text)
  if (!written) return null
  const { wall, offset } = written
  return new Date(offset === null ? wall : instantToWall(zone, wall - offset)).toISOString().slice(0, 10)
}
/**
 * Parses an instant, ISO 8601 in UTC. Without an offset the text means the plant's clock, without a time the beginning
 * of the day. Null for other text and for an hour that the clock skips in spring. An hour that occurs twice means its
 * first occurrence.
 * @param zone IANA zone of the plant
 */
export function parseMoment(text: string, zone: string): string | null {
  const written = readWritten(text)
  if (!written) return null
  const { wall, offset } = written
  if (offset !== null) return new Date(wall - offset).toISOString()
  return wallToMoment(wall, zone)
}
/** Converts a wall time into an instant; null if the zone's clock never showed it. */
export const wallToMoment = (wall: number, zone: string): string | null =>
  isShown(zone, wall) ? new Date(wallToInstant(zone, wall)).toISOString() : null
