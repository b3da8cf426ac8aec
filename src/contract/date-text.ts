/**
 * Parses dates, times and timestamps that people and other programs write as text. Text that is not fully understood or
 * is ambiguous (`01/02/2026`) gives null.
 */
import { toHalfWidth } from './unit-table'
import { isExistingWallTime, convertInstantToWall, convertWallToInstant, getZoneOffsetMs } from './zone-clock'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const normalizeText = (text: string): string => toHalfWidth(text).replace(/\s+/g, ' ').trim()

/** Unambiguous date formats. Both separators must be the same. */
const DAY_PATTERNS: readonly RegExp[] = [
  /^(?<y>\d{4}) ?(?<s>[-/.]) ?(?<m>\d{1,2}) ?\k<s> ?(?<d>\d{1,2})$/,
  /^(?<y>\d{4}) ?年 ?(?<m>\d{1,2}) ?月 ?(?<d>\d{1,2}) ?[日号]?$/,
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  // DIN 1355-1: with dots, the day comes first.
  /^(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4})$/,
]
/**
 * Returns the beginning of a day as wall time (ms since 1970, as if the wall clock were UTC). Null for other text, for
 * a day that does not exist and for years before 1900.
 */
function parseDayWallTime(text: string): number | null {
  for (const pattern of DAY_PATTERNS) {
    const { y, m, d } = pattern.exec(text)?.groups ?? {}
    if (!y) continue
    const wallMs = Date.UTC(Number(y), Number(m) - 1, Number(d))
    const date = new Date(wallMs)
    const isRealDate = Number(y) >= 1900 && date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d)
    return isRealDate ? wallMs : null
  }
  return null
}

/** Forms of a week that people write: `2026W48`, `2026-W9`, `2026年第48周`. */
const WEEK_TEXT_PATTERN = /^(\d{4}) ?(?:[-/]? ?w(?:eek)? ?(\d{1,2})|(?:年 ?第?|第) ?(\d{1,2}) ?周)$/i
/** Converts the text of a week to the ISO 8601 form; text of another form is returned unchanged. */
export function normalizeWeekText(text: string): string {
  const [, year, isoNumber, chineseNumber] = WEEK_TEXT_PATTERN.exec(normalizeText(text)) ?? []
  return year ? `${year}-W${(isoNumber ?? chineseNumber ?? '').padStart(2, '0')}` : text
}

const MONTH_NAMES = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)'
/**
 * Forms in which spreadsheets in English, Chinese and German write a date that they made of a code such as 3-5. The day
 * and the month of `3/7/2026` may be in either order. A number of 8 digits is never the result.
 */
const SPREADSHEET_DATE_PATTERNS: readonly RegExp[] = [
  new RegExp(`^(?<d>\\d{1,2})-${MONTH_NAMES}(?:-(?:\\d{2}|\\d{4}))?$`, 'i'),
  new RegExp(`^${MONTH_NAMES}-(?:\\d{2}|\\d{4})$`, 'i'),
  /^\d{4}([-/])(?<m>\d{1,2})\1(?<d>\d{1,2})$/,
  /^(?<first>\d{1,2})([-/.])(?<second>\d{1,2})\2\d{4}$/,
  /^(?:\d{4}年)?(?<m>\d{1,2})月(?<d>\d{1,2})日$/,
  /^\d{4}年(?<m>\d{1,2})月$/,
]
const isDayAndMonth = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12
/** True for a text that looks like a date that a spreadsheet made of a code: `5-Mar`, `2026/3/6`, `3月5日`. */
export function isSpreadsheetDate(text: string): boolean {
  const trimmedText = normalizeText(text).replace(/ 0?0:00(?::00)?$/, '')
  return SPREADSHEET_DATE_PATTERNS.some((pattern) => {
    const match = pattern.exec(trimmedText)
    if (!match) return false
    const { d = '1', m = '1', first = d, second = m } = match.groups ?? {}
    const [day, month] = [Number(first), Number(second)]
    // Only a date written as `first` and `second` may have the month first.
    const isMonthFirst = match.groups?.['first'] !== undefined && month > 12
    return isMonthFirst ? isDayAndMonth(month, day) : isDayAndMonth(day, month)
  })
}

