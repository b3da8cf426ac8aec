import { parseMoment } from '@/contract/date-text'
import { serialToWall, type CellValue } from '@/contract/sheet-cell'
import { cellFormats, type CellFormat } from './number-formats'
import { columnLetters, SheetRefusal } from './refusal'
import { RowList } from './row-list'
import { readPart, sharedStrings, textOf, truth, unescapeText, workbookFacts } from './sheet-parts'
import type { Attributes, XmlHandler } from './xml-read'
import { ZipReader } from './zip-read'

export type { CellValue } from '@/contract/sheet-cell'
export interface Sheet {
  /** Texts of the first row with content, without empty ones at its end. */
  header: string[]
  /** Row number of the header in the sheet, from 1. */
  headerRow: number
  /** Rows with content, each as long as the header. */
  rows: CellValue[][]
  /** Row numbers in the worksheet, from 1, parallel to `rows`. */
  rowNumbers: number[]
  /** Numbers of rows hidden by a filter or by hand. */
  hiddenRows?: number[]
  /** The workbook counts days from 1904. */
  since1904?: boolean
  /** For CSV files with semicolons. `comma`: 1,250 is 1.25; `unclear`: numbers with commas and with points occur. */
  decimals?: 'comma' | 'unclear'
}
export interface SheetLimits {
  /** Bytes of the file. */
  maxBytes: number
  /** Unpacked bytes of all parts together. */
  maxUnpacked: number
  maxRows: number
  maxColumns: number
  maxCells: number
  /** Characters of all texts together, including repeats. */
  maxText: number
  /** Seconds until the worker is terminated. */
  maxSeconds: number
}
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

/**
 * Reads the first visible worksheet of a workbook row by row and refuses it as soon as a limit is exceeded.
 * Formulas are refused instead of read by their cached value, because that value may be outdated.
 * @throws WorkbookRefusal, with row and column if known
 */
export async function readWorkbook(bytes: Buffer, limits: SheetLimits): Promise<Sheet> {
  if (bytes.length > limits.maxBytes) throw new SheetRefusal('tooBig', { limit: limits.maxBytes })
  const zip = new ZipReader(bytes, limits.maxUnpacked)
  const facts = await workbookFacts(zip)
  const formats = await cellFormats(zip, facts.styles)
  const strings = await sharedStrings(zip, facts.strings, limits)
  const rows = new SheetRows({ formats, strings, since1904: facts.since1904 }, limits)
  await readPart(zip, facts.sheet, rows)
  return rows.finish()
}

interface Meanings {
  formats: readonly CellFormat[]
  strings: readonly string[]
  since1904: boolean
}
interface Cell {
  column: number
  type: string
  format: number
  value: string
  shown: boolean
}

/** Collects the rows of one `<worksheet>`. */
class SheetRows implements XmlHandler {
  private readonly list: RowList
  private row = 0
  private hidden = false
  private values: CellValue[] = []
  private cell: Cell | null = null
  private lastColumn = 0
  private inValue = false
  private readonly inline = textOf()
  private inData = false
  private readonly merges: string[] = []

  constructor(
    private readonly meanings: Meanings,
    limits: SheetLimits,
  ) {
    this.list = new RowList(limits)
  }

  open(name: string, a: Attributes): void {
    if (this.cell) return this.openInCell(name)
    if (name === 'sheetData') this.inData = true
    else if (name === 'mergeCell') this.keepMerge(a.get('ref') ?? '')
    else if (!this.inData) return
    else if (name === 'row') this.openRow(a)
    else if (name === 'c') this.openCell(a)
  }
  text(text: string): void {
    if (!this.cell) return
    if (this.inValue) this.cell.value += text
    else this.inline.text(text)
    if (this.cell.value.length > 100_000) throw this.refusal('damaged')
  }
  close(name: string): void {
    if (this.cell) {
      this.inline.close(name)
      if (name === 'v') this.inValue = false
      else if (name === 'c') this.closeCell()
    } else if (name === 'row' && this.inData) this.closeRow()
    else if (name === 'sheetData') this.inData = false
  }
  /**
   * Returns the worksheet after its part has been read. Merged cells follow after the rows, so they are checked here.
   */
  finish(): Sheet {
    const { sheet } = this.list
    const last = sheet.rowNumbers.at(-1) ?? sheet.headerRow
    for (const ref of this.merges) {
      const [from, to = from] = ref.split(':').map((r) => place(r))
      if (!from || !to) throw new SheetRefusal('damaged')
      if (sheet.headerRow > 0 && from.row <= last && to.row >= sheet.headerRow && from.column <= sheet.header.length)
        throw new SheetRefusal('merged', { row: from.row, column: columnLetters(from.column) })
    }
    return { ...this.list.finish(), ...(this.meanings.since1904 ? { since1904: true } : {}) }
  }

