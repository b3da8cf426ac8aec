/** Cells of a grid, by row and column. */
export interface Cell {
  readonly row: number
  readonly column: number
}
export interface Grid {
  readonly rows: number
  readonly columns: number
  /** How many samples a cell has, and how many it wants. */
  has(cell: Cell): number
  wants(cell: Cell): number
}

/**
 * Where the next reading goes: the cell with the cursor while it wants more, else the next below it that does; without a cursor
 * the first of those columns that take the reading. Null where there is none left.
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
