// A movable separator is focusable and handles keys, see the ARIA window splitter pattern.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */
import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns'
import type { TableGrid } from './use-table-grid'

/** Distance by which an arrow key moves an edge. */
const STEP_REM = 1
/** Rem by which a key moves an edge; null restores the default width. */
const STEP_BY_KEY: Readonly<Record<string, number | null>> = {
  ArrowLeft: -STEP_REM,
  ArrowRight: STEP_REM,
  Delete: null,
}

let isDragging = false
/** True if a click is on an edge or ends a drag that began on an edge. */
export const isOnEdge = (event: MouseEvent): boolean =>
  isDragging || (event.target instanceof Element && event.target.closest('.ui-edge') !== null)

interface ColumnEdgeProps<Row> {
  grid: TableGrid<Row>
  column: Column<Row>
  /** Current width in px. */
  width: number
}
/**
 * Edge of a column header: drag it with the mouse or move it with the arrow keys. Delete or a double click restores the
 * default width.
 */
export function ColumnEdge<Row>({ grid, column, width }: ColumnEdgeProps<Row>) {
  const { t } = useTranslation('client')
  const onMouseDown = (event: MouseEvent) => {
    event.preventDefault()
    isDragging = true
    // The click event follows the release immediately, before any timer.
    document.addEventListener('mouseup', () => setTimeout(() => (isDragging = false)), { once: true })
    grid.createEdgeDrag(column.id)?.(event.nativeEvent)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP_BY_KEY[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    grid.resizeColumn(column.id, step)
  }
  const isActive = grid.activeCell.row === -1 && grid.visibleColumns[grid.activeCell.column] === column
  return (
    <div
      className="ui-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('ui.table.width', { column: column.header })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={0}
      aria-valuemax={9999}
      tabIndex={isActive ? 0 : -1}
      onMouseDown={onMouseDown}
      onDoubleClick={() => grid.resizeColumn(column.id, null)}
      onKeyDown={onKeyDown}
    />
  )
}