/** Converts an hour written with a word such as 下午 or pm into an hour from 0 to 23; null if impossible or ambiguous. */
type HourConverter = (hour: number) => number | null
const amTo24: HourConverter = (hour) => (hour <= 12 ? hour % 12 : null)
const pmTo24: HourConverter = (hour) => {
  if (hour === 0 || hour > 23) return null
  return hour < 12 ? hour + 12 : hour
}
const morningTo24: HourConverter = (hour) => (hour >= 4 && hour <= 11 ? hour : null)
const smallHoursTo24: HourConverter = (hour) => {
  if (hour <= 6) return hour
  return hour === 12 ? 0 : null
}
const noonTo24: HourConverter = (hour) => {
  if (hour === 1 || hour === 2) return hour + 12
  return hour >= 11 && hour <= 14 ? hour : null
}
const duskTo24: HourConverter = (hour) => {
  if (hour >= 4 && hour <= 8) return hour + 12
  return hour >= 16 && hour <= 20 ? hour : null
}
// 12 at night is ambiguous: it can belong to either day.
const nightTo24: HourConverter = (hour) => {
  if (hour >= 5 && hour <= 11) return hour + 12
  return hour >= 17 && hour <= 23 ? hour : null
}
const hourConvertersByDayPart: Readonly<Record<string, HourConverter>> = {
  am: amTo24,
  pm: pmTo24,
  'a.m.': amTo24,
  'p.m.': pmTo24,
  上午: amTo24,
  下午: pmTo24,
  凌晨: smallHoursTo24,
  早上: morningTo24,
  早晨: morningTo24,
  清晨: morningTo24,
  中午: noonTo24,
  傍晚: duskTo24,
  晚上: nightTo24,
  晚间: nightTo24,
  晚: nightTo24,
}
const DAY_PART_WORDS = '上午|下午|凌晨|早上|早晨|清晨|中午|傍晚|晚上|晚间|晚|[aApP][mM]|[aApP]\\.[mM]\\.'
const CLOCK_PATTERNS: readonly RegExp[] = [
  /^(?<h>\d{1,2}):(?<min>\d{2})(?::(?<s>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?$/,
  /^(?<h>\d{1,2}) ?[时点](?: ?(?<min>\d{1,2}) ?分(?: ?(?<s>\d{1,2}) ?秒)?)?(?<full>整)?$/,
  /^(?<h>\d{1,2}) ?[时点] ?(?<half>半)$/,
]
const DAY_PART_PATTERN = new RegExp(
  `^(?:(?<wordBefore>${DAY_PART_WORDS}) ?)?(?<clock>.*?)(?: ?(?<wordAfter>${DAY_PART_WORDS}))?$`,
)

/**
 * Parses a time of day into milliseconds after midnight: `20:30`, `8:30 PM`, `下午 8:30`, `20时30分15秒`. `24:00` is the end
 * of the day, 86,400,000. Null for anything else.
 */
export function parseTimeText(text: string): number | null {
  const { wordBefore, clock = '', wordAfter } = DAY_PART_PATTERN.exec(normalizeText(text))?.groups ?? {}
  const word = (wordBefore ?? wordAfter)?.toLowerCase()
  if (wordBefore && wordAfter) return null
  // An hour alone is a time only with a word for the time of day: `8 PM`.
  const clockText = word && /^\d{1,2}$/.test(clock) ? `${clock}:00` : clock
  for (const pattern of CLOCK_PATTERNS) {
    const clockGroups = pattern.exec(clockText)?.groups
    if (!clockGroups) continue
    const [minute, second] = [clockGroups['half'] ? 30 : Number(clockGroups['min'] ?? 0), Number(clockGroups['s'] ?? 0)]
    const hour = word ? (hourConvertersByDayPart[word]?.(Number(clockGroups['h'])) ?? null) : Number(clockGroups['h'])
    if (hour === null || minute > 59 || second > 59) return null
    const milliseconds = Math.trunc(Number(`0.${clockGroups['fraction'] ?? 0}`) * SECOND_MS)
    const timeMs = hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + milliseconds
    return timeMs <= DAY_MS ? timeMs : null
  }
  return null
}

/** A moment as a text gives it, with or without an offset. */
interface WrittenMoment {
  /** The wall clock reading in milliseconds since 1970, as if the wall clock were UTC. */
  readonly wallMs: number
  /** Milliseconds by which the wall clock is ahead of UTC; null for the plant's clock. */
  readonly offsetMs: number | null
}
const OFFSET_PATTERN =
  /^(?<local>.*\d) ?(?:(?:Z|UTC|GMT)|(?<zone>UTC|GMT)? ?(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?)$/i
/**
 * True if a matched offset is one. A trailing `-08` can also be the end of a date, so an offset needs a time with
 * minutes. `08:00-12:00` is a range of times: `-` begins an offset only after T, seconds or a zone name.
 */
const isOffset = ({ local = '', zone, sign }: Record<string, string | undefined>): boolean =>
  /\d:\d{2}|[时点分秒]/.test(local) && (sign !== '-' || zone !== undefined || /T|\d:\d{2}:\d{2}/.test(local))
function readWrittenMoment(text: string): WrittenMoment | null {
  const normalized = normalizeText(text)
  const dayWallMs = parseDayWallTime(normalized)
  if (dayWallMs !== null) return { wallMs: dayWallMs, offsetMs: null }
  const offsetGroups = OFFSET_PATTERN.exec(normalized)?.groups
  if (offsetGroups && isOffset(offsetGroups)) {
    const { local = '', sign, hours = '0', minutes = '0' } = offsetGroups
    const localWallMs = readLocalWallTime(local)
    const offsetMs = (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) * (sign === '-' ? -1 : 1)
    return localWallMs === null || Number(minutes) > 59 || Math.abs(offsetMs) > 14 * HOUR_MS
      ? null
      : { wallMs: localWallMs, offsetMs }
  }
  const wallMs = readLocalWallTime(normalized)
  return wallMs === null ? null : { wallMs, offsetMs: null }
}
/** Reads a day and a time, separated by T, blanks or nothing (`2026年12月1日8时`). */
function readLocalWallTime(text: string): number | null {
  const [, dayText, timeText] =
    /^(\d{8}|\d{1,4} ?[-/.] ?\d{1,2} ?[-/.] ?\d{1,4})(?:T| )(.+)$/.exec(text) ??
    /^(\d{4} ?年 ?\d{1,2} ?月 ?\d{1,2} ?[日号])(?: |T)?(.+)$/.exec(text) ??
    []
  if (!dayText || !timeText) return null
  const [day, time] = [parseDayWallTime(dayText), parseTimeText(timeText)]
  return day === null || time === null ? null : day + time
}

/** True for a day without a time: `2026-11-23`. */
export const isDayWithoutTime = (text: string): boolean => parseDayWallTime(normalizeText(text)) !== null

/** Matches a time of 24:00, which is the end of the day: `2026-11-30 24:00`, `2026年11月30日24时`. */
const END_OF_DAY_PATTERN = /(?:^|[^\d:])24(?::00|[时点])/
/**
 * Parses a day `YYYY-MM-DD`; a timestamp with an offset gives the day in the plant's zone, and 24:00 belongs to the day
 * that it ends. Null for anything else.
 */
export function parseDayText(text: string, zone: string): string | null {
  const writtenMoment = readWrittenMoment(text)
  if (!writtenMoment) return null
  const { offsetMs } = writtenMoment
  const wallMs = writtenMoment.wallMs - (END_OF_DAY_PATTERN.test(normalizeText(text)) ? 1 : 0)
  return new Date(offsetMs === null ? wallMs : convertInstantToWall(zone, wallMs - offsetMs)).toISOString().slice(0, 10)
}
/**
 * Parses an instant, ISO 8601 in UTC. Without an offset the text means the plant's clock, without a time the beginning
 * of the day. Null for other text and for an hour that the clock skips in spring. An hour that occurs twice means its
 * first occurrence.
 * @param zone IANA zone of the plant
 */
export function parseMomentText(text: string, zone: string): string | null {
  const writtenMoment = readWrittenMoment(text)
  if (!writtenMoment) return null
  const { wallMs, offsetMs } = writtenMoment
  if (offsetMs !== null) return new Date(wallMs - offsetMs).toISOString()
  return convertWallToMoment(wallMs, zone)
}
/** Converts a wall time into an instant; null if the zone's clock never showed it. */
export const convertWallToMoment = (wallMs: number, zone: string): string | null =>
  isExistingWallTime(zone, wallMs) ? new Date(convertWallToInstant(zone, wallMs)).toISOString() : null

/** UTC with an offset (`UTC+8`, `GMT`), or a name of UTC or of China's time. */
const OFFSET_ZONE_PATTERN =
  /(?<![a-z])(?:utc|gmt)(?:\s*(?<sign>[+-])\s*(?<hours>\d{1,2})(?::?(?<minutes>\d{2}))?)?(?![a-z])|(?<utc>zulu|世界时|格林[尼威]治)|(?<china>北京时间|东八区|beijing time)/i
/**
 * Abbreviations of other zones. Only capitals count, because `est.` means estimated. Zones with summer time have no fixed
 * offset, so the pattern captures none.
 */
const NAMED_ZONE_PATTERN =
  /(?<![A-Za-z])(?:CES?T|EES?T|WES?T|BST|MSK|[ECMP][SD]T|JST|KST|IST|HKT|SGT|AE[SD]?T)(?![A-Za-z])|(?<=[([]\s*)Z(?=\s*[)\]])/
/**
 * Returns the time zone that the heading of a column names, if its clock differs from the plant's: `Read at (UTC)`. Its
 * cells would otherwise be read in plant time.
 * @param zone time zone of the plant, an IANA name
 */
export function findOtherZone(heading: string, zone: string): string | null {
  const text = toHalfWidth(heading)
  const [offsetZone, namedZone] = [OFFSET_ZONE_PATTERN.exec(text), NAMED_ZONE_PATTERN.exec(text)]
  if (!offsetZone) return namedZone?.[0] ?? null
  const { sign, hours = '0', minutes = '0', china } = offsetZone.groups ?? {}
  const offsetMs = china
    ? 8 * HOUR_MS
    : (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) * (sign === '-' ? -1 : 1)
  // A zone with summer time has another offset in January or July.
  const isPlantClock = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)].every(
    (instantMs) => getZoneOffsetMs(zone, instantMs) === offsetMs,
  )
  return isPlantClock ? null : offsetZone[0]
}
