/**
 * Reads market worksheets that are not a plain list with one row per interval and one column each for day, time and
 * price.
 */
import { parseDayText } from '@/contract/date-text'
import {
  formatCellText,
  formatClockTime,
  parseCellMoment,
  type CellValue,
  type WorkbookCalendar,
} from '@/contract/worksheet-cell'
import { convertInstantToWall } from '@/contract/zone-clock'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { parseIntervalLabel, parseIntervalNumber } from './market-labels'

export interface MarketWorksheetRows {
  readonly header: readonly string[]
  readonly headerRow: number
  readonly rows: readonly (readonly unknown[])[]
  readonly rowNumbers: readonly number[]
  readonly countsFrom1904?: boolean
  /** See `Worksheet.separator` and `Worksheet.isCommaSeparated`. */
  readonly separator?: string
  readonly isCommaSeparated?: boolean
}
/**
 * A price with its day and time, from a row of the worksheet or a cell of a matrix. Day and time may be the same cell.
 */
export interface MarketLine {
  readonly row: number
  readonly dayCell: CellValue
  readonly timeCell: CellValue
  readonly priceCell: CellValue
  readonly unitCell: CellValue
  /** Heading of the price. */
  readonly heading: string
}
interface Matrix {
  /** Kind of the column headings: days, or times of a day. */
  readonly labelKind: 'day' | 'time'
  readonly columns: readonly number[]
  /** The headings number the quarters of an hour: 1 is 00:00 to 00:15. */
  readonly numbersQuarters?: boolean
}
/** A day has 24 or 96 intervals. A day with a clock change has an hour less or more. */
const MIN_TIME_COLUMNS = 23
const MAX_HOURS = 25
const QUARTERS_OF_DAY = 96
const QUARTER_MS = 15 * 60_000

const listNumberedColumns = (header: readonly string[]): number[] =>
  [...header.keys()].filter((index) => parseIntervalNumber(header[index]!) !== null)
/** Returns the columns whose headings are the numbers 1 to 96 or H1 to H96; null without them. */
function findQuarterColumns(header: readonly string[]): number[] | null {
  const columns = listNumberedColumns(header)
  const numbers = new Set(columns.map((index) => parseIntervalNumber(header[index]!)))
  const areQuarters =
    columns.length === QUARTERS_OF_DAY &&
    Array.from({ length: QUARTERS_OF_DAY }, (_, i) => numbers.has(i + 1)).every(Boolean) &&
    columns.every((index) => /^h?\s*\d+$/i.test(header[index]!.normalize('NFKC').trim()))
  return areQuarters ? columns : null
}
/**
 * Returns the highest number of headings that number the intervals of a day but are neither its hours nor its quarters
 * of an hour; null for other headings.
 */
export function findUnclearNumber(header: readonly string[]): number | null {
  const numbers = listNumberedColumns(header).map((index) => parseIntervalNumber(header[index]!)!)
  const highestNumber = Math.max(0, ...numbers)
  const isUnclear =
    numbers.length >= MIN_TIME_COLUMNS && highestNumber > MAX_HOURS && findQuarterColumns(header) === null
  return isUnclear ? highestNumber : null
}

/**
 * Finds the columns of a matrix. Their headings are either the times of a day or the days. Null for worksheets that are
 * no matrix.
 */
export function findMatrix({ header }: MarketWorksheetRows, zone: string, hasPriceColumn: boolean): Matrix | null {
  const indexes = [...header.keys()]
  const quarterColumns = findQuarterColumns(header)
  if (quarterColumns) return { labelKind: 'time', columns: quarterColumns, numbersQuarters: true }
  const timeColumns = indexes.filter((index) => parseIntervalLabel(header[index]!) !== null)
  if (timeColumns.length >= MIN_TIME_COLUMNS) return { labelKind: 'time', columns: timeColumns }
  const dayColumns = hasPriceColumn ? [] : indexes.filter((index) => parseDayText(header[index]!, zone) !== null)
  return dayColumns.length > 0 ? { labelKind: 'day', columns: dayColumns } : null
}
/** Lists all cells of a matrix, including empty ones, for which the caller reports a missing price. */
export const listMatrixLines = (
  { header, rows, rowNumbers }: MarketWorksheetRows,
  { labelKind, columns, numbersQuarters }: Matrix,
  labelIndex: number,
  unitIndex: number,
): MarketLine[] =>
  rows.flatMap((cells, i) =>
    columns.map((index) => {
      const heading = header[index]!
      const labelCell = getCell(cells, labelIndex)
      const timeLabel = numbersQuarters ? formatClockTime((parseIntervalNumber(heading)! - 1) * QUARTER_MS) : heading
      return {
        row: rowNumbers[i] ?? 0,
        dayCell: labelKind === 'day' ? heading : labelCell,
        timeCell: labelKind === 'time' ? timeLabel : labelCell,
        priceCell: getCell(cells, index),
        unitCell: getCell(cells, unitIndex),
        heading,
      }
    }),
  )
export const getCell = (cells: readonly unknown[], index: number): CellValue => (cells[index] ?? null) as CellValue

/**
 * Parses a cell that holds a day and a time by the plant's clock; null for other cells. The minutes have a fraction if
 * the time is no full minute.
 */
export function parseDayAndMinute(cell: CellValue, calendar: WorkbookCalendar): { day: Day; minute: number } | null {
  const moment = parseCellMoment(cell, calendar)
  if (moment === null) return null
  // Serial days are fractions, which are not exact to the millisecond.
  const wallMs = Math.round(convertInstantToWall(calendar.timeZone, Date.parse(moment)) / 1000) * 1000
  const day = new Date(wallMs).toISOString().slice(0, 10)
  return { day, minute: (wallMs - Date.parse(`${day}T00:00:00Z`)) / 60_000 }
}

/**
 * Changes 00:00 to 24:00 of the day before if the times mark interval ends. The times mark ends if the first day has no
 * 00:00 and the last day has only 00:00.
 */
export function moveMidnightToDayBefore<T extends { readonly minute: number }>(
  rowsByDay: ReadonlyMap<Day, readonly T[]>,
): Map<Day, T[]> {
  const days = [...rowsByDay.keys()].sort()
  const firstDay = days[0] ?? ''
  const lastDay = days.at(-1) ?? ''
  const isStartOfDay = ({ minute }: T) => minute === 0
  const lastRows = rowsByDay.get(lastDay) ?? []
  const marksEnds =
    days.length > 1 &&
    lastRows.length === 1 &&
    lastRows.every(isStartOfDay) &&
    !rowsByDay.get(firstDay)?.some(isStartOfDay)
  const movedRowsByDay = new Map<Day, T[]>()
  for (const day of days)
    for (const row of rowsByDay.get(day)!) {
      const isEnd = marksEnds && isStartOfDay(row)
      const ownDay = isEnd ? addDays(day, -1) : day
      movedRowsByDay.set(ownDay, [...(movedRowsByDay.get(ownDay) ?? []), isEnd ? { ...row, minute: 1440 } : row])
    }
  return movedRowsByDay
}
/** Returns the headings of the columns with values that an import does not use. */
export const listIgnoredHeadings = (
  { header, rows }: MarketWorksheetRows,
  usedColumns: ReadonlySet<number>,
): string[] =>
  header.filter(
    (heading, index) =>
      heading.trim() !== '' &&
      !usedColumns.has(index) &&
      rows.some((cells) => formatCellText(getCell(cells, index)).trim() !== ''),
  )
