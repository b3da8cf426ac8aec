/** Values of worksheet cells, and the days, times and moments they stand for. */
import { isDayWithoutTime, parseDayText, parseMomentText, parseTimeText, convertWallToMoment } from './date-text'
import { isYuan, joinLeadingGroups, multiplyRounded, toHalfWidth } from './unit-table'

/**
 * A number whose cell displays more than the number: `00012345`, `30%`, `996:00`. A plain object, because it is sent
 * between workers.
 */
export interface NumberCell {
  readonly number: number
  /** The text displayed in the cell. */
  readonly text: string
  readonly isPercent: boolean
  /** Displays elapsed time such as 996:00; the number is in days. */
  readonly isElapsedTime?: boolean
  /** The words that the number format adds to the number, as in `0.0"t"` or `[$€-407]0.00`; usually a unit. */
  readonly unit?: string
  /** Divisor of the displayed number: 1000 for `0.0,"t"`, which displays kilograms as tonnes. */
  readonly displayDivisor?: number
  /** Displayed as a fraction such as 1/3. */
  readonly isFraction?: boolean
  /** Displayed with an exponent such as 1.20E+04. */
  readonly isScientific?: boolean
}
/**
 * A `Date` is the displayed wall time, as if the plant's clock were UTC. A time of day without a date is a serial day
 * from 0 to 1. Its `Date` lies before 1900-01-02, or on 1904-01-01 in a workbook that counts from 1904.
 */
export type CellValue = string | number | boolean | Date | NumberCell | null

/** Settings that determine the dates of a workbook. */
export interface WorkbookCalendar {
  /** IANA zone of the wall clock in the cells. */
  readonly timeZone: string
  /** The workbook counts its days from 1904. */
  readonly since1904: boolean
}

const DAY_MS = 86_400_000
/** Serial day of 1970-01-01 in the 1900 system; serial days of the 1904 system are 1,462 lower. */
const EPOCH_SERIAL_DAY = 25_569
const DAYS_BEFORE_1904 = 1_462
/** Serial day of 10000-01-01, after the last day that Excel knows. */
const END_SERIAL_DAY = 2_958_466
/** Bare numbers count as dates from 1980 to 2100 only; others are mistakes or different quantities. */
const FIRST_DATE_SERIAL = 29_221
const LAST_DATE_SERIAL = 73_050

/** Converts wall time into a serial day of the 1900 system, with its non-existent 29 February 1900. */
export function convertWallToSerial(wallMs: number): number {
  const serial = wallMs / DAY_MS + EPOCH_SERIAL_DAY
  return serial < 61 ? serial - 1 : serial
}
/**
 * Converts a serial day into wall time; null for the non-existent day (serial 60) and for days outside the calendar.
 */
export function convertSerialToWall(serial: number, since1904: boolean): number | null {
  if (!(serial >= 0 && serial < END_SERIAL_DAY)) return null
  if (since1904) return Math.round((serial + DAYS_BEFORE_1904 - EPOCH_SERIAL_DAY) * DAY_MS)
  if (serial >= 60 && serial < 61) return null
  return Math.round(((serial >= 1 && serial < 60 ? serial + 1 : serial) - EPOCH_SERIAL_DAY) * DAY_MS)
}

/** True for a number cell with a display text of its own. */
export const isNumberCell = (cell: CellValue): cell is NumberCell =>
  typeof cell === 'object' && cell !== null && 'number' in cell
/** Returns the number of a cell regardless of its format; null for anything else. */
export const getCellNumber = (cell: CellValue): number | null =>
  typeof cell === 'number' ? cell : isNumberCell(cell) ? cell.number : null
/**
 * Returns the displayed number and its unit, e.g. 30 and `%` for a cell with 0.3; null if the cell displays no unit.
 */
