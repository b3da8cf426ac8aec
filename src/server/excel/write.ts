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
  /** Label without its unit. */
  header: string
  kind: FieldKind
  /** Shown in parentheses after the header. */
  unit?: string
  /** Decimals of an amount (3 unless told). */
  digits?: number
  /** Characters; from the kind and the header unless told. */
  width?: number
  /** Its texts go on in the next line of the cell. */
  wrap?: boolean
}
export interface SheetToWrite {
  columns: readonly SheetColumn[]
  /**
   * One array a row, in the order of the columns; flags, choices and references already as the words to show. A
   * `SheetPicture` may stand in a cell where all rows are there at once.
   */
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
  sheetName: string
  frozenHeader?: boolean
  /** One thing told line by line, to be printed and signed: upright, and nothing in it is filtered. */
  form?: boolean
  /** IANA zone in which moments are shown. */
  timeZone: string
}
/** Rows an .xlsx sheet can hold, the header included. */
export const SHEET_ROWS = 1_048_576

/** `Weight (kg)`: how a column is headed, and recognised again on import. */
export const headerText = (column: Pick<SheetColumn, 'header' | 'unit'>): string =>
  column.unit ? `${column.header} (${column.unit})` : column.header

/**
 * An .xlsx file with one sheet, streamed: memory does not grow with the rows, and the rows are asked for no faster than
 * the reader takes the file. Days and moments become dates (moments on the plant's wall clock), numbers numbers, all
 * else text that no spreadsheet will evaluate. Destroying the stream ends the row source.
 * The stream fails with what `rows` throws, and with RangeError past 1,048,575 rows.
 */
export function writeSheet(sheet: SheetToWrite): Readable {
  return writeSheets([sheet])
}

/** The same with several sheets, for a thing that is more than one table. */
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

/** The header row, in bold; `required` marks columns (by index) that must be filled in. */
export function headerRow(columns: readonly SheetColumn[], required: ReadonlySet<number> = new Set()): string {
  const cells = columns.map((c, i) =>
    textCell(`${columnLetters(i + 1)}1`, headerText(c), required.has(i) ? style.requiredHeader : style.header),
  )
  return `<row r="1">${cells.join('')}</row>`
}

/** One cell of a row; empty values give nothing. A value that does not fit its kind is written as text, never lost. */
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

/** The cell format of a column, also for cells that somebody fills in later. */
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
/** Width in characters: what the kind needs, or the header (Chinese counts double). */
export function widthOf(column: SheetColumn): number {
  const head = [...headerText(column)].reduce((sum, c) => sum + (c.charCodeAt(0) > 0x2e80 ? 2 : 1), 0)
  return column.width ?? Math.min(60, Math.max(widths[column.kind] ?? 14, head + 3))
}
