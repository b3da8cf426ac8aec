/** Parses the market prices of a worksheet: a price per hour or quarter of an hour, for whole days. */
import {
  parseCellDay,
  parseCellTime,
  getDisplayedAmount,
  getCellNumber,
  formatCellText,
  type CellValue,
  type WorkbookCalendar,
} from '@/contract/worksheet-cell'
import { findOtherZone } from '@/contract/date-text'
import {
  detectColumnDecimals,
  detectNumberDecimals,
  explainNumberText,
  type DecimalSign,
} from '@/contract/decimal-sign'
import { multiplyRounded, splitHeading, getUnitFactor, parseFileNumber } from '@/contract/unit-table'
import { addDays, resolveLocalTime, toLocalTime, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import { toIntervalBeginnings, createTimeCellReader, type TimeMeaning } from './market-labels'
import {
  findMatrix,
  findUnclearNumber,
  getCell,
  listIgnoredHeadings,
  listMatrixLines,
  parseDayAndMinute,
  moveMidnightToDayBefore,
  type MarketLine,
  type MarketWorksheetRows,
} from './market-shape'
import { MAX_USUAL_PRICE } from './tariff'

export interface MarketDay {
  readonly day: Day
  /** CNY/kWh in time order: 24 or 96 prices, or the prices of 23 or 25 hours on a day with a clock change. */
  readonly prices: readonly number[]
}
/** Reasons to refuse a worksheet; each has a text at `prices:refusals.market.<code>`. */
export const marketProblemCodes = [
  'noColumn',
  'noLabelColumn',
  'noTime',
  'noDay',
  'badMoment',
  'noPrice',
  'badDay',
  'badTime',
  'badPrice',
  'badUnit',
  'otherZone',
  'noRowUnit',
  'unitMissing',
  'unitConflict',
  'severalPrices',
  'mixedLabels',
  'halfHours',
  'unclearMidnight',
  'unclearNumbers',
  'missing',
  'twice',
  'empty',
] as const
export interface MarketProblem {
  readonly code: (typeof marketProblemCodes)[number]
  readonly row: number
  readonly params: Readonly<Record<string, string | number>>
}
interface ParsedMarketPrices {
  readonly days: MarketDay[]
  /** Meaning of the times: beginnings or ends of the intervals. */
  readonly labels: TimeMeaning
  /** Headings of columns with values that are not imported. */
  readonly ignoredHeadings: readonly string[]
  /** Rows whose price had more decimals than are stored and was rounded. */
  readonly roundedRows: readonly number[]
  readonly problem: MarketProblem | null
}
const HEADINGS = {
  day: /日期|^day|^date/i,
  time: /时|^time|^hour|^from|^begin|^end|^to$|^moment|^stamp/i,
  price: /价|price/i,
  unit: /^(计量|计价|电价|价格)?单位$|^(price )?unit$/i,
} as const
const BEGINNING_HEADING = /开始|起始|^begin|^from|^start/i
const END_HEADING = /结束|截止|终止|止$|^end|^to$|ending|until/i
const PRICE_UNIT = 'CNY/kWh'
/** Decimals of a stored price in CNY/kWh. */
const PRICE_DECIMALS = 6
/** Smaller differences come from binary fractions, not from further decimals. */
const SMALLEST_ROUNDING = 1e-10
interface PriceRow {
  readonly row: number
  readonly minute: number
  readonly price: number
}

/**
 * Parses the days of a worksheet, sorted, or returns the first problem. Day and time may be two columns or one, or a
 * matrix has a row or column per day. Times may be beginnings (00:00 … 23:45) or ends (00:15 … 24:00) of the intervals;
 * ambiguous worksheets are refused.
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
    ignoredHeadings: [],
    roundedRows: [],
    problem: { code, row, params: { row, ...params } },
  })
  const { headerRow, header } = worksheet
  const unclearNumber = findUnclearNumber(header)
  if (unclearNumber !== null) return toFailure('unclearNumbers', headerRow, { count: unclearNumber })
  const columns = findColumns(worksheet, zone)
  const quoteHeadings = (indexes: readonly number[]) =>
    indexes.map((index) => `“${header[index]?.trim() ?? ''}”`).join(' ')
  if (columns.missing)
    return toFailure(columns.matrix ? 'noLabelColumn' : 'noColumn', headerRow, {
      column: columns.missing,
      found: quoteHeadings([...header.keys()].filter((index) => header[index])).slice(0, 200),
    })
  for (const index of columns.moments) {
    const otherZone = findOtherZone(header[index] ?? '', zone)
    if (otherZone) return toFailure('otherZone', headerRow, { value: otherZone })
  }
  if (columns.prices.length > 1)
    return toFailure('severalPrices', headerRow, { columns: quoteHeadings(columns.prices) })
  const headingUnit = columns.matrix ? null : parsePriceUnit(header[columns.prices[0]!] ?? '')
  if (headingUnit !== null && getUnitFactor(headingUnit, PRICE_UNIT) === null)
    return toFailure('badUnit', headerRow, { value: headingUnit })
  const { lines } = columns
  const unitTexts = lines.map(({ unitCell }) => formatCellText(unitCell).trim())
  // A unit column may be filled in only once, for all rows.
  const columnUnits = [...new Set(unitTexts.filter(Boolean))]
  const priceCells = lines.map(({ priceCell }) => priceCell)
  const fileDecimals = detectNumberDecimals(priceCells, worksheet)
  const decimals = detectColumnDecimals(priceCells, { ...worksheet, ...(fileDecimals && { decimals: fileDecimals }) })
  const readTimeCell = createTimeCellReader(lines.map(({ timeCell }) => timeCell))
  const isOneCell = columns.dayHeading === columns.timeHeading && !columns.matrix
  const rowsByDay = new Map<Day, PriceRow[]>()
  const roundedRows: number[] = []
  for (const [i, { row, dayCell, timeCell, priceCell, heading }] of lines.entries()) {
    const toCellParams = (cell: CellValue, column: string) => ({ value: formatCellText(cell).slice(0, 40), column })
    const dayAndMinute = isOneCell ? parseDayAndMinute(dayCell, calendar) : null
    const day = isOneCell ? dayAndMinute?.day : parseCellDay(dayCell, calendar)
    if (!day && isOneCell && parseCellTime(dayCell) !== null)
      return toFailure('noDay', headerRow, { column: columns.dayHeading })
    if (!day) return toFailure(isOneCell ? 'badMoment' : 'badDay', row, toCellParams(dayCell, columns.dayHeading))
    const minute = isOneCell ? toQuarterHour(dayAndMinute!.minute) : readTimeCell(timeCell, day)
    if (minute === null)
      return toFailure(isOneCell ? 'badMoment' : 'badTime', row, toCellParams(timeCell, columns.timeHeading))
    const rowUnit = unitTexts[i] || (columnUnits.length === 1 ? columnUnits[0]! : null)
    if (columnUnits.length > 1 && rowUnit === null) return toFailure('noRowUnit', row, {})
    if (formatCellText(priceCell).trim() === '') return toFailure('noPrice', row, { column: heading })
    const price = parsePrice(priceCell, [rowUnit, headingUnit], decimals)
    if ('code' in price) return toFailure(price.code, row, { ...toCellParams(priceCell, heading), ...price.params })
    const dayRows = rowsByDay.get(day) ?? []
    dayRows.push({ row, minute, price: price.price })
    if (price.isRounded) roundedRows.push(row)
    rowsByDay.set(day, dayRows)
  }
  if (rowsByDay.size === 0) return toFailure('empty', headerRow, {})
  if (isOneCell && [...rowsByDay.values()].flat().every(({ minute }) => minute === 0))
    return toFailure('noTime', headerRow, { column: columns.dayHeading })
  const dayRows = BEGINNING_HEADING.test(columns.timeHeading) ? rowsByDay : moveMidnightToDayBefore(rowsByDay)
  const intervals = toIntervalBeginnings([...dayRows.values()], END_HEADING.test(columns.timeHeading))
  if ('row' in intervals) return toFailure(intervals.code, intervals.row, {})
  const { labels } = intervals
  const days: MarketDay[] = []
  for (const [i, day] of [...dayRows.keys()].entries()) {
    const { prices, problem } = sortPricesByTime(day, intervals.days[i]!, labels, zone)
    if (problem) return { days: [], labels, ignoredHeadings: [], roundedRows: [], problem }
    days.push({ day, prices })
  }
  days.sort((a, b) => (a.day < b.day ? -1 : 1))
  return { days, labels, ignoredHeadings: listIgnoredHeadings(worksheet, columns.used), roundedRows, problem: null }
}
const toQuarterHour = (minute: number): number | null => (minute % 15 === 0 ? minute : null)
interface MarketColumns {
  /** The required column that the worksheet lacks; null if it lacks none. */
  readonly missing: 'day' | 'time' | 'price' | null
  readonly matrix: boolean
  /** Columns of days and times. */
  readonly moments: readonly number[]
  readonly prices: readonly number[]
  readonly dayHeading: string
  readonly timeHeading: string
  readonly used: ReadonlySet<number>
  readonly lines: readonly MarketLine[]
}
/**
 * Finds the columns by their headings. If there are columns for beginning and end, the beginning is used. Price columns
 * without any value do not count. If only one column has a day or time heading, this column holds both.
 */
