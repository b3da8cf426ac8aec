import { textOfCell } from '@/contract/sheet-cell'
import { columnLetters, SheetRefusal } from './refusal'
import type { CellValue, Sheet, SheetLimits } from './sheet-rows'

/** Collects the rows of a worksheet from a reader; the first row with content is the header. */
export class RowList {
  readonly sheet: Sheet = { header: [], headerRow: 0, rows: [], rowNumbers: [] }
  private cells = 0
  private characters = 0
  private refused: SheetRefusal | null = null
  constructor(private readonly limits: SheetLimits) {}

  /** Counts a non-empty cell. @throws WorkbookRefusal as soon as a limit is exceeded */
  count(value: CellValue, row: number, column: number): void {
    this.cells += 1
    if (typeof value === 'string') this.characters += value.length
    const refusal = (problem: 'tooManyColumns' | 'tooManyCells' | 'tooMuchText', limit: number) =>
      new SheetRefusal(problem, { row, column: columnLetters(column), limit })
    if (column > this.limits.maxColumns) throw refusal('tooManyColumns', this.limits.maxColumns)
    if (this.cells > this.limits.maxCells) throw refusal('tooManyCells', this.limits.maxCells)
    if (this.characters > this.limits.maxText) throw refusal('tooMuchText', this.limits.maxText)
  }
  /**
   * Adds a row unless it is empty; `values` may be shorter than the header. A value without heading is refused only at
   * the end: a title merged over the table explains it, and merged cells follow after the rows.
   */
  add(row: number, values: CellValue[], hidden = false): void {
    const { sheet } = this
    if (values.length === 0 || this.refused) return
    if (sheet.headerRow === 0) return this.takeHeader(row, values)
    const bare = values.findIndex((value, i) => value !== null && !sheet.header[i])
    if (bare >= 0) {
      const at = { row, column: columnLetters(bare + 1), header: sheet.headerRow }
      this.refused = new SheetRefusal('valueWithoutHeader', at)
      return
    }
    if (sheet.rows.length >= this.limits.maxRows) throw new SheetRefusal('tooManyRows', { limit: this.limits.maxRows })
    while (values.length < sheet.header.length) values.push(null)
    sheet.rows.push(values)
    sheet.rowNumbers.push(row)
    if (hidden) (sheet.hiddenRows ??= []).push(row)
  }
  /** Returns the worksheet. @throws WorkbookRefusal if there is no header, or a value without heading */
  finish(): Sheet {
    if (this.sheet.headerRow === 0) throw new SheetRefusal('noHeader')
    if (this.refused) throw this.refused
    return this.sheet
  }
  private takeHeader(row: number, values: readonly CellValue[]): void {
    const header = values.map((v) => textOfCell(v).trim())
    const seen = new Set<string>()
    header.forEach((text, i) => {
      if (text && seen.has(text.toLowerCase()))
        throw new SheetRefusal('duplicateHeader', { row, column: columnLetters(i + 1), value: text.slice(0, 60) })
      seen.add(text.toLowerCase())
    })
    this.sheet.header = header
    this.sheet.headerRow = row
  }
}
