/** Rows of a worksheet that are no records: headings repeated on each page or in a second language, and totals. */
import type { Issue } from '@/contract/errno'
import { formatCellText, type CellValue } from '@/contract/worksheet-cell'
import { normalizeForComparison } from './cell-values'
import type { BothLanguages, Heading, HeadingMatch } from './headings'

interface RowColumn {
  readonly heading: Heading
  readonly index: number
}
/**
 * Creates a function that returns the issue of a row that is no record, else null.
 * @param keyFields fields that identify a record
 */
export function createNonRecordFinder(
  columns: readonly RowColumn[],
  findHeading: (text: string) => HeadingMatch | null,
  keyFields: readonly string[],
  t: BothLanguages,
): (cells: readonly CellValue[]) => Issue | null {
  const totalWords = new Set(
    [t.zh, t.en].flatMap((translate) => translate('contract:excel.totalWords').split(';').map(normalizeForComparison)),
  )
  const keyColumns = columns.filter(({ heading }) => keyFields.includes(heading.field) && heading.kind === 'text')
  return (cells) => {
    const filledColumns = columns.filter(({ index }) => formatCellText(cells[index] ?? null) !== '')
    const repeatsHeadings =
      filledColumns.length >= Math.min(2, columns.length) &&
      filledColumns.every(({ heading, index }) => findHeading(formatCellText(cells[index]!))?.heading === heading)
    if (repeatsHeadings) return { path: [filledColumns[0]!.heading.field], code: 'headingRow' }
    const totalColumn = keyColumns.find(({ index }) =>
      totalWords.has(normalizeForComparison(formatCellText(cells[index] ?? null)).replace(/\s*:$/, '')),
    )
    return totalColumn ? { path: [totalColumn.heading.field], code: 'totalRow' } : null
  }
}
