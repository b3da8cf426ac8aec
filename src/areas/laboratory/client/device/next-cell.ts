/** Position of a cell in a grid. */
export interface Cell {
  readonly row: number
  readonly column: number
}
export interface Grid {
  readonly rows: number
  readonly columns: number
  /** Number of samples that a cell has, and number that it needs. */
  has(cell: Cell): number
  wants(cell: Cell): number
}

/**
 * Finds the cell for the next reading: the focused cell while it needs samples, otherwise the next one below. Without
 * focus, the first open cell of the columns that fit the reading. Null if there is none.
 */
export function nextCell(grid: Grid, cursor: Cell | null, fits: (column: number) => boolean): Cell | null {
  const open = (cell: Cell): boolean => grid.has(cell) < grid.wants(cell)
  const below = (column: number, from: number): Cell | null => {
    for (let row = from; row < grid.rows; row++) if (open({ row, column })) return { row, column }
    return null
  }
  if (cursor) return below(cursor.column, cursor.row)
  for (let column = 0; column < grid.columns; column++) {
    const found = fits(column) ? below(column, 0) : null
    if (found) return found
  }
  return null
}
