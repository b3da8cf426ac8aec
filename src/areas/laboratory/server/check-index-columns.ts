/** Checks worksheets with several columns of one test index. */
import { toColumnLetters } from '@/server/excel/workbook-refusal'
import { namesOnlyIndex, type MappedColumn } from '../rules/lab-columns'
import type { WorksheetIndex } from './parse-reading-cell'
import type { WorksheetProblem } from './read-worksheet'

const normalize = (header: string): string => header.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
/**
 * Finds columns that repeat the values of another column instead of holding further samples: both headings only name the
 * index, but in other words or with another unit, e.g. 静水压 beside 静水压 (kPa).
 */
export function findRepeatedIndexColumns(
  indexColumns: readonly MappedColumn[],
  indexById: ReadonlyMap<string, WorksheetIndex>,
  headerRow: number,
): WorksheetProblem[] {
  const firstHeaderByIndex = new Map<string, string>()
  return indexColumns.flatMap(({ column, header, indexId }) => {
    const index = indexById.get(indexId ?? '')
    if (!index || !namesOnlyIndex(header, index)) return []
    const firstHeader = firstHeaderByIndex.get(indexId ?? '') ?? header
    firstHeaderByIndex.set(indexId ?? '', firstHeader)
    return normalize(firstHeader) === normalize(header)
      ? []
      : [
          {
            row: headerRow,
            column: toColumnLetters(column),
            header,
            code: 'indexTwice',
            params: { other: firstHeader },
          },
        ]
  })
}
