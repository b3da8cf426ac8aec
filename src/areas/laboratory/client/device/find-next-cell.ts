/** Position of a cell in a grid. */
export interface EntryCell {
  readonly row: number
  readonly column: number
}
export interface CellGrid {
  readonly rows: number
  readonly columns: number
  /** Number of samples that a cell has, and number that it needs. */
  getSampleCount(cell: EntryCell): number
  getRequiredSamples(cell: EntryCell): number
}

/**
 * Finds the cell for the next reading: the focused cell while it needs samples, otherwise the next one below. Without
 * focus, the first open cell of the columns that fit the reading. Null if there is none.
 */
export function findNextCell(
  grid: CellGrid,
  cursor: EntryCell | null,
  fits: (column: number) => boolean,
): EntryCell | null {
  const needsSample = (cell: EntryCell): boolean => grid.getSampleCount(cell) < grid.getRequiredSamples(cell)
  const findBelow = (column: number, from: number): EntryCell | null => {
    for (let row = from; row < grid.rows; row++) if (needsSample({ row, column })) return { row, column }
    return null
  }
  if (cursor) return findBelow(cursor.column, cursor.row)
  for (let column = 0; column < grid.columns; column++) {
    const firstOpen = fits(column) ? findBelow(column, 0) : null
    if (firstOpen) return firstOpen
  }
  return null
}