  private keepMerge(ref: string): void {
    if (this.merges.push(ref) > 10_000) throw new SheetRefusal('tooManyCells', { limit: 10_000 })
  }
  private openRow(a: Attributes): void {
    const given = a.get('r')
    const row = given === undefined ? this.row + 1 : Number(given)
    if (!Number.isInteger(row) || row <= this.row) throw new SheetRefusal('damaged', { row: this.row })
    if (row > LAST_ROW) throw new SheetRefusal('outsideSheet', { row })
    this.row = row
    this.hidden = truth(a.get('hidden'))
    this.values = []
    this.lastColumn = 0
  }
  private openCell(a: Attributes): void {
    const ref = a.get('r')
    const at = ref === undefined ? { row: this.row, column: this.lastColumn + 1 } : place(ref)
    if (!at || at.column > LAST_COLUMN || at.row > LAST_ROW)
      throw new SheetRefusal('outsideSheet', { row: this.row, value: String(ref).slice(0, 20) })
    if (at.row !== this.row || at.column <= this.lastColumn)
      throw new SheetRefusal('damaged', { row: this.row, value: String(ref).slice(0, 20) })
    this.lastColumn = at.column
    this.cell = { column: at.column, type: a.get('t') ?? 'n', format: Number(a.get('s') ?? 0), value: '', shown: false }
    this.inline.begin()
  }
  private openInCell(name: string): void {
    if (name === 'f') throw this.refusal('formula')
    if (name === 'v') this.inValue = true
    if (name === 'v' || name === 'is') this.cell!.shown = true
    this.inline.open(name)
  }
  private closeCell(): void {
    const cell = this.cell!
    const value = cell.shown ? this.valueOf(cell) : null
    if (value !== null && value !== '') {
      this.list.count(value, this.row, cell.column)
      while (this.values.length < cell.column - 1) this.values.push(null)
      this.values.push(value)
    }
    this.cell = null
  }
  private valueOf(cell: Cell): CellValue {
    switch (cell.type) {
      case 's': {
        const text = /^\d+$/.test(cell.value) ? this.meanings.strings[Number(cell.value)] : undefined
        if (text === undefined) throw this.refusal('damaged')
        return text
      }
      case 'inlineStr':
        return unescapeText(this.inline.value())
      case 'str':
        return unescapeText(cell.value)
      case 'b':
        return cell.value.trim() === '1' || cell.value.trim() === 'true'
      case 'e':
        throw this.refusal('errorCell', undefined, cell.value.slice(0, 20))
      case 'd':
        return this.dateOf(Date.parse(parseMoment(cell.value.trim().replace(/Z$/, ''), 'UTC') ?? ''))
      case 'n':
        return cell.value.trim() === '' ? null : this.numberOf(cell)
      default:
        throw this.refusal('damaged')
    }
  }
  private numberOf(cell: Cell): CellValue {
    const number = Number(cell.value)
    if (!Number.isFinite(number)) throw this.refusal('damaged')
    const format = this.meanings.formats[cell.format]
    if (!format?.dates) return shown(number, format)
    const wall = serialToWall(number, this.meanings.since1904)
    return wall === null ? number : new Date(wall)
  }
  private dateOf(wall: number): Date {
    if (Number.isNaN(wall)) throw this.refusal('damaged')
    return new Date(wall)
  }
  private closeRow(): void {
    this.list.add(this.row, this.values, this.hidden)
  }
  private refusal(problem: SheetRefusal['problem'], limit?: number, value?: string): SheetRefusal {
    return new SheetRefusal(problem, {
      row: this.row,
      ...(this.cell ? { column: columnLetters(this.cell.column) } : {}),
      ...(limit === undefined ? {} : { limit }),
      ...(value === undefined ? {} : { value }),
    })
  }
}

/** Returns a number, with its displayed text and unit if the format adds something. */
function shown(number: number, format: CellFormat | undefined): CellValue {
  const text = number >= 0 ? format?.show?.(number) : undefined
  const percent = format?.percent ?? false
  const elapsed = format?.elapsed ?? false
  const unit = format?.unit
  return percent || elapsed || unit || (text !== undefined && text !== String(number))
    ? {
        number,
        text: text ?? String(number),
        percent,
        ...(elapsed ? { elapsed } : {}),
        ...(unit ? { unit: unit.word } : {}),
        ...(unit && unit.divisor > 1 ? { shownDivisor: unit.divisor } : {}),
      }
    : number
}

/** Parses a reference such as `AB12` to numbers from 1; null if it is none. */
function place(ref: string): { row: number; column: number } | null {
  const match = /^\$?([A-Z]{1,4})\$?([1-9]\d{0,8})$/.exec(ref)
  if (!match) return null
  const column = [...match[1]!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { column, row: Number(match[2]) }
}