function findColumns(worksheet: MarketWorksheetRows, zone: string): MarketColumns {
  const { header, rows, rowNumbers } = worksheet
  const headings = header.map((text) => text.trim())
  const unitIndex = headings.findIndex((text) => HEADINGS.unit.test(text))
  const isPriceHeading = (text: string, index: number) => HEADINGS.price.test(text) && index !== unitIndex
  const priceIndexes = [...headings.keys()].filter((index) => isPriceHeading(headings[index]!, index))
  const matrix = findMatrix(worksheet, zone, priceIndexes.length > 0)
  const isLabelColumn = (index: number) => !matrix?.columns.includes(index)
  // 实时价格 (real-time price) is no time.
  const isTimeHeading = (text: string, index: number) =>
    HEADINGS.time.test(text) && !isPriceHeading(text, index) && isLabelColumn(index)
  const beginningIndex = headings.findIndex((text, index) => isTimeHeading(text, index) && !END_HEADING.test(text))
  const timeIndex = beginningIndex < 0 ? headings.findIndex(isTimeHeading) : beginningIndex
  const dayIndex = headings.findIndex((text, index) => HEADINGS.day.test(text) && isLabelColumn(index))
  if (matrix) {
    const labelIndex = matrix.labelKind === 'time' ? dayIndex : timeIndex
    const labelHeading = headings[labelIndex] ?? ''
    const labelName = matrix.labelKind === 'time' ? 'day' : 'time'
    return {
      missing: labelIndex >= 0 ? null : labelName,
      matrix: true,
      moments: [labelIndex],
      prices: [],
      dayHeading: matrix.labelKind === 'time' ? labelHeading : '',
      timeHeading: matrix.labelKind === 'time' ? '' : labelHeading,
      used: new Set([labelIndex, unitIndex, ...matrix.columns]),
      lines: listMatrixLines(worksheet, matrix, labelIndex, unitIndex),
    }
  }
  const filledIndexes = priceIndexes.filter((index) =>
    rows.some((cells) => formatCellText(getCell(cells, index)).trim() !== ''),
  )
  const prices = filledIndexes.length > 0 ? filledIndexes : priceIndexes.slice(0, 1)
  const dayOrMomentIndex = dayIndex < 0 ? timeIndex : dayIndex
  const missingPrice = prices.length === 0 ? 'price' : null
  const timeOrMomentIndex = timeIndex < 0 ? dayIndex : timeIndex
  return {
    missing: dayOrMomentIndex < 0 ? 'day' : missingPrice,
    matrix: false,
    moments: [dayOrMomentIndex, timeOrMomentIndex],
    prices,
    dayHeading: headings[dayOrMomentIndex] ?? '',
    timeHeading: headings[timeOrMomentIndex] ?? '',
    used: new Set([
      dayOrMomentIndex,
      unitIndex,
      ...prices,
      // The end of an interval repeats its beginning.
      ...[...headings.keys()].filter((index) => isTimeHeading(headings[index]!, index)),
    ]),
    lines: rows.map((cells, i) => ({
      row: rowNumbers[i] ?? 0,
      dayCell: getCell(cells, dayOrMomentIndex),
      timeCell: getCell(cells, timeOrMomentIndex),
      priceCell: getCell(cells, prices[0] ?? -1),
      unitCell: getCell(cells, unitIndex),
      heading: headings[prices[0] ?? -1] ?? '',
    })),
  }
}
/** Unit at the end of a heading, without brackets: `电价 元/MWh`, `Price CNY per MWh`. */
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
    : (TRAILING_UNIT_PATTERN.exec(text)?.[0].replace(/\s*[([{【〔].*$|[)\]}】〕]+$/, '') ?? unit)
}
type PriceProblem = Pick<MarketProblem, 'code' | 'params'>
/**
 * Parses a price and converts it to CNY/kWh. All given units must agree: the unit that the cell displays, the unit of
 * the row and the unit of the heading. A price without a unit is in CNY/kWh, but is refused if it is too high for that
 * unit.
 */
