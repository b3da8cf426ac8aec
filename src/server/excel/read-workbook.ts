import type { DecimalSign } from '@/contract/decimal-sign'
import { parseMomentText } from '@/contract/date-text'
import { convertSerialToWall, formatCellText, type CellValue } from '@/contract/worksheet-cell'
import { loadCellFormats, type CellFormat, type CellStyle } from './number-formats'
import { toColumnLetters, WorkbookRefusal } from './workbook-refusal'
import { RowList } from './row-list'
import {
  readPart,
  loadSharedStrings,
  createTextCollector,
  parseFlag,
  unescapeText,
  findFilledSheets,
  findWorkbookParts,
  type SharedString,
} from './workbook-parts'
import type { Attributes, XmlHandler } from './xml-reader'
import { ZipReader } from './zip-reader'

export type { CellValue } from '@/contract/worksheet-cell'
/** The headings and rows of a worksheet or CSV file. */
export interface Worksheet {
  /** Texts of the first row with content, without trailing empty texts. */
  header: string[]
  /** Row number of the header in the sheet, from 1. */
  headerRow: number
  /** Rows with content, each as long as the header. */
  rows: CellValue[][]
  /** Row numbers in the worksheet, from 1, parallel to `rows`. */
  rowNumbers: number[]
  /** Numbers of rows hidden by a filter or by hand. */
  hiddenRows?: number[]
  /** Headings of hidden columns with values. */
  hiddenColumns?: string[]
  /** Name of the worksheet; CSV files have none. */
  name?: string
  /** Names of the other worksheets, including hidden worksheets, with values in at least two rows. */
  otherSheets?: string[]
  /** The workbook counts days from 1904. */
  countsFrom1904?: boolean
  /** Decimal sign by all cells, only set for CSV files with semicolons; see `detectNumberDecimals`. */
  decimals?: Exclude<DecimalSign, 'undecided'>
  /** Cells with a date that show its time 00:00, as `row:column` from 1. */
  midnights?: string[]
  /** True for a CSV file, in which every cell is text. */
  isCsv?: boolean
  /** Separator of the columns of a CSV file. */
  separator?: string
  /** True for a CSV file whose columns are separated by commas. */
  isCommaSeparated?: boolean
}
/** Limits beyond which a workbook is refused. */
export interface WorkbookLimits {
  /** Bytes of the file. */
  maxBytes: number
  /** Unpacked bytes of all parts together. */
  maxUnpackedBytes: number
  maxRows: number
  maxColumns: number
  maxCells: number
  /** Characters of all texts together, including repeats. */
  maxCharacters: number
  /** Seconds until the worker is terminated. */
  maxSeconds: number
}
const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384
const MAX_VALUE_LENGTH = 100_000
const MAX_MERGED_RANGES = 10_000
const DAY_MS = 86_400_000

/**
 * Reads the first visible worksheet with values row by row and refuses it as soon as a limit is exceeded.
 * Formulas are refused instead of read by their cached value, because that value may be outdated.
 * @throws WorkbookRefusal, with row and column if known
 */
export async function readWorkbook(bytes: Buffer, limits: WorkbookLimits): Promise<Worksheet> {
  if (bytes.length > limits.maxBytes) throw new WorkbookRefusal('tooBig', { limit: limits.maxBytes })
  const zip = new ZipReader(bytes, limits.maxUnpackedBytes)
  const parts = await findWorkbookParts(zip)
  const formats = await loadCellFormats(zip, parts.stylesPath)
  const strings = await loadSharedStrings(zip, parts.stringsPath, limits)
  const cellContext = { formats, strings, countsFrom1904: parts.countsFrom1904 }
  for (const [i, { name, path, headerRow }] of parts.sheets.entries()) {
    const worksheetReader = new WorksheetReader(cellContext, limits, headerRow ?? 1)
    await readPart(zip, path, worksheetReader)
    // Skips an empty cover sheet.
    if (worksheetReader.isEmpty && i < parts.sheets.length - 1) continue
    const worksheet = worksheetReader.finish()
    const otherSheets = await findFilledSheets(zip, [...parts.sheets.slice(i + 1), ...parts.hiddenSheets])
    return { ...worksheet, name, ...(otherSheets.length > 0 ? { otherSheets } : {}) }
  }
  throw new WorkbookRefusal('noSheet')
}
interface CellContext {
  formats: readonly CellStyle[]
  strings: readonly SharedString[]
  countsFrom1904: boolean
}
interface Cell {
  column: number
  type: string
  formatIndex: number
  value: string
  hasValue: boolean
}

