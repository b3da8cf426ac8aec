import { formatCellText } from '@/contract/worksheet-cell'
import { toColumnLetters, WorkbookRefusal } from './workbook-refusal'
import type { CellValue, Worksheet, WorkbookLimits } from './read-workbook'

/**
 * Collects the rows of a worksheet from a reader. The first row with content is the header. Only the title and filters
 * of an export (rows of one cell, then an empty row) may precede the header.
 */
export class RowList {
  readonly worksheet: Worksheet = { header: [], headerRow: 0, rows: [], rowNumbers: [] }
  private cellCount = 0
  private characterCount = 0
  private valueWithoutHeaderRefusal: WorkbookRefusal | null = null
  /** Number of the last row with content. */
  private lastRow = 0
  constructor(private readonly limits: WorkbookLimits) {}

  /** Counts a non-empty cell. @throws WorkbookRefusal as soon as a limit is exceeded */
  countCell(value: CellValue, row: number, column: number): void {
    this.cellCount += 1
    if (typeof value === 'string') this.characterCount += value.length
    const createRefusal = (problem: 'tooManyColumns' | 'tooManyCells' | 'tooMuchText', limit: number) =>
      new WorkbookRefusal(problem, { row, column: toColumnLetters(column), limit })
    if (column > this.limits.maxColumns) throw createRefusal('tooManyColumns', this.limits.maxColumns)
    if (this.cellCount > this.limits.maxCells) throw createRefusal('tooManyCells', this.limits.maxCells)
    if (this.characterCount > this.limits.maxCharacters) throw createRefusal('tooMuchText', this.limits.maxCharacters)
  }
  /**
   * Adds a row unless it is empty; `values` may be shorter than the header. A value without a column header is refused
   * only by `finish`. A merged title cell may have been mistaken for the header, but the file lists merged cells only
   * after the rows.
   */
  addRow(row: number, values: CellValue[], isHidden = false): void {
    const { worksheet } = this
    if (values.length === 0 || this.valueWithoutHeaderRefusal) return
    if (worksheet.headerRow === 0 || this.isHeaderBelowTitle(row, values)) return this.setHeader(row, values)
    this.lastRow = row
    const indexWithoutHeader = values.findIndex((value, i) => value !== null && !worksheet.header[i])
    if (indexWithoutHeader >= 0) {
      const location = { row, column: toColumnLetters(indexWithoutHeader + 1), header: worksheet.headerRow }
      this.valueWithoutHeaderRefusal = new WorkbookRefusal('valueWithoutHeader', location)
      return
    }
    if (worksheet.rows.length >= this.limits.maxRows)
      throw new WorkbookRefusal('tooManyRows', { limit: this.limits.maxRows })
    while (values.length < worksheet.header.length) values.push(null)
    worksheet.rows.push(values)
    worksheet.rowNumbers.push(row)
    if (isHidden) (worksheet.hiddenRows ??= []).push(row)
  }
  /** True for the table header below the title of an export that was saved as CSV, which does not mark the header. */
  private isHeaderBelowTitle(row: number, values: readonly CellValue[]): boolean {
    const { header, rows } = this.worksheet
    const isSingle = (cells: readonly CellValue[]) => cells.filter((cell) => cell !== null && cell !== '').length === 1
    return row > this.lastRow + 1 && !isSingle(values) && isSingle(header) && rows.every(isSingle)
  }
  /** Returns the worksheet. @throws WorkbookRefusal if there is no header, or a value without a column header */
  finish(): Worksheet {
    if (this.worksheet.headerRow === 0) throw new WorkbookRefusal('noHeader')
    if (this.valueWithoutHeaderRefusal) throw this.valueWithoutHeaderRefusal
    return this.worksheet
  }
  private setHeader(row: number, values: readonly CellValue[]): void {
    const header = values.map((v) => formatCellText(v).trim())
    const seenHeaders = new Set<string>()
    header.forEach((text, i) => {
      if (text && seenHeaders.has(text.toLowerCase()))
        throw new WorkbookRefusal('duplicateHeader', { row, column: toColumnLetters(i + 1), value: text.slice(0, 60) })
      seenHeaders.add(text.toLowerCase())
    })
    Object.assign(this.worksheet, { header, headerRow: row, rows: [], rowNumbers: [] })
    this.lastRow = row
  }
}

/** Maximum number of listed ranges; an ellipsis stands for the others. */
const MAX_RANGES = 12

/** Formats sorted row numbers as ranges: `3–5, 9`. */
export function formatRowRanges(rows: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const row of rows) {
    const range = ranges.at(-1)
    if (range?.[1] === row - 1) range[1] = row
    else ranges.push([row, row])
  }
  const texts = ranges.slice(0, MAX_RANGES).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  return [...texts, ...(ranges.length > MAX_RANGES ? ['…'] : [])].join(', ')
}
