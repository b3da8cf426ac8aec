import type { Readable } from 'node:stream'
import type { FieldKind } from '@/contract/field'
import { picturesIn, SheetPicture } from './pictures'
import { wallToSerial } from '@/contract/sheet-cell'
import { instantToWall } from '@/contract/zone-clock'
import { columnLetters } from './refusal'
import {
  amountStyle,
  colsXml,
  frozenTop,
  numberCell,
  onePageWide,
  plainView,
  printed,
  range,
  style,
  textCell,
  workbook,
} from './workbook'

export interface SheetColumn {
  /** Label without unit. */
  header: string
  kind: FieldKind
  /** Shown in parentheses after the header. */
  unit?: string
  /** Decimals of an amount (3 by default). */
  digits?: number
  /** Width in characters; by default from kind and header. */
  width?: number
  /** Wraps its texts in the cell. */
  wrap?: boolean
}
export interface SheetToWrite {
  columns: readonly SheetColumn[]
  /**
   * One array per row, in column order; flags, choices and references as display texts. A cell may hold a `CellPicture`
   * if all rows are given as an array.
   */
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
  sheetName: string
  frozenHeader?: boolean
  /** A form to print and sign: portrait and without filter. */
  form?: boolean
  /** IANA zone in which moments are shown. */
  timeZone: string
}
/** Maximum number of rows of an .xlsx worksheet, including the header. */
export const SHEET_ROWS = 1_048_576

/** Formats a column's heading, which an import recognizes again: `Weight (kg)`. */
export const headerText = (column: Pick<SheetColumn, 'header' | 'unit'>): string =>
  column.unit ? `${column.header} (${column.unit})` : column.header

/**
 * Writes an .xlsx file with one worksheet as a stream: memory does not grow with the rows, and rows are requested only
 * as fast as the file is read. Days and moments become dates (moments in plant time), numbers stay numbers, all else
 * becomes text that no spreadsheet program evaluates.
 * Destroying the stream ends the row source. The stream fails with the errors of `rows`, and with RangeError beyond
 * 1,048,575 rows.
 */
export function writeSheet(sheet: SheetToWrite): Readable {
  return writeSheets([sheet])
}

/** Writes several worksheets into one file, for things that need more than one table. */
export const writeSheets = (sheets: readonly SheetToWrite[]): Readable =>
  workbook(
    sheets.map((sheet) => ({
      name: sheet.sheetName,
      titled: true,
      pictures: picturesOf(sheet),
      body: sheetBody(sheet),
    })),
  )
const picturesOf = ({ rows }: SheetToWrite) => (Array.isArray(rows) ? picturesIn(rows) : [])

const BATCH = 32 * 1024
async function* sheetBody(sheet: SheetToWrite): AsyncGenerator<string> {
  const letters = sheet.columns.map((_, i) => columnLetters(i + 1))
  yield onePageWide
  yield sheet.frozenHeader === false ? plainView : frozenTop
  if (sheet.columns.length > 0) yield colsXml(sheet.columns.map((c) => ({ width: widthOf(c), format: formatOf(c) })))
  yield '<sheetData>'
  let batch = headerRow(sheet.columns)
  let row = 1
  for await (const values of sheet.rows) {
    row += 1
    if (row > SHEET_ROWS) throw new RangeError(`more than ${SHEET_ROWS - 1} rows do not fit into one sheet`)
    const high = Math.max(0, ...values.map((value) => (value instanceof SheetPicture ? value.rowHeight : 0)))
    batch += high ? `<row r="${row}" ht="${high}" customHeight="1">` : `<row r="${row}">`
    for (let i = 0; i < sheet.columns.length; i++)
      batch += cell(`${letters[i]}${row}`, sheet.columns[i]!, values[i], sheet.timeZone)
    batch += '</row>'
    if (batch.length < BATCH) continue
    yield batch
    batch = ''
  }
  yield `${batch}</sheetData>`
  if (sheet.columns.length > 0 && !sheet.form) yield `<autoFilter ref="${range(sheet.columns.length, row)}"/>`
  yield printed(sheet.form ? 'portrait' : 'landscape')
}

/** Builds the header row in bold; `required` marks columns (by index) that must be filled in. */
export function headerRow(columns: readonly SheetColumn[], required: ReadonlySet<number> = new Set()): string {
  const cells = columns.map((c, i) =>
    textCell(`${columnLetters(i + 1)}1`, headerText(c), required.has(i) ? style.requiredHeader : style.header),
  )
  return `<row r="1">${cells.join('')}</row>`
}

/**
 * Builds one cell; empty values give nothing. A value that does not fit its kind is written as text, so that nothing is
 * lost.
 */
export function cell(ref: string, column: SheetColumn, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '' || value instanceof SheetPicture) return ''
  const number = serialOf(column, value, timeZone)
  if (number !== null) return numberCell(ref, number, formatOf(column))
  if (typeof value === 'boolean') return `<c r="${ref}" t="b"><v>${value ? 1 : 0}</v></c>`
  const text = value instanceof Date ? value.toISOString() : String(value)
  return textCell(ref, text, column.wrap ? style.wrapped : style.text)
}
function serialOf(column: SheetColumn, value: unknown, timeZone: string): number | null {
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
      const wall =
        typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN
      return serialAfter1900(wall)
    }
    case 'moment': {
      const instant =
        value instanceof Date
          ? value.getTime()
          : typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
            ? Date.parse(value)
            : NaN
      return Number.isNaN(instant) ? null : serialAfter1900(instantToWall(timeZone, instant))
    }
    default:
      return null
  }
}
const serialAfter1900 = (wall: number): number | null => {
  const serial = wallToSerial(wall)
  return serial >= 1 ? serial : null
}

/** Returns the cell format of a column, also for cells that are filled in later. */
export function formatOf(column: SheetColumn): number {
  switch (column.kind) {
    case 'integer':
      return style.integer
    case 'amount':
      return amountStyle(column.digits ?? 3)
    case 'day':
      return style.day
    case 'moment':
      return style.moment
    default:
      return style.text
  }
}
const widths: Partial<Record<FieldKind, number>> = { day: 12, moment: 20, note: 40, list: 40, references: 30, flag: 8 }
/** Calculates the width in characters from the kind or the header; Chinese characters count double. */
export function widthOf(column: SheetColumn): number {
  const head = [...headerText(column)].reduce((sum, c) => sum + (c.charCodeAt(0) > 0x2e80 ? 2 : 1), 0)
  return column.width ?? Math.min(60, Math.max(widths[column.kind] ?? 14, head + 3))
}
