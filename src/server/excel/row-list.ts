import { formatCellText } from '@/contract/worksheet-cell'
import { toColumnLetters, WorkbookRefusal } from './workbook-refusal'
import type { CellValue, Worksheet, WorkbookLimits } from './read-workbook'

/** Collects the rows of a worksheet from a reader; the first row with content is the header. */
export class RowList {
  readonly sheet: Worksheet = { header: [], headerRow: 0, rows: [], rowNumbers: [] }
  private cells = 0
  private characters = 0
  private headinglessValue: WorkbookRefusal | null = null
  constructor(private readonly limits: WorkbookLimits) {}

  /** Counts a non-empty cell. @throws WorkbookRefusal as soon as a limit is exceeded */
  countCell(value: CellValue, row: number, column: number): void {
    this.cells += 1
    if (typeof value === 'string') this.characters += value.length
    const refusal = (problem: 'tooManyColumns' | 'tooManyCells' | 'tooMuchText', limit: number) =>
      new WorkbookRefusal(problem, { row, column: toColumnLetters(column), limit })
    if (column > this.limits.maxColumns) throw refusal('tooManyColumns', this.limits.maxColumns)
    if (this.cells > this.limits.maxCells) throw refusal('tooManyCells', this.limits.maxCells)
    if (this.characters > this.limits.maxText) throw refusal('tooMuchText', this.limits.maxText)
  }
  /**
   * Adds a row unless it is empty; `values` may be shorter than the header. A value without heading is refused only at
   * the end: a title merged over the table explains it, and merged cells follow after the rows.
   */
  addRow(row: number, values: CellValue[], hidden = false): void {
    const { sheet } = this
    if (values.length === 0 || this.headinglessValue) return
    if (sheet.headerRow === 0) return this.setHeader(row, values)
    const headinglessIndex = values.findIndex((value, i) => value !== null && !sheet.header[i])
    if (headinglessIndex >= 0) {
      const location = { row, column: toColumnLetters(headinglessIndex + 1), header: sheet.headerRow }
      this.headinglessValue = new WorkbookRefusal('valueWithoutHeader', location)
      return
    }
    if (sheet.rows.length >= this.limits.maxRows)
      throw new WorkbookRefusal('tooManyRows', { limit: this.limits.maxRows })
    while (values.length < sheet.header.length) values.push(null)
    sheet.rows.push(values)
    sheet.rowNumbers.push(row)
    if (hidden) (sheet.hiddenRows ??= []).push(row)
  }
  /** Returns the worksheet. @throws WorkbookRefusal if there is no header, or a value without heading */
  finish(): Worksheet {
    if (this.sheet.headerRow === 0) throw new WorkbookRefusal('noHeader')
    if (this.headinglessValue) throw this.headinglessValue
    return this.sheet
  }
  private setHeader(row: number, values: readonly CellValue[]): void {
    const header = values.map((v) => formatCellText(v).trim())
    const seen = new Set<string>()
    header.forEach((text, i) => {
      if (text && seen.has(text.toLowerCase()))
        throw new WorkbookRefusal('duplicateHeader', { row, column: toColumnLetters(i + 1), value: text.slice(0, 60) })
      seen.add(text.toLowerCase())
    })
    this.sheet.header = header
    this.sheet.headerRow = row
  }
}
