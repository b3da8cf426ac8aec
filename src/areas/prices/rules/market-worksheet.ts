/** Market prices of a worksheet: a row per hour or quarter of an hour, for whole days. */
import {
  parseCellDay,
  getShownAmount,
  getCellNumber,
  formatCellText,
  type CellValue,
  type WorkbookCalendar,
} from '@/contract/worksheet-cell'
import { parseTypedNumber } from '@/contract/typed-number'
import { multiply, splitHeading, getUnitFactor } from '@/contract/unit-table'
import { addDays, resolveLocalTime, toLocalTime, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import { toIntervalBeginnings, createLabelReader, type IntervalLabels } from './market-labels'

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
  readonly labels: IntervalLabels
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
export function parseMarketDays(sheet: MarketWorksheetRows, zone: string): ParsedMarketPrices {
  const calendar: WorkbookCalendar = { timeZone: zone, since1904: sheet.since1904 ?? false }
  const fail = (code: MarketProblem['code'], row: number, params: MarketProblem['params']): ParsedMarketPrices => ({
    days: [],
    labels: 'begin',
    problem: { code, row, params: { row, ...params } },
  })
  const column = findColumns(sheet.header)
  for (const name of ['day', 'time', 'price'] as const)
    if (column[name] < 0) return fail('noColumn', sheet.headerRow, { column: name })
  const { unit } = splitHeading(sheet.header[column.price] ?? '')
  const factor = unit === null ? 1 : getUnitFactor(unit, PRICE_UNIT)
  if (factor === null) return fail('badUnit', sheet.headerRow, { value: unit ?? '' })
  const readLabel = createLabelReader(sheet.rows.map((cells) => getCell(cells, column.time)))
  const lines = new Map<Day, PriceRow[]>()
  for (const [i, cells] of sheet.rows.entries()) {
    const row = sheet.rowNumbers[i] ?? 0
    const [dayCell, timeCell] = [getCell(cells, column.day), getCell(cells, column.time)]
    const priceCell = getCell(cells, column.price)
    const toValueParam = (cell: CellValue) => ({ value: formatCellText(cell).slice(0, 40) })
    const day = parseCellDay(dayCell, calendar)
    if (!day) return fail('badDay', row, toValueParam(dayCell))
    const minute = readLabel(timeCell, day)
    if (minute === null) return fail('badTime', row, toValueParam(timeCell))
    const price = parsePrice(priceCell, factor)
    if (price === null) return fail('badPrice', row, toValueParam(priceCell))
    lines.set(day, [...(lines.get(day) ?? []), { row, minute, price }])
  }
  if (lines.size === 0) return fail('empty', sheet.headerRow, {})
  const intervals = toIntervalBeginnings([...lines.values()], END_HEADING.test(sheet.header[column.time] ?? ''))
  if ('row' in intervals) return fail('mixedLabels', intervals.row, {})
  const days: MarketDay[] = []
  for (const [i, day] of [...lines.keys()].entries()) {
    const { prices, problem } = sortIntoSlots(day, intervals.days[i]!, intervals.labels, zone)
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
 * Parses a price in CNY/kWh; the unit displayed in a cell precedes the unit of the heading.
 * @param factor of the unit in the heading
 */
function parsePrice(cell: CellValue, factor: number): number | null {
  const displayed = getShownAmount(cell)
  const number = displayed?.number ?? (typeof cell === 'string' ? parseTypedNumber(cell) : getCellNumber(cell))
  const cellFactor = displayed ? getUnitFactor(displayed.unit, PRICE_UNIT) : factor
  return number === null || cellFactor === null ? null : Number(multiply(number, cellFactor).toFixed(6))
}

/**
 * Sorts the rows of a day by time and checks that each clock time occurs once. A time that the clock shows twice has
 * two rows, the earlier first.
 */
function sortIntoSlots(
  day: Day,
  lines: readonly PriceRow[],
  labels: IntervalLabels,
  zone: string,
): { prices: number[]; problem: MarketProblem | null } {
  const from = resolveLocalTime(day, 0, zone)
  const to = resolveLocalTime(addDays(day, 1), 0, zone)
  const step = lines.some(({ minute }) => minute % 60 !== 0) ? 15 : 60
  const rowsByMinute = new Map<number, PriceRow[]>()
  for (const line of lines) rowsByMinute.set(line.minute, [...(rowsByMinute.get(line.minute) ?? []), line])
  const prices: number[] = []
  const problem = (code: 'missing' | 'twice', row: number, minute: number) => {
    // In the notation of the worksheet.
    const time = formatClock(labels === 'end' ? minute + step : minute)
    return { prices, problem: { code, row, params: { row, day, time } } }
  }
  for (let slotStart = from; slotStart < to; slotStart += step * MINUTE_MS) {
    const { minute } = toLocalTime(toMoment(slotStart), zone)
    const line = rowsByMinute.get(minute)?.shift()
    if (!line) return problem('missing', lines[0]!.row, minute)
    prices.push(line.price)
  }
  const extraRow = [...rowsByMinute.values()].flat()[0]
  return extraRow ? problem('twice', extraRow.row, extraRow.minute) : { prices, problem: null }
}
/** Formats minutes as a clock time; `24:00` for the end of the day. */
const formatClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
