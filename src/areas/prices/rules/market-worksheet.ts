/** Market prices of a worksheet: a row per hour or quarter of an hour, for whole days. */
import {
  parseCellDay,
  getDisplayedAmount,
  getCellNumber,
  formatCellText,
  type CellValue,
  type WorkbookCalendar,
} from '@/contract/worksheet-cell'
import { findOtherZone } from '@/contract/date-text'
import { multiplyRounded, splitHeading, getUnitFactor, parseFileNumber } from '@/contract/unit-table'
import { addDays, resolveLocalTime, toLocalTime, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import { toIntervalBeginnings, createTimeCellReader, type TimeMeaning } from './market-labels'
import { MAX_USUAL_PRICE } from './tariff'

export interface MarketWorksheetRows {
  readonly header: readonly string[]
  readonly headerRow: number
  readonly rows: readonly (readonly unknown[])[]
  readonly rowNumbers: readonly number[]
  readonly countsFrom1904?: boolean
  /** See `Worksheet.decimals`. */
  readonly decimals?: 'comma' | 'unclear'
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
    | 'otherZone'
    | 'noRowUnit'
    | 'unitMissing'
    | 'unitConflict'
    | 'severalPrices'
    | 'mixedLabels'
    | 'unclearMidnight'
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
  unit: /^(计量|计价|电价|价格)?单位$|^(price )?unit$/i,
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
  const calendar: WorkbookCalendar = { timeZone: zone, since1904: worksheet.countsFrom1904 ?? false }
  const toFailure = (
    code: MarketProblem['code'],
    row: number,
    params: MarketProblem['params'],
  ): ParsedMarketPrices => ({
    days: [],
    labels: 'begin',
    problem: { code, row, params: { row, ...params } },
  })
  const { prices: priceIndexes, ...columnIndex } = findColumns(worksheet)
  for (const name of ['day', 'time'] as const)
    if (columnIndex[name] < 0) return toFailure('noColumn', worksheet.headerRow, { column: name })
  for (const name of ['day', 'time'] as const) {
    const otherZone = findOtherZone(worksheet.header[columnIndex[name]] ?? '', zone)
    if (otherZone) return toFailure('otherZone', worksheet.headerRow, { value: otherZone })
  }
  const [priceIndex] = priceIndexes
  if (priceIndex === undefined) return toFailure('noColumn', worksheet.headerRow, { column: 'price' })
  if (priceIndexes.length > 1)
    return toFailure('severalPrices', worksheet.headerRow, {
      columns: priceIndexes.map((index) => `“${worksheet.header[index]?.trim() ?? ''}”`).join(' '),
    })
  const headingUnit = parsePriceUnit(worksheet.header[priceIndex] ?? '')
  if (headingUnit !== null && getUnitFactor(headingUnit, PRICE_UNIT) === null)
    return toFailure('badUnit', worksheet.headerRow, { value: headingUnit })
  const unitTexts = worksheet.rows.map((cells) => formatCellText(getCell(cells, columnIndex.unit)).trim())
  // Only one cell of a unit column may be filled in, for all rows.
  const columnUnits = [...new Set(unitTexts.filter(Boolean))]
  const readTimeCell = createTimeCellReader(worksheet.rows.map((cells) => getCell(cells, columnIndex.time)))
  const rowsByDay = new Map<Day, PriceRow[]>()
  for (const [i, cells] of worksheet.rows.entries()) {
    const row = worksheet.rowNumbers[i] ?? 0
    const [dayCell, timeCell] = [getCell(cells, columnIndex.day), getCell(cells, columnIndex.time)]
    const priceCell = getCell(cells, priceIndex)
    const toValueParam = (cell: CellValue) => ({ value: formatCellText(cell).slice(0, 40) })
    const day = parseCellDay(dayCell, calendar)
    if (!day) return toFailure('badDay', row, toValueParam(dayCell))
    const minute = readTimeCell(timeCell, day)
    if (minute === null) return toFailure('badTime', row, toValueParam(timeCell))
    const rowUnit = unitTexts[i] || (columnUnits.length === 1 ? columnUnits[0]! : null)
    if (columnUnits.length > 1 && rowUnit === null) return toFailure('noRowUnit', row, {})
    const price = parsePrice(priceCell, [rowUnit, headingUnit], worksheet.decimals)
    if (typeof price !== 'number') return toFailure(price.code, row, { ...toValueParam(priceCell), ...price.params })
    rowsByDay.set(day, [...(rowsByDay.get(day) ?? []), { row, minute, price }])
  }
  if (rowsByDay.size === 0) return toFailure('empty', worksheet.headerRow, {})
  const intervals = toIntervalBeginnings(
    [...rowsByDay.values()],
    END_HEADING.test(worksheet.header[columnIndex.time] ?? ''),
  )
  if ('row' in intervals) return toFailure(intervals.code, intervals.row, {})
  const days: MarketDay[] = []
  for (const [i, day] of [...rowsByDay.keys()].entries()) {
    const { prices, problem } = sortPricesByTime(day, intervals.days[i]!, intervals.labels, zone)
    if (problem) return { days: [], labels: intervals.labels, problem }
    days.push({ day, prices })
  }
  return { days: days.sort((a, b) => (a.day < b.day ? -1 : 1)), labels: intervals.labels, problem: null }
}
const getCell = (cells: readonly unknown[], index: number): CellValue => (cells[index] ?? null) as CellValue
/**
 * Finds the columns by their headings. If there are columns for beginning and end, the beginning is used. Price columns
 * without any value do not count.
 */
function findColumns({ header, rows }: MarketWorksheetRows) {
  const headings = header.map((text) => text.trim())
  const unitIndex = headings.findIndex((text) => HEADINGS.unit.test(text))
  const isPriceHeading = (text: string, index: number) => HEADINGS.price.test(text) && index !== unitIndex
  // 实时价格 (real-time price) is no time.
  const isTimeHeading = (text: string, index: number) => HEADINGS.time.test(text) && !isPriceHeading(text, index)
  const beginningIndex = headings.findIndex((text, index) => isTimeHeading(text, index) && !END_HEADING.test(text))
  const priceIndexes = [...headings.keys()].filter((index) => isPriceHeading(headings[index]!, index))
  const filledIndexes = priceIndexes.filter((index) =>
    rows.some((cells) => formatCellText(getCell(cells, index)).trim() !== ''),
  )
  return {
    day: headings.findIndex((text) => HEADINGS.day.test(text)),
    time: beginningIndex < 0 ? headings.findIndex(isTimeHeading) : beginningIndex,
    unit: unitIndex,
    prices: filledIndexes.length > 0 ? filledIndexes : priceIndexes.slice(0, 1),
  }
}
/** A price per amount that follows a heading without brackets: `电价 元/MWh`, `Price CNY per MWh`. */
const TRAILING_UNIT_PATTERN = /(?:[万百]?元|分|[¥$€£]|(?<![a-z])(?:cny|rmb|yuan|fen|usd|eur))\s*\/\s*\S.*$/i
/** Returns the unit in the heading of a price column; null without one. */
function parsePriceUnit(heading: string): string | null {
  const text = heading
    .normalize('NFKC')
    .trim()
    .replace(/\s+per\s+/i, '/')
  const { unit } = splitHeading(text)
  return unit !== null && getUnitFactor(unit, PRICE_UNIT) !== null
    ? unit
    : (TRAILING_UNIT_PATTERN.exec(text)?.[0].replace(/\s*\(.*$/, '') ?? unit)
}
type PriceProblem = Pick<MarketProblem, 'code' | 'params'>
/**
 * Parses a price in CNY/kWh. All units that are given must agree: the one that the cell displays, that of its row and
 * that of the heading. A price without a unit is in CNY/kWh, unless it is too high for that.
 */
function parsePrice(
  cell: CellValue,
  [rowUnit, headingUnit]: [string | null, string | null],
  decimals: 'comma' | 'unclear' | undefined,
): number | PriceProblem {
  const displayed = getDisplayedAmount(cell)
  const number = displayed?.number ?? (typeof cell === 'string' ? parseFileNumber(cell, decimals) : getCellNumber(cell))
  if (number === null) return { code: 'badPrice', params: {} }
  const units = [displayed?.unit ?? null, rowUnit, headingUnit].filter((unit) => unit !== null)
  const factors = units.map((unit) => getUnitFactor(unit, PRICE_UNIT))
  const unknownUnit = units[factors.indexOf(null)]
  if (unknownUnit !== undefined)
    return unknownUnit === displayed?.unit
      ? { code: 'badPrice', params: {} }
      : { code: 'badUnit', params: { value: unknownUnit.slice(0, 40) } }
  if (new Set(factors).size > 1) return { code: 'unitConflict', params: { units: units.join(', ').slice(0, 80) } }
  const price = Number(multiplyRounded(number, factors[0] ?? 1).toFixed(6))
  return units.length === 0 && price > MAX_USUAL_PRICE ? { code: 'unitMissing', params: {} } : price
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