function parsePrice(
  cell: CellValue,
  [rowUnit, headingUnit]: [string | null, string | null],
  decimals: DecimalSign | undefined,
): { readonly price: number; readonly isRounded: boolean } | PriceProblem {
  const displayedAmount = getDisplayedAmount(cell)
  const number =
    displayedAmount?.number ?? (typeof cell === 'string' ? parseFileNumber(cell, decimals) : getCellNumber(cell))
  if (number === null) return { code: 'badPrice', params: { why: explainNumberText(formatCellText(cell), decimals) } }
  const units = [displayedAmount?.unit ?? null, rowUnit, headingUnit].filter((unit) => unit !== null)
  const factors = units.map((unit) => getUnitFactor(unit, PRICE_UNIT))
  const unknownUnit = units[factors.indexOf(null)]
  if (unknownUnit !== undefined)
    return unknownUnit === displayedAmount?.unit
      ? { code: 'badPrice', params: {} }
      : { code: 'badUnit', params: { value: unknownUnit.slice(0, 40) } }
  if (new Set(factors).size > 1) return { code: 'unitConflict', params: { units: units.join(', ').slice(0, 80) } }
  const exactPrice = multiplyRounded(number, factors[0] ?? 1)
  const price = Number(exactPrice.toFixed(PRICE_DECIMALS))
  if (units.length === 0 && price > MAX_USUAL_PRICE) return { code: 'unitMissing', params: {} }
  return { price, isRounded: Math.abs(exactPrice - price) > SMALLEST_ROUNDING }
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
  const toFailure = (code: 'missing' | 'twice' | 'halfHours', row: number, minute: number) => {
    // The refusal names the time as the worksheet writes it.
    const time = formatClock(labels === 'end' ? minute + stepMinutes : minute)
    return { prices, problem: { code, row, params: { row, day, time } } }
  }
  if (stepMinutes === 15 && priceRows.every(({ minute }) => minute % 30 === 0))
    return toFailure('halfHours', priceRows[0]!.row, priceRows[0]!.minute)
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