/** Collects the rows of one `<worksheet>`. */
class WorksheetReader implements XmlHandler {
  private readonly rowList: RowList
  private rowNumber = 0
  private isHiddenRow = false
  private values: CellValue[] = []
  private cell: Cell | null = null
  private lastColumn = 0
  private isInValue = false
  private readonly inlineText = createTextCollector()
  private isInData = false
  private readonly mergedRanges: string[] = []
  private readonly midnights: string[] = []
  private readonly hiddenColumnRanges: { first: number; last: number }[] = []

  constructor(
    private readonly cellContext: CellContext,
    limits: WorkbookLimits,
    /** First row of the table; the rows above it contain the heading of an export. */
    private readonly firstRow: number,
  ) {
    this.rowList = new RowList(limits)
  }

  open(name: string, attributes: Attributes): void {
    if (this.cell) return this.openInCell(name, attributes)
    if (name === 'sheetData') this.isInData = true
    else if (name === 'mergeCell') this.addMerge(attributes.get('ref') ?? '')
    else if (name === 'col' && parseFlag(attributes.get('hidden')))
      this.hiddenColumnRanges.push({ first: Number(attributes.get('min')), last: Number(attributes.get('max')) })
    else if (!this.isInData) return
    else if (name === 'row') this.openRow(attributes)
    else if (name === 'c') this.openCell(attributes)
  }
  text(text: string): void {
    if (!this.cell) return
    if (this.isInValue) this.cell.value += text
    else this.inlineText.text(text)
    if (this.cell.value.length > MAX_VALUE_LENGTH) throw this.createRefusal('damaged')
  }
  close(name: string): void {
    if (this.cell) {
      this.inlineText.close(name)
      if (name === 'v') this.isInValue = false
      else if (name === 'c') this.closeCell()
    } else if (name === 'row' && this.isInData) this.closeRow()
    else if (name === 'sheetData') this.isInData = false
  }
  /**
   * Returns the worksheet after its part has been read. Merged cells follow after the rows, so they are checked here.
   */
  finish(): Worksheet {
    const { worksheet } = this.rowList
    const lastRow = worksheet.rowNumbers.at(-1) ?? worksheet.headerRow
    for (const ref of this.mergedRanges) {
      const [firstCell, lastCell = firstCell] = ref.split(':').map((cellRef) => parseCellReference(cellRef))
      if (!firstCell || !lastCell) throw new WorkbookRefusal('damaged')
      if (
        worksheet.headerRow > 0 &&
        firstCell.row <= lastRow &&
        lastCell.row >= worksheet.headerRow &&
        firstCell.column <= worksheet.header.length
      )
        throw new WorkbookRefusal('merged', { row: firstCell.row, column: toColumnLetters(firstCell.column) })
    }
    const hiddenColumns = worksheet.header.filter(
      (header, i) =>
        header !== '' &&
        this.hiddenColumnRanges.some(({ first, last }) => i + 1 >= first && i + 1 <= last) &&
        worksheet.rows.some((cells) => cells[i] !== null),
    )
    return {
      ...this.rowList.finish(),
      ...(this.cellContext.countsFrom1904 ? { countsFrom1904: true } : {}),
      ...(hiddenColumns.length > 0 ? { hiddenColumns } : {}),
      ...(this.midnights.length > 0 ? { midnights: this.midnights } : {}),
    }
  }
  /** True if no cell has a value. */
  get isEmpty(): boolean {
    return this.rowList.worksheet.headerRow === 0
  }

