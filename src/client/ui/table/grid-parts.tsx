// A table element cannot be virtual in both directions; the grid handles keys, see the ARIA grid pattern.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SortDownIcon, SortUpIcon } from '../icons'
import type { Column, Sort } from './columns'
import type { GridCell } from './grid-keys'
import type { TableGrid } from './use-table-grid'
import { ColumnEdge, isOnEdge } from './ColumnEdge'

/** The first column stays in the flow and sticks; the others are positioned by their offset. */
function getCellPosition(item: VirtualItem) {
  return item.index === 0 ? { width: item.size } : { width: item.size, insetInlineStart: item.start }
}

function getCellClass<Row>(column: Column<Row>, index: number): string {
  return `ui-cell${index === 0 ? ' is-first' : ''}${column.isNumber ? ' is-number' : ''}`
}

type GridHeaderProps<Row> = {
  grid: TableGrid<Row>
  renderedColumns: readonly VirtualItem[]
  sort?: Sort
  onSort: (column: Column<Row>) => void
  /** Selection of the loaded rows; undefined if rows cannot be selected. */
  rowSelection?: { selectedCount: number; total: number; setAllSelected: (isSelected: boolean) => void } | undefined
}

/** Header row of the grid: titles, sort order, column edges and the checkbox that selects all rows. */
export function GridHeader<Row>({ grid, renderedColumns, sort, onSort, rowSelection }: GridHeaderProps<Row>) {
  const { t } = useTranslation('client')
  return (
    <div role="rowgroup" className="ui-table-head" style={{ height: grid.rowHeightPx }}>
      <div role="row" aria-rowindex={1} style={{ height: grid.rowHeightPx }}>
        {renderedColumns.map((item) => {
          const column = grid.visibleColumns[item.index]
          if (!column) return null
          const listDirection = sort?.descending ? 'descending' : 'ascending'
          const sortDirection = sort?.id === column.id ? listDirection : undefined
          const isActive = grid.activeCell.row === -1 && grid.activeCell.column === item.index
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={item.index + 1}
              aria-sort={column.isSortable ? (sortDirection ?? 'none') : undefined}
              className={getCellClass(column, item.index)}
              style={getCellPosition(item)}
              tabIndex={isActive ? 0 : -1}
              data-active={isActive ? '' : undefined}
              onFocus={() => grid.setActiveCell({ row: -1, column: item.index })}
              onClick={(event) => !isOnEdge(event) && onSort(column)}
            >
              {rowSelection && item.index === 0 && (
                <input
                  type="checkbox"
                  tabIndex={-1}
                  ref={(checkbox) => {
                    if (checkbox)
                      checkbox.indeterminate =
                        rowSelection.selectedCount > 0 && rowSelection.selectedCount < rowSelection.total
                  }}
                  checked={rowSelection.total > 0 && rowSelection.selectedCount === rowSelection.total}
                  onClick={(event) => event.stopPropagation()}
                  onChange={() => rowSelection.setAllSelected(rowSelection.selectedCount < rowSelection.total)}
                  aria-label={t('ui.table.selectAll')}
                />
              )}
              <span>{column.header}</span>
              {sortDirection === 'ascending' && <SortUpIcon size={16} />}
              {sortDirection === 'descending' && <SortDownIcon size={16} />}
              <ColumnEdge grid={grid} column={column} width={item.size} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

type GridRowProps<Row> = {
  columns: readonly Column<Row>[]
  height: number
  /** Column of the active cell if it is in this row, else -1. */
  activeColumn: number
  onActive: (cell: GridCell) => void
  renderedColumns: readonly VirtualItem[]
  index: number
  offsetPx: number
  row: Row
  id: string
  /** The row is open next to the list. */
  isOpen: boolean
  /** Undefined when rows cannot be selected. */
  isSelected?: boolean
  onSelect?: (id: string, isRange: boolean) => void
  onOpen?: (row: Row) => void
}

function GridRowView<Row>(props: GridRowProps<Row>) {
  const {
    columns,
    height,
    activeColumn,
    onActive,
    renderedColumns,
    index,
    offsetPx,
    row,
    id,
    isOpen,
    isSelected,
    onSelect,
    onOpen,
  } = props
  const { t } = useTranslation('client')
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button, a, input, label')) return
    onOpen?.(row)
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      className={`ui-row${onOpen ? ' can-open' : ''}`}
      style={{ height, transform: `translateY(${offsetPx}px)` }}
      onClick={onClick}
    >
      {renderedColumns.map((item) => {
        const column = columns[item.index]
        if (!column) return null
        const isActive = activeColumn === item.index
        return (
          <div
            key={column.id}
            role={item.index === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={item.index + 1}
            className={getCellClass(column, item.index)}
            style={getCellPosition(item)}
            tabIndex={isActive ? 0 : -1}
            data-active={isActive ? '' : undefined}
            onFocus={() => onActive({ row: index, column: item.index })}
          >
            {item.index === 0 && onSelect && (
              <input
                type="checkbox"
                tabIndex={-1}
                checked={isSelected}
                onClick={(event) => onSelect(id, event.shiftKey)}
                readOnly
                aria-label={t('ui.table.select')}
              />
            )}
            {column.renderCell(row)}
          </div>
        )
      })}
    </div>
  )
}

/** Memoized, so that scrolling renders only the rows that come into view. The cast restores the generic parameter. */
export const MemoGridRow = memo(GridRowView) as <Row>(props: GridRowProps<Row> & { key?: string }) => ReactNode
