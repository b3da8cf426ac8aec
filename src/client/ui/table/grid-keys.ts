/** A cell of the grid; row -1 is the header. */
export type GridCell = { row: number; column: number }

export type GridSize = { rows: number; columns: number; /** Rows a page key moves by. */ page: number }

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/**
 * Returns the cell to which a key moves the focus, by the grid pattern of the ARIA authoring practices. `j` and `k`
 * move down and up as in vi. Null for other keys.
 */
export function findNextCell(from: GridCell, key: string, isCtrlPressed: boolean, size: GridSize): GridCell | null {
  const lastRow = size.rows - 1
  const lastColumn = size.columns - 1
  const toClampedCell = (row: number, column: number): GridCell => ({
    row: clamp(row, -1, lastRow),
    column: clamp(column, 0, lastColumn),
  })
  switch (key) {
    case 'k':
    case 'ArrowUp':
      return toClampedCell(from.row - 1, from.column)
    case 'j':
    case 'ArrowDown':
      return toClampedCell(from.row + 1, from.column)
    case 'ArrowLeft':
      return toClampedCell(from.row, from.column - 1)
    case 'ArrowRight':
      return toClampedCell(from.row, from.column + 1)
    case 'PageUp':
      return toClampedCell(Math.max(from.row - size.page, 0), from.column)
    case 'PageDown':
      return toClampedCell(from.row + size.page, from.column)
    case 'Home':
      return toClampedCell(isCtrlPressed ? 0 : from.row, 0)
    case 'End':
      return toClampedCell(isCtrlPressed ? lastRow : from.row, lastColumn)
    default:
      return null
  }
}
