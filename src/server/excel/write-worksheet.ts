import type { Readable } from 'node:stream'
import type { FieldKind } from '@/contract/field'
import { collectPictures, CellPicture } from './pictures'
import { convertWallToSerial } from '@/contract/worksheet-cell'
import { convertInstantToWall } from '@/contract/zone-clock'
import { toColumnLetters } from './workbook-refusal'
import {
  getAmountStyle,
  buildColumnsXml,
  buildFrozenView,
  buildHeadingRows,
  buildNumberCell,
  ONE_PAGE_WIDE,
  PLAIN_VIEW,
  buildPrintSetup,
  formatRange,
  getHeaderRow,
  CELL_STYLES,
  buildTextCell,
  buildWorkbook,
  type WorksheetHeading,
} from './build-workbook'

export interface WorksheetColumn {
  /** Label without unit. */
  header: string
  kind: FieldKind
  /** Shown in parentheses after the header. */
  unit?: string
  /** Decimals of an amount (3 by default). */
  digits?: number
  /** Width in characters; by default from kind and header. */
  widthChars?: number
  /** Wraps its texts in the cell. */
  wrapsText?: boolean
}
export interface WorksheetContent {
  columns: readonly WorksheetColumn[]
  /**
   * One array per row, in column order; flags, choices and references as display texts. A cell may hold a `CellPicture`
   * if all rows are given as an array.
   */
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
  sheetName: string
  /** Lines above the table. */
  heading?: WorksheetHeading
  frozenHeader?: boolean
  /** A form to print and sign: portrait and without filter. */
  isForm?: boolean
  /** IANA zone in which moments are shown. */
  timeZone: string
}
/** Maximum number of rows of an .xlsx worksheet, including the header. */
export const MAX_SHEET_ROWS = 1_048_576

/** Formats a column's heading, which an import recognizes again: `Weight (kg)`. */
export const formatHeader = (column: Pick<WorksheetColumn, 'header' | 'unit'>): string =>
  column.unit ? `${column.header} (${column.unit})` : column.header

/**
 * Writes an .xlsx file with one worksheet as a stream. Memory does not grow with the rows, and rows are requested only
 * as fast as the file is read. Days and moments become dates (moments in plant time), numbers stay numbers, all else
 * becomes text that no spreadsheet program evaluates. Destroying the stream ends the row source. The stream fails with
 * the errors of `rows`, and with RangeError beyond 1,048,575 rows.
 */
export function writeWorksheet(sheet: WorksheetContent): Readable {
  return writeWorksheets([sheet])
}

/** Writes several worksheets into one file, e.g. for a report with several tables. */
export const writeWorksheets = (sheets: readonly WorksheetContent[]): Readable =>
  buildWorkbook(
    sheets.map((sheet) => ({
      name: sheet.sheetName,
      headerRow: getHeaderRow(sheet.heading),
      pictures: getPictures(sheet),
      body: buildSheetBody(sheet),
    })),
  )
const getPictures = ({ rows }: WorksheetContent) => (Array.isArray(rows) ? collectPictures(rows) : [])

const BATCH_CHARACTERS = 32 * 1024
async function* buildSheetBody(sheet: WorksheetContent): AsyncGenerator<string> {
  const letters = sheet.columns.map((_, i) => toColumnLetters(i + 1))
  const headerRow = getHeaderRow(sheet.heading)
  yield ONE_PAGE_WIDE
  yield sheet.frozenHeader === false ? PLAIN_VIEW : buildFrozenView(headerRow)
  if (sheet.columns.length > 0)
    yield buildColumnsXml(sheet.columns.map((c) => ({ width: calculateColumnWidth(c), format: getCellFormat(c) })))
  yield '<sheetData>'
  let batch = (sheet.heading ? buildHeadingRows(sheet.heading) : '') + buildHeaderRow(sheet.columns, headerRow)
  let row = headerRow
  for await (const values of sheet.rows) {
    row += 1
    if (row > MAX_SHEET_ROWS) throw new RangeError(`more than ${MAX_SHEET_ROWS - 1} rows do not fit into one sheet`)
    const rowHeight = Math.max(0, ...values.map((value) => (value instanceof CellPicture ? value.rowHeight : 0)))
    batch += rowHeight ? `<row r="${row}" ht="${rowHeight}" customHeight="1">` : `<row r="${row}">`
    for (let i = 0; i < sheet.columns.length; i++)
      batch += buildCell(`${letters[i]}${row}`, sheet.columns[i]!, values[i], sheet.timeZone)
    batch += '</row>'
    if (batch.length < BATCH_CHARACTERS) continue
    yield batch
    batch = ''
  }
  yield `${batch}</sheetData>`
  if (sheet.columns.length > 0 && !sheet.isForm)
    yield `<autoFilter ref="${formatRange(sheet.columns.length, headerRow, row)}"/>`
  yield buildPrintSetup(sheet.isForm ? 'portrait' : 'landscape')
}