export function getDisplayedAmount(cell: CellValue): { number: number; unit: string } | null {
  if (!isNumberCell(cell)) return null
  const { number, isPercent, unit, displayDivisor = 1 } = cell
  if (cell.isElapsedTime) return { number, unit: 'd' }
  // Displayed in thousands without a unit or as ¥: 8,250,000 displayed as 8,250 may mean either number. No field has the
  // unit `÷1000`, so the cell is refused.
  if (displayDivisor > 1 && (isPercent || unit === undefined || isYuan(unit)))
    return { number: number / displayDivisor, unit: `÷${displayDivisor}` }
  if (isPercent) return { number: multiplyRounded(number, 100), unit: `%${unit ?? ''}` }
  // Prices per kg or kWh are formatted as ¥ too, so the sign only shows that the column holds money.
  return unit === undefined || isYuan(unit) ? null : { number: number / displayDivisor, unit }
}
const PLAIN_NUMBER_PATTERN = /^[+-]?\d*[.,]?\d+$/
const parsePlainNumber = (text: string): number | null =>
  PLAIN_NUMBER_PATTERN.test(text) ? Number(text.replace(',', '.')) : null
interface PlainReading {
  readonly number: number
  /** Written with a percent sign. */
  readonly isPercent: boolean
}
/**
 * Parses a text of numbers and percentages, one or several: `45.2%; <0.4`. Signs of detection limits are left out. Empty
 * if the text contains anything else.
 */
function parsePlainReadings(text: string): PlainReading[] {
  const texts = joinLeadingGroups(toHalfWidth(text).trim())
    .replace(/\s+%/g, '%')
    .replace(/[<>≤≥]\s*/g, '')
    .replace(/(?<=%)\s*,|(?<=\d\.\d+)\s*,(?=\s*\d+\.\d)/g, ';')
    .split(/[;、/\s]+/)
    .filter(Boolean)
  const readings = texts.flatMap((readingText): PlainReading[] => {
    const number = parsePlainNumber(readingText.replace(/%$/, ''))
    return number === null ? [] : [{ number, isPercent: readingText.endsWith('%') }]
  })
  return readings.length === texts.length ? readings : []
}
/** Returns the shares of a cell that displays or writes percentages: 0.3 for 30 %; empty for other cells. */
function getPercentShares(cell: CellValue): number[] {
  if (isNumberCell(cell)) return cell.isPercent ? [cell.number] : []
  const readings = typeof cell === 'string' ? parsePlainReadings(cell) : []
  return readings.flatMap(({ number, isPercent }) => (isPercent ? [number / 100] : []))
}
/**
 * Returns the largest number that may be a share among the percentages of a column: 1, or twice the largest share.
 * Undefined for a column without percentages.
 */
export function findShareLimit(cells: readonly (CellValue | undefined)[]): number | undefined {
  const shares = cells.flatMap((cell) => getPercentShares(cell ?? null))
  return shares.length > 0 ? shares.reduce((limit, share) => Math.max(limit, 2 * Math.abs(share)), 1) : undefined
}
/**
 * True for a cell with a number without a unit that may be a share: beside cells with 40 %, 0.3 may be 0.3 % or 30 %.
 */
export function isUnclearShare(cell: CellValue, shareLimit: number | undefined): boolean {
  if (shareLimit === undefined || getDisplayedAmount(cell)) return false
  const cellNumber = getCellNumber(cell)
  const plainReadings: readonly PlainReading[] =
    typeof cell === 'string'
      ? parsePlainReadings(cell).filter(({ isPercent }) => !isPercent)
      : cellNumber === null
        ? []
        : [{ number: cellNumber, isPercent: false }]
  return plainReadings.some(({ number }) => number !== 0 && Math.abs(number) <= shareLimit)
}
/** Formats a cell as a person reads it in the worksheet. */
export function formatCellText(cell: CellValue): string {
  if (cell === null) return ''
  if (isNumberCell(cell)) return cell.text
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (!(cell instanceof Date)) return cell.trim()
  const timeOfDayMs = getTimeOfDayMs(cell)
  if (timeOfDayMs !== null) return formatClockTime(timeOfDayMs)
  const iso = cell.toISOString()
  return cell.getTime() % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}
