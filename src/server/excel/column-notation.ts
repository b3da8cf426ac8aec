/** How the numbers of the columns of a worksheet are written. */
import { detectColumnDecimals, detectNumberDecimals } from '@/contract/decimal-sign'
import { findShareLimit } from '@/contract/worksheet-cell'
import type { CellReadingOptions } from './cell-values'
import type { Heading } from './headings'
import type { Worksheet } from './read-workbook'

export type ColumnNotation = Pick<CellReadingOptions, 'decimals' | 'shareLimit'>
interface Column {
  readonly heading: Heading
  readonly index: number
}
const isNumberHeading = ({ kind }: Heading): boolean => kind === 'integer' || kind === 'amount'
/** True for numbers, and for texts with a unit or of a writer, which are readings. */
const holdsNumbers = (heading: Heading): boolean =>
  isNumberHeading(heading) || Boolean(heading.unit || heading.isConvertedByWriter)

/**
 * Adds to each column how its numbers are written. The decimal sign of a file is detected from its columns of numbers,
 * because a code such as 1.234.567 or a note says nothing about it.
 */
export function addNotations<C extends Column>(
  columns: readonly C[],
  sheet: Worksheet,
): (C & { notation: ColumnNotation })[] {
  const listCells = ({ heading, index }: Column) =>
    holdsNumbers(heading) ? sheet.rows.map((cells) => cells[index] ?? null) : []
  const fileDecimals = detectNumberDecimals(columns.flatMap(listCells), sheet)
  const signs = {
    ...(fileDecimals ? { decimals: fileDecimals } : {}),
    ...(sheet.isCommaSeparated ? { isCommaSeparated: true } : {}),
  }
  return columns.map((column) => {
    const cells = listCells(column)
    const decimals = isNumberHeading(column.heading) ? detectColumnDecimals(cells, signs) : fileDecimals
    const shareLimit = findShareLimit(cells)
    const notation = { ...(decimals ? { decimals } : {}), ...(shareLimit === undefined ? {} : { shareLimit }) }
    return { ...column, notation }
  })
}