/** Builds the header row in bold. Columns in `requiredIndexes`, which must be filled in, are also red. */
export function buildHeaderRow(
  columns: readonly WorksheetColumn[],
  row: number,
  requiredIndexes: ReadonlySet<number> = new Set(),
): string {
  const cells = columns.map((c, i) =>
    buildTextCell(
      `${toColumnLetters(i + 1)}${row}`,
      formatHeader(c),
      requiredIndexes.has(i) ? CELL_STYLES.requiredHeader : CELL_STYLES.header,
    ),
  )
  return `<row r="${row}">${cells.join('')}</row>`
}

/**
 * Builds one cell; empty values give nothing. A value that does not fit its kind is written as text, so that nothing is
 * lost.
 */
export function buildCell(ref: string, column: WorksheetColumn, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '' || value instanceof CellPicture) return ''
  const cellNumber = toCellNumber(column, value, timeZone)
  if (cellNumber !== null) return buildNumberCell(ref, cellNumber, getCellFormat(column))
  if (typeof value === 'boolean') return `<c r="${ref}" t="b"><v>${value ? 1 : 0}</v></c>`
  const text = value instanceof Date ? value.toISOString() : String(value)
  return buildTextCell(ref, text, column.wrapsText ? CELL_STYLES.wrapped : CELL_STYLES.text)
}
/** Returns the number that a cell stores: the value, or the serial number of a date; null if it is neither. */
function toCellNumber(column: WorksheetColumn, value: unknown, timeZone: string): number | null {
  switch (column.kind) {
    case 'integer':
    case 'amount': {
      const number =
        typeof value === 'number'
          ? value
          : typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value)
            ? Number(value)
            : NaN
      return Number.isFinite(number) ? number : null
    }
    case 'day': {
      const wallMs =
        typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN
      return toSerialAfter1900(wallMs)
    }
    case 'moment': {
      const instantMs =
        value instanceof Date
          ? value.getTime()
          : typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
            ? Date.parse(value)
            : NaN
      return Number.isNaN(instantMs) ? null : toSerialAfter1900(convertInstantToWall(timeZone, instantMs))
    }
    default:
      return null
  }
}
const toSerialAfter1900 = (wallMs: number): number | null => {
  const serial = convertWallToSerial(wallMs)
  return serial >= 1 ? serial : null
}

/** Returns the cell format of a column, also for cells that are filled in later. */
export function getCellFormat(column: WorksheetColumn): number {
  switch (column.kind) {
    case 'integer':
      return CELL_STYLES.integer
    case 'amount':
      return getAmountStyle(column.digits ?? 3)
    case 'day':
      return CELL_STYLES.day
    case 'moment':
      return CELL_STYLES.moment
    default:
      return CELL_STYLES.text
  }
}
const DEFAULT_WIDTH = 14
const MAX_DEFAULT_WIDTH = 60
/** Characters after this one are Chinese and take the width of two Latin ones. */
const LAST_NARROW_CHARACTER = 0x2e80
const WIDTH_BY_KIND: Partial<Record<FieldKind, number>> = {
  day: 12,
  moment: 20,
  note: 40,
  list: 40,
  references: 30,
  flag: 8,
}
/** Calculates the width in characters from the kind or the header. */
export function calculateColumnWidth(column: WorksheetColumn): number {
  const headerWidth = [...formatHeader(column)].reduce(
    (sum, c) => sum + (c.charCodeAt(0) > LAST_NARROW_CHARACTER ? 2 : 1),
    0,
  )
  return (
    column.widthChars ??
    Math.min(MAX_DEFAULT_WIDTH, Math.max(WIDTH_BY_KIND[column.kind] ?? DEFAULT_WIDTH, headerWidth + 3))
  )
}
