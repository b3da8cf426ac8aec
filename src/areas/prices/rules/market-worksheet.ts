/** Market prices of a worksheet: a row per hour or quarter of an hour, for whole days. */
import {
  parseCellDay,
  getDisplayedAmount,
  getCellNumber,
  formatCellText,
  type CellValue,
  type WorkbookCalendar,
} from '@/contract/worksheet-cell'
import { multiplyRounded, splitHeading, getUnitFactor, parseTypedNumber } from '@/contract/unit-table'
import { addDays, resolveLocalTime, toLocalTime, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import { toIntervalBeginnings, createTimeCellReader, type TimeMeaning } from './market-labels'

export interface MarketWorksheetRows {
  readonly header: readonly string[]
  readonly headerRow: number
  readonly rows: readonly (readonly unknown[])[]
  readonly rowNumbers: readonly number[]
  readonly since1904?: boolean
}
export interface MarketDay {
  readonly day: Day
  /** CNY/kWh in time order: 24 or 96 prices, or those of 23 or 25 hours on days of a clock change. */
  readonly prices: readonly number[]
}
export interface MarketProblem {
  readonly code:
    | 'noColumn'
    | 'badDay'
    | 'badTime'
    | 'badPrice'
    | 'badUnit'
    | 'mixedLabels'
    | 'missing'
    | 'twice'
    | 'empty'
  readonly row: number
  readonly params: Readonly<Record<string, string | number>>
}
interface ParsedMarketPrices {
  readonly days: MarketDay[]
  /** Meaning of the times: beginnings or ends of the intervals. */
  readonly labels: TimeMeaning
  readonly problem: MarketProblem | null
}
const HEADINGS = {
  day: /日期|^day|^date/i,
  time: /时|^time|^hour|^from|^begin|^end|^to$/i,
  price: /价|price/i,
} as const
const END_HEADING = /结束|截止|终止|止$|^end|^to$|ending|until/i
const PRICE_UNIT = 'CNY/kWh'
interface PriceRow {
  readonly row: number
  readonly minute: number
  readonly price: number
}

/**
 * Parses the days of a worksheet, sorted, or returns the first problem. Times may be beginnings (00:00 … 23:45) or ends
 * (00:15 … 24:00) of the intervals; ambiguous worksheets are refused.
 * @param zone time zone of the plant, which determines the number of hours of a day
 */
export function parseMarketDays(worksheet: MarketWorksheetRows, zone: string): ParsedMarketPrices {
  const calendar: WorkbookCalendar = { timeZone: zone, since1904: worksheet.since1904 ?? false }
  const toFailure = (
    code: MarketProblem['code'],
    row: number,
    params: MarketProblem['params'],
  ): ParsedMarketPrices => ({
    days: [],
    labels: 'begin',
    problem: { code, row, params: { row, ...params } },
  })
  const columnIndex = findColumns(worksheet.header)
  for (const name of ['day', 'time', 'price'] as const)
    if (columnIndex[name] < 0) return toFailure('noColumn', worksheet.headerRow, { column: name })
  const { unit } = splitHeading(worksheet.header[columnIndex.price] ?? '')
  const headingFactor = unit === null ? 1 : getUnitFactor(unit, PRICE_UNIT)
  if (headingFactor === null) return toFailure('badUnit', worksheet.headerRow, { value: unit ?? '' })
  const readTimeCell = createTimeCellReader(worksheet.rows.map((cells) => getCell(cells, columnIndex.time)))
  const rowsByDay = new Map<Day, PriceRow[]>()
  for (const [i, cells] of worksheet.rows.entries()) {
    const row = worksheet.rowNumbers[i] ?? 0
    const [dayCell, timeCell] = [getCell(cells, columnIndex.day), getCell(cells, columnIndex.time)]
    const priceCell = getCell(cells, columnIndex.price)
    const toValueParam = (cell: CellValue) => ({ value: formatCellText(cell).slice(0, 40) })
    const day = parseCellDay(dayCell, calendar)
    if (!day) return toFailure('badDay', row, toValueParam(dayCell))
    const minute = readTimeCell(timeCell, day)
    if (minute === null) return toFailure('badTime', row, toValueParam(timeCell))
    const price = parsePrice(priceCell, headingFactor)
    if (price === null) return toFailure('badPrice', row, toValueParam(priceCell))
    rowsByDay.set(day, [...(rowsByDay.get(day) ?? []), { row, minute, price }])
  }
  if (rowsByDay.size === 0) return toFailure('empty', worksheet.headerRow, {})
  const intervals = toIntervalBeginnings(
    [...rowsByDay.values()],
    END_HEADING.test(worksheet.header[columnIndex.time] ?? ''),
  )
  if ('row' in intervals) return toFailure('mixedLabels', intervals.row, {})
  const days: MarketDay[] = []
  for (const [i, day] of [...rowsByDay.keys()].entries()) {
    const { prices, problem } = sortPricesByTime(day, intervals.days[i]!, intervals.labels, zone)
    if (problem) return { days: [], labels: intervals.labels, problem }
    days.push({ day, prices })
  }
  return { days: days.sort((a, b) => (a.day < b.day ? -1 : 1)), labels: intervals.labels, problem: null }
}
const getCell = (cells: readonly unknown[], index: number): CellValue => (cells[index] ?? null) as CellValue
/** Finds the columns by their headings. If there are columns for beginning and end, the beginning is used. */
function findColumns(header: readonly string[]): Record<keyof typeof HEADINGS, number> {
  const findColumn = (name: keyof typeof HEADINGS) => header.findIndex((text) => HEADINGS[name].test(text.trim()))
  const beginningIndex = header.findIndex((text) => HEADINGS.time.test(text.trim()) && !END_HEADING.test(text.trim()))
  return {
    day: findColumn('day'),
    time: beginningIndex < 0 ? findColumn('time') : beginningIndex,
    price: findColumn('price'),
  }
}
/**
 * Parses a price in CNY/kWh. A unit displayed in the cell takes precedence over the unit of the heading.
 * @param factor converts the unit of the heading to CNY/kWh
 */
function parsePrice(cell: CellValue, factor: number): number | null {
  const displayed = getDisplayedAmount(cell)
  const number = displayed?.number ?? (typeof cell === 'string' ? parseTypedNumber(cell) : getCellNumber(cell))
  const cellFactor = displayed ? getUnitFactor(displayed.unit, PRICE_UNIT) : factor
  return number === null || cellFactor === null ? null : Number(multiplyRounded(number, cellFactor).toFixed(6))
}

/**
 * Sorts the rows of a day by time and checks that each clock time occurs once. A time that the clock shows twice has
 * two rows, the earlier first.
 */
function sortPricesByTime(
  day: Day,
  priceRows: readonly PriceRow[],
  labels: TimeMeaning,
  zone: string,
): { prices: number[]; problem: MarketProblem | null } {
  const from = resolveLocalTime(day, 0, zone)
  const to = resolveLocalTime(addDays(day, 1), 0, zone)
  const stepMinutes = priceRows.some(({ minute }) => minute % 60 !== 0) ? 15 : 60
  const rowsByMinute = new Map<number, PriceRow[]>()
  for (const priceRow of priceRows)
    rowsByMinute.set(priceRow.minute, [...(rowsByMinute.get(priceRow.minute) ?? []), priceRow])
  const prices: number[] = []
  const toFailure = (code: 'missing' | 'twice', row: number, minute: number) => {
    // In the notation of the worksheet.
    const time = formatClock(labels === 'end' ? minute + stepMinutes : minute)
    return { prices, problem: { code, row, params: { row, day, time } } }
  }
  for (let slotStart = from; slotStart < to; slotStart += stepMinutes * MINUTE_MS) {
    const { minute } = toLocalTime(toMoment(slotStart), zone)
    const nextRow = rowsByMinute.get(minute)?.shift()
    if (!nextRow) return toFailure('missing', priceRows[0]!.row, minute)
    prices.push(nextRow.price)
  }
  const extraRow = [...rowsByMinute.values()].flat()[0]
  return extraRow ? toFailure('twice', extraRow.row, extraRow.minute) : { prices, problem: null }
}
/** Formats minutes as a clock time; `24:00` for the end of the day. */
const formatClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