  private addMerge(ref: string): void {
    if (this.mergedRanges.push(ref) > MAX_MERGED_RANGES)
      throw new WorkbookRefusal('tooManyCells', { limit: MAX_MERGED_RANGES })
  }
  private openRow(attributes: Attributes): void {
    const rowAttribute = attributes.get('r')
    const rowNumber = rowAttribute === undefined ? this.rowNumber + 1 : Number(rowAttribute)
    if (!Number.isInteger(rowNumber) || rowNumber <= this.rowNumber)
      throw new WorkbookRefusal('damaged', { row: this.rowNumber })
    if (rowNumber > MAX_ROW) throw new WorkbookRefusal('outsideSheet', { row: rowNumber })
    this.rowNumber = rowNumber
    this.isHiddenRow = parseFlag(attributes.get('hidden'))
    this.values = []
    this.lastColumn = 0
  }
  private openCell(attributes: Attributes): void {
    const ref = attributes.get('r')
    const position = ref === undefined ? { row: this.rowNumber, column: this.lastColumn + 1 } : parseCellReference(ref)
    if (!position || position.column > MAX_COLUMN || position.row > MAX_ROW)
      throw new WorkbookRefusal('outsideSheet', { row: this.rowNumber, value: String(ref).slice(0, 20) })
    if (position.row !== this.rowNumber || position.column <= this.lastColumn)
      throw new WorkbookRefusal('damaged', { row: this.rowNumber, value: String(ref).slice(0, 20) })
    this.lastColumn = position.column
    this.cell = {
      column: position.column,
      type: attributes.get('t') ?? 'n',
      formatIndex: Number(attributes.get('s') ?? 0),
      value: '',
      hasValue: false,
    }
    this.inlineText.begin()
  }
  private openInCell(name: string, attributes: Attributes): void {
    if (name === 'f') throw this.createRefusal('formula')
    if (name === 'v') this.isInValue = true
    if (name === 'v' || name === 'is') this.cell!.hasValue = true
    this.inlineText.open(name, attributes)
  }
  private closeCell(): void {
    const cell = this.cell!
    const value = cell.hasValue ? this.parseCellValue(cell) : null
    if (value !== null && !(typeof value === 'string' && value.trim() === '')) {
      if (this.isHiddenValue(cell)) throw this.createRefusal('hiddenValue')
      if (this.isStruckOut(cell)) throw this.createRefusal('struckOut', formatCellText(value).slice(0, 40))
      if (this.isMidnight(cell, value)) this.midnights.push(`${this.rowNumber}:${cell.column}`)
      this.rowList.countCell(value, this.rowNumber, cell.column)
      while (this.values.length < cell.column - 1) this.values.push(null)
      this.values.push(value)
    }
    this.cell = null
  }
  /** True if the number format displays nothing, so that nobody has seen the value. */
  private isHiddenValue({ type, value, formatIndex }: Cell): boolean {
    const format = this.cellContext.formats[formatIndex]
    if (!format) return false
    if (type === 'n') return format.isNumberHidden(Number(value))
    return (type === 's' || type === 'str' || type === 'inlineStr') && format.isTextHidden
  }
  /** True if the content is struck out, wholly or in part, which means that somebody has deleted it. */
  private isStruckOut({ type, value, formatIndex }: Cell): boolean {
    const strike =
      type === 's'
        ? this.cellContext.strings[Number(value)]?.strike
        : type === 'inlineStr'
          ? this.inlineText.getStrike()
          : 'asCell'
    return strike === 'part' || (strike !== 'none' && (this.cellContext.formats[formatIndex]?.isStruckOut ?? false))
  }
  /** True for 00:00 of a day in a cell that shows the time. */
  private isMidnight({ formatIndex }: Cell, value: CellValue): boolean {
    return (
      value instanceof Date &&
      value.getTime() % DAY_MS === 0 &&
      (this.cellContext.formats[formatIndex]?.showsTime ?? false)
    )
  }
  /** Parses the value of a cell by its type. @see ECMA-376, 18.18.11 */
  private parseCellValue(cell: Cell): CellValue {
    switch (cell.type) {
      case 's': {
        const text = /^\d+$/.test(cell.value) ? this.cellContext.strings[Number(cell.value)]?.text : undefined
        if (text === undefined) throw this.createRefusal('damaged')
        return this.formatText(cell, text)
      }
      case 'inlineStr':
        return this.formatText(cell, unescapeText(this.inlineText.value()))
      case 'str':
        return this.formatText(cell, unescapeText(cell.value))
      case 'b':
        return cell.value.trim() === '1' || cell.value.trim() === 'true'
      case 'e':
        throw this.createRefusal('errorCell', cell.value.slice(0, 20))
      case 'd':
        return this.parseIsoDate(cell.value.trim())
      case 'n':
        return cell.value.trim() === '' ? null : this.parseNumber(cell)
      default:
        throw this.createRefusal('damaged')
    }
  }
  private formatText = ({ formatIndex }: Cell, text: string): string =>
    (text && this.cellContext.formats[formatIndex]?.formatText(text)) ?? text
  private parseNumber(cell: Cell): CellValue {
    const number = Number(cell.value)
    if (!Number.isFinite(number)) throw this.createRefusal('damaged')
    const format = this.cellContext.formats[cell.formatIndex]
    if (!format?.showsDate) return toNumberCell(number, format)
    const wallMs = convertSerialToWall(number, this.cellContext.countsFrom1904)
    return wallMs === null ? number : new Date(wallMs)
  }
  /**
   * Parses an ISO 8601 date. `Z` is no time zone here: Excel displays such a date as it stands. A date with an offset
   * stays a text, because its day depends on the plant's time zone. A date with 24:00 stays a text, because it belongs
   * to the day that it ends.
   */
  private parseIsoDate(text: string): CellValue {
    const moment = parseMomentText(text.replace(/Z$/, ''), 'UTC')
    if (moment === null) throw this.createRefusal('damaged')
    const staysText = /:\d{2}(?:\.\d+)?[+-]\d{2}(?::?\d{2})?$/.test(text) || /T24(?::|$)/.test(text)
    return staysText ? text.replace(/Z$/, '') : new Date(moment)
  }
  private closeRow(): void {
    if (this.rowNumber >= this.firstRow) this.rowList.addRow(this.rowNumber, this.values, this.isHiddenRow)
  }
  private createRefusal(problem: WorkbookRefusal['problem'], value?: string): WorkbookRefusal {
    return new WorkbookRefusal(problem, {
      row: this.rowNumber,
      ...(this.cell ? { column: toColumnLetters(this.cell.column) } : {}),
      ...(value === undefined ? {} : { value }),
    })
  }
}

/** Returns a number, with its displayed text and unit if the format adds something. */
function toNumberCell(number: number, format: CellFormat | undefined): CellValue {
  if (format?.isElapsedTime) return { number, text: String(number), isPercent: false, isElapsedTime: true }
  const display = format?.describe(number)
  if (!display) return number
  const { text = String(number), isPercent, word, divisor, ...notation } = display
  if (!isPercent && !word && divisor === 1 && text === String(number) && Object.keys(notation).length === 0)
    return number
  const unit = word ? { unit: word } : {}
  return { number, text, isPercent, ...notation, ...unit, ...(divisor > 1 ? { displayDivisor: divisor } : {}) }
}

/** Parses a reference such as `AB12` to numbers from 1; null for other text. */
function parseCellReference(ref: string): { row: number; column: number } | null {
  const match = /^\$?([A-Z]{1,4})\$?([1-9]\d{0,8})$/.exec(ref)
  if (!match) return null
  const column = [...match[1]!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { column, row: Number(match[2]) }
}
