/** What stands in a cell of a spreadsheet, and which day, time or moment it is. */
import { parseDay, parseMoment, parseTime, wallToMoment } from './date-text'
import { multiply } from './unit-table'

/** A number whose cell shows more than the number: `00012345`, `30%`, `996:00`. A plain object: it crosses the worker's boundary. */
export interface NumberCell {
  readonly number: number
  /** As the cell shows it. */
  readonly text: string
  readonly percent: boolean
  /** It shows elapsed time, such as 996:00, and holds days. */
  readonly elapsed?: boolean
  /** The unit that the format writes behind the number, as in `0.0"t"`. */
  readonly unit?: string
  /** The number is shown divided by this: 1000 for `0.0,"t"`, which shows kilograms as tonnes. */
  readonly shownDivisor?: number
}
/** A date is what the cell shows, as if the plant's wall clock were UTC; a bare time of day lies before 1900-01-02. */
export type CellValue = string | number | boolean | Date | NumberCell | null

/** What dates in a sheet depend on. */
export interface SheetCalendar {
  /** IANA zone whose wall clock the cells show. */
  readonly timeZone: string
  /** The workbook counts its days from 1904. */
  readonly since1904: boolean
}

const DAY = 86_400_000
/** Serial day of 1970-01-01 in the 1900 system; the 1904 system counts 1,462 days less. */
const EPOCH = 25_569
const SHIFT_1904 = 1_462
/** Bare numbers are taken for dates between 1980 and 2100 only: any other is a slip or a number of something else. */
const [FIRST_SERIAL, LAST_SERIAL] = [29_221, 73_050]

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

export const isNumberCell = (cell: CellValue): cell is NumberCell =>
  typeof cell === 'object' && cell !== null && 'number' in cell
/** The number of a cell, however it is shown; null for anything else. */
export const numberOfCell = (cell: CellValue): number | null =>
  typeof cell === 'number' ? cell : isNumberCell(cell) ? cell.number : null
/** The number that a cell shows with a unit of its own, and that unit: 30 % of a cell that holds 0.3. Null where the cell names none. */
export function getShownAmount(cell: CellValue): { number: number; unit: string } | null {
  if (!isNumberCell(cell)) return null
  if (cell.percent) return { number: multiply(cell.number, 100), unit: '%' }
  if (cell.elapsed) return { number: cell.number, unit: 'd' }
  return cell.unit === undefined ? null : { number: cell.number / (cell.shownDivisor ?? 1), unit: cell.unit }
}
/** The text of a cell as a person reads it in the sheet. */
export function textOfCell(cell: CellValue): string {
  if (cell === null) return ''
  if (isNumberCell(cell)) return cell.text
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (!(cell instanceof Date)) return String(cell).trim()
  const time = timeOfDate(cell)
  if (time !== null) return clockText(time)
  const iso = cell.toISOString()
  return cell.getTime() % DAY === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}
/** `20:30`, with seconds where there are any. @param time ms after midnight */
export function clockText(time: number): string {
  const [hour, minute, second] = [time / 3_600_000, (time / 60_000) % 60, (time / 1000) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return second === '00' ? `${hour}:${minute}` : `${hour}:${minute}:${second}`
}

/** Wall time of a cell that holds a date or a number that can only be one; null for others. */
function wallOfCell(cell: CellValue, { since1904 }: SheetCalendar): number | null {
  if (cell instanceof Date) return timeOfDate(cell) === null ? cell.getTime() : null
  const number = numberOfCell(cell)
  if (number === null) return null
  const serial = since1904 ? number + SHIFT_1904 : number
  return serial >= FIRST_SERIAL && serial < LAST_SERIAL ? serialToWall(number, since1904) : null
}
const eightDigits = (cell: CellValue): string | null => {
  const number = numberOfCell(cell)
  return number !== null && /^\d{8}$/.test(String(number)) ? String(number) : typeof cell === 'string' ? cell : null
}
/** The day `YYYY-MM-DD` of a cell: a date, a serial day, `20261201` or a text; null for what is none. */
export function dayOfCell(cell: CellValue, calendar: SheetCalendar): string | null {
  const wall = wallOfCell(cell, calendar)
  if (wall !== null) return new Date(wall).toISOString().slice(0, 10)
  const text = eightDigits(cell)
  return text === null ? null : parseDay(text, calendar.timeZone)
}
/** The instant of a cell, ISO 8601 in UTC; null for what is none, and for an hour that the plant's clock skipped. */
export function momentOfCell(cell: CellValue, calendar: SheetCalendar): string | null {
  const wall = wallOfCell(cell, calendar)
  if (wall !== null) return wallToMoment(wall, calendar.timeZone)
  const text = eightDigits(cell)
  return text === null ? null : parseMoment(text, calendar.timeZone)
}
/** Milliseconds after midnight of a cell that holds a time of day alone; 86,400,000 is its end. Null for what is none. */
export function timeOfCell(cell: CellValue): number | null {
  if (cell instanceof Date) return timeOfDate(cell)
  const number = numberOfCell(cell)
  if (number !== null) return number >= 0 && number <= 1 ? Math.round(number * DAY) : null
  return typeof cell === 'string' ? parseTime(cell) : null
}
const FIRST_1904 = Date.UTC(1904, 0, 1)
/** A time of day is a serial day from 0 to 1, shown as the first days of its calendar where a cell is formatted as a date. */
function timeOfDate(date: Date): number | null {
  const wall = date.getTime()
  // Serial day 1 of the 1900 system is the end of the day before it.
  if (wall === Date.UTC(1900, 0, 1)) return DAY
  const time = wall - (wall >= FIRST_1904 ? FIRST_1904 : -EPOCH * DAY)
  return time >= 0 && (time < DAY || (time === DAY && wall > FIRST_1904)) ? Math.round(time) : null
}