/** Formats a time of day as `20:30`, with seconds if they are not 0. @param timeOfDayMs ms after midnight */
export function formatClockTime(timeOfDayMs: number): string {
  const [hour, minute, second] = [timeOfDayMs / 3_600_000, (timeOfDayMs / 60_000) % 60, (timeOfDayMs / 1000) % 60].map(
    (part) => String(Math.floor(part)).padStart(2, '0'),
  )
  return second === '00' ? `${hour}:${minute}` : `${hour}:${minute}:${second}`
}

/** Returns the wall time of a date or of a number in the range of dates; null for other cells. */
function getCellWallTime(cell: CellValue, { since1904 }: WorkbookCalendar): number | null {
  if (cell instanceof Date) return getTimeOfDayMs(cell) === null ? cell.getTime() : null
  // A cell that displays 46356 kg is not a date.
  if (typeof cell !== 'number') return null
  const serial = since1904 ? cell + DAYS_BEFORE_1904 : cell
  return serial >= FIRST_DATE_SERIAL && serial < LAST_DATE_SERIAL ? convertSerialToWall(cell, since1904) : null
}
/** Returns the text to parse as a date: the displayed text, or a number such as 20261201; null for other cells. */
const toDateText = (cell: CellValue): string | null => {
  if (typeof cell === 'number') return /^\d{8}$/.test(String(cell)) ? String(cell) : null
  if (isNumberCell(cell)) return cell.isElapsedTime || cell.isFraction ? null : cell.text
  return typeof cell === 'string' ? cell : null
}
/** Parses a cell into a day `YYYY-MM-DD`: a date, a serial day, `20261201` or a text; null for anything else. */
export function parseCellDay(cell: CellValue, calendar: WorkbookCalendar): string | null {
  const wallMs = getCellWallTime(cell, calendar)
  if (wallMs !== null) return new Date(wallMs).toISOString().slice(0, 10)
  const text = toDateText(cell)
  return text === null ? null : parseDayText(text, calendar.timeZone)
}
/**
 * Parses a cell into an instant, ISO 8601 in UTC; null for other cells and for an hour that the plant's clock skipped.
 */
export function parseCellMoment(cell: CellValue, calendar: WorkbookCalendar): string | null {
  const wallMs = getCellWallTime(cell, calendar)
  if (wallMs !== null) return convertWallToMoment(wallMs, calendar.timeZone)
  const text = toDateText(cell)
  return text === null ? null : parseMomentText(text, calendar.timeZone)
}
/**
 * True for a cell that names a day without a time, so that a moment would begin at 00:00. A date at midnight counts,
 * although its cell may show the time; see `Worksheet.midnights`.
 */
export function isDayWithoutTimeCell(cell: CellValue, calendar: WorkbookCalendar): boolean {
  const wallMs = getCellWallTime(cell, calendar)
  if (wallMs !== null) return wallMs % DAY_MS === 0
  const text = toDateText(cell)
  return text !== null && isDayWithoutTime(text)
}
/**
 * Parses a cell with a bare time of day into ms after midnight; 86,400,000 is the end of the day. Null for other cells.
 */
export function parseCellTime(cell: CellValue): number | null {
  if (cell instanceof Date) return getTimeOfDayMs(cell)
  if (isNumberCell(cell) && !cell.isElapsedTime && !cell.isFraction) return null
  const cellNumber = getCellNumber(cell)
  if (cellNumber !== null) return cellNumber >= 0 && cellNumber <= 1 ? Math.round(cellNumber * DAY_MS) : null
  return typeof cell === 'string' ? parseTimeText(cell) : null
}
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1)
/** Returns the time of day of a cell that is formatted as a date: a serial day from 0 to 1, else null. */
function getTimeOfDayMs(date: Date): number | null {
  const wallMs = date.getTime()
  // Serial day 1 of the 1900 system is 24:00 of serial day 0.
  if (wallMs === Date.UTC(1900, 0, 1)) return DAY_MS
  const timeOfDayMs = wallMs - (wallMs >= FIRST_DAY_1904 ? FIRST_DAY_1904 : -EPOCH_SERIAL_DAY * DAY_MS)
  return timeOfDayMs >= 0 && (timeOfDayMs < DAY_MS || (timeOfDayMs === DAY_MS && wallMs > FIRST_DAY_1904))
    ? Math.round(timeOfDayMs)
    : null
}
