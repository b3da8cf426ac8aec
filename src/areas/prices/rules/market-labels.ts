/**
 * Reads the interval times of a market worksheet: clock times, Excel serial numbers (fractions of a day) or hours.
 * Either all times mark the beginning of an interval, or all times mark the end.
 */
import { parseTimeText } from '@/contract/date-text'
import { getCellNumber, parseCellTime, type CellValue } from '@/contract/worksheet-cell'
import type { Day } from '@/plant/rules/plant-time'

export const timeMeanings = ['begin', 'end'] as const
export type TimeMeaning = (typeof timeMeanings)[number]
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/**
 * Creates a reader for the cells of a time column. The reader returns the minutes after midnight of the row's day, 0 to
 * 1440, or null for a time that is no full quarter of an hour. If any number of the column is a fraction, all numbers
 * are serial numbers and 1 means 24:00; otherwise 1 means one o'clock.
 */
export function createTimeCellReader(cells: readonly CellValue[]): (cell: CellValue, day: Day) => number | null {
  const hasSerials = cells.some((cell) => !Number.isInteger(getCellNumber(cell) ?? 0))
  return (cell, day) => {
    const exactMinute = parseCellMinute(cell, day, hasSerials)
    const minute = exactMinute === null ? null : snapToMinute(exactMinute)
    return minute !== null && minute >= 0 && minute <= DAY_MINUTES && minute % 15 === 0 ? minute : null
  }
}
/** Largest distance of a rounded serial number from the time that its cell shows, minutes: 0.01042 shows 00:15. */
const MAX_SERIAL_ERROR = 1 / 60
/** Returns the full minute that a rounded serial number stands for; other times are returned unchanged. */
const snapToMinute = (minute: number): number =>
  Math.abs(minute - Math.round(minute)) < MAX_SERIAL_ERROR ? Math.round(minute) : minute
function parseCellMinute(cell: CellValue, day: Day, hasSerials: boolean): number | null {
  if (cell instanceof Date && parseCellTime(cell) === null)
    return (cell.getTime() - Date.parse(`${day}T00:00:00Z`)) / MINUTE_MS
  if (!hasSerials && getCellNumber(cell) !== null) return (getCellNumber(cell) ?? 0) * 60
  if (typeof cell !== 'string') return toMinutes(parseCellTime(cell))
  const [from = '', to] = cell.normalize('NFKC').split(/\s*[-–—~至到]\s*/)
  const minute = parseClockMinute(from)
  if (to === undefined || minute === null) return minute
  const end = parseClockMinute(to)
  // An interval of a quarter or an hour; its end may be written as the following midnight.
  return end !== null && [15, 60].includes((end || DAY_MINUTES) - minute) ? minute : null
}
/** Numbered hours: `8`, `H8`, `HE08`, `第8小时`. */
const HOUR_NUMBER_PATTERN = /^(?:(?:h|he|hour)\s*|第\s*)?(\d{1,3})(?:\s*(?:h|小时))?$/i
/** Returns the number in a text such as `8` or `H8`, which names an interval by its number; null for other text. */
export function parseIntervalNumber(text: string): number | null {
  const digits = HOUR_NUMBER_PATTERN.exec(text.normalize('NFKC').trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
const parseClockMinute = (text: string): number | null => {
  const hour = parseIntervalNumber(text)
  return hour === null ? toMinutes(parseTimeText(text.trim())) : hour * 60
}
/** Parses a heading that names a time or an interval into minutes after midnight; null for other headings. */
export function parseIntervalLabel(text: string): number | null {
  const minute = parseCellMinute(text, '1970-01-01', false)
  return minute !== null && minute <= DAY_MINUTES && minute % 15 === 0 ? minute : null
}
const toMinutes = (timeMs: number | null): number | null => (timeMs === null ? null : timeMs / MINUTE_MS)

interface TimedRow {
  readonly row: number
  readonly minute: number
}
/**
 * Returns the rows of each day with the beginnings of their intervals, and the detected meaning of the times. Times are
 * ends if 24:00 occurs, if the heading says so, or if 00:00 follows 23:45 as the last row of a day.
 * @returns if the meaning is unclear, only the number of a contradicting row and the code of the problem
 */
export function toIntervalBeginnings<T extends TimedRow>(
  days: readonly (readonly T[])[],
  headingNamesEnds: boolean,
): { labels: TimeMeaning; days: T[][] } | { row: number; code: 'mixedLabels' | 'unclearMidnight' } {
  const meanings = days.map((rows) => detectTimeMeaning(rows, headingNamesEnds))
  const labels = meanings[0] ?? 'begin'
  const unclearIndex = meanings.indexOf('unclear')
  if (unclearIndex >= 0)
    return { row: days[unclearIndex]?.find(({ minute }) => minute === 0)?.row ?? 0, code: 'unclearMidnight' }
  const contradictingIndex = meanings.findIndex((meaning) => meaning === 'both' || meaning !== labels)
  if (labels === 'both' || labels === 'unclear' || contradictingIndex >= 0)
    return { row: days[Math.max(0, contradictingIndex)]?.[0]?.row ?? 0, code: 'mixedLabels' }
  if (labels === 'begin') return { labels, days: days.map((rows) => [...rows]) }
  const stepMinutes = days.flat().some(({ minute }) => minute % 60 !== 0) ? 15 : 60
  return {
    labels,
    days: days.map((rows) => rows.map((row) => ({ ...row, minute: (row.minute || DAY_MINUTES) - stepMinutes }))),
  }
}
/**
 * Detects the meaning of the times of a day; `both` if they contradict each other. `unclear` if the heading names ends
 * but the day starts with 00:00, which is the end of the day before.
 */
function detectTimeMeaning(rows: readonly TimedRow[], headingNamesEnds: boolean): TimeMeaning | 'both' | 'unclear' {
  const minutes = rows.map(({ minute }) => minute)
  const hasStartOfDay = minutes.includes(0)
  const hasEndOfDay = minutes.includes(DAY_MINUTES)
  if (hasStartOfDay && hasEndOfDay) return 'both'
  if (hasEndOfDay || (headingNamesEnds && !hasStartOfDay)) return 'end'
  // The last time is not compared, because it may be 00:00 as the end of the day.
  const isAscending = minutes.slice(0, -1).every((minute, i) => i === 0 || minute >= (minutes[i - 1] ?? 0))
  if (headingNamesEnds) {
    // The first time is not compared, for the same reason.
    const isDescending = minutes.slice(2).every((minute, i) => minute <= (minutes[i + 1] ?? 0))
    const isMidnightLast = (minutes.at(-1) === 0 && isAscending) || (minutes[0] === 0 && isDescending)
    return minutes.length > 1 && isMidnightLast ? 'end' : 'unclear'
  }
  // 00:15 … 23:45, 00:00: in time order, midnight can only be the end of the day.
  return minutes.length > 1 && minutes.at(-1) === 0 && isAscending ? 'end' : 'begin'
}
