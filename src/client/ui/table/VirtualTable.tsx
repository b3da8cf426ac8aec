// A table element cannot be virtual in both directions; the grid handles keys, see the ARIA grid pattern.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { useCallback, useEffect, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnChooser } from './ColumnChooser'
import { ColumnRuler } from './ColumnRuler'
import { getNextSort, toggleKey, toggleKeyRange, type DataTableProps } from './columns'
import { findNextCell } from './grid-keys'
import { GridHeader, MemoGridRow } from './grid-parts'
import { PrintedTable } from './PrintedTable'
import { useColumnChoice } from './use-column-choice'
import { CHOOSER_WIDTH_PX, useTableGrid, useNearEnd } from './use-table-grid'
import './table.css'

/** Shows the full text of a truncated cell as its tooltip. */
function updateTooltip(event: PointerEvent) {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('.ui-cell') : null
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('*')].some((element) => element.scrollWidth > element.clientWidth + 1)
  cell.title = isCut ? (cell.textContent ?? '') : ''
}
/**
 * Grid of virtual rows and columns: the number of DOM nodes does not depend on the number of rows. Arrow keys, j and k,
 * page keys, Home and End move the focus. Enter opens a row or sorts by a header; Space selects a row.
 */
export default function VirtualTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, total, onOpen, openKey, onEnd, selected, onSelect, sort, onSort, choiceKey, layout } =
    props
  const { t } = useTranslation('client')
  const choice = useColumnChoice(columns, choiceKey, layout)
  const grid = useTableGrid(props, choice)
  const { scroller, visibleColumns, modelRows, activeCell, setActiveCell, rowGeometry, columnGeometry } = grid
  const needsFocus = useRef(false)
  const renderedRows = rowGeometry.getVirtualItems()
  const renderedColumns = columnGeometry.getVirtualItems()
  useNearEnd(renderedRows.at(-1)?.index ?? -1, rows.length, onEnd)

  // The cell may be rendered only after scrolling, so an effect moves the focus.
  useEffect(() => {
    if (!needsFocus.current) return
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active]')
    if (!cell) return
    needsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  const lastClickedKey = useRef<string | null>(null)
  const selectRow = useCallback(
    (key: string, isRange: boolean) => {
      const keys = modelRows.map(({ id }) => id)
      const selection = selected ?? new Set<string>()
      onSelect?.(isRange ? toggleKeyRange(selection, keys, lastClickedKey.current, key) : toggleKey(selection, key))
      lastClickedKey.current = key
    },
    [onSelect, selected, modelRows],
  )
  const sortByColumn = (column: (typeof visibleColumns)[number]) =>
    column.isSortable && onSort?.(getNextSort(sort, column.id))
  const rowSelection = onSelect && {
    selectedCount: modelRows.filter(({ id }) => selected?.has(id)).length,
    total: modelRows.length,
    setAllSelected: (isSelected: boolean) => onSelect(new Set(isSelected ? modelRows.map(({ id }) => id) : [])),
  }
  const handleCellKey = (event: KeyboardEvent): boolean => {
    const row = modelRows[activeCell.row]
    const column = visibleColumns[activeCell.column]
    if (event.key === 'Enter' && activeCell.row === -1 && column) sortByColumn(column)
    else if (event.key === 'Enter' && row && onOpen) onOpen(row.original.row)
    else if (event.key === ' ' && row && onSelect) selectRow(row.id, event.shiftKey)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInControl = event.target instanceof Element && event.target.closest('button, a, input')
    if (!isInControl && handleCellKey(event)) return event.preventDefault()
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / grid.rowHeightPx) - 2)
    const size = { rows: modelRows.length, columns: visibleColumns.length, page: pageRows }
    const nextCell = findNextCell(activeCell, event.key, event.ctrlKey || event.metaKey, size)
    if (!nextCell) return
    event.preventDefault()
    needsFocus.current = true
    setActiveCell(nextCell)
    if (nextCell.row >= 0) rowGeometry.scrollToIndex(nextCell.row)
    columnGeometry.scrollToIndex(nextCell.column)
  }

  return (
    <div className="ui-table-frame">
      <ColumnChooser columns={columns} choice={choice} />
      {grid.ruler && <ColumnRuler {...grid.ruler} />}
      <PrintedTable columns={visibleColumns} rows={modelRows} total={total ?? rows.length} />
      <div
        ref={scroller}
        className="ui-table"
        style={{ '--all': `${rowGeometry.getTotalSize() + 2}px` } as CSSProperties}
        role="grid"
        aria-label={label}
        aria-rowcount={(total ?? rows.length) + 1}
        aria-colcount={visibleColumns.length}
        aria-multiselectable={onSelect ? true : undefined}
        onKeyDown={onKeyDown}
        onPointerOver={updateTooltip}
      >
        <div
          role="presentation"
          className="ui-table-space"
          style={{
            height: rowGeometry.getTotalSize(),
            width: columnGeometry.getTotalSize() + CHOOSER_WIDTH_PX,
          }}
        >
          <GridHeader
            grid={grid}
            renderedColumns={renderedColumns}
            sort={sort}
            onSort={sortByColumn}
            rowSelection={rowSelection}
          />
          <div role="rowgroup">
            {renderedRows.map((item) => {
              const row = modelRows[item.index]
              if (!row) return null
              return (
                <MemoGridRow
                  key={row.id}
                  columns={visibleColumns}
                  height={grid.rowHeightPx}
                  activeColumn={activeCell.row === item.index ? activeCell.column : -1}
                  onActive={setActiveCell}
                  renderedColumns={renderedColumns}
                  index={item.index}
                  offsetPx={item.start}
                  row={row.original.row}
                  id={row.id}
                  isOpen={row.id === openKey}
                  isSelected={onSelect ? (selected?.has(row.id) ?? false) : undefined}
                  onSelect={onSelect && selectRow}
                  onOpen={onOpen}
                />
              )
            })}
          </div>
        </div>
        {rows.length === 0 && <p className="ui-table-empty">{t('ui.table.empty')}</p>}
      </div>
      {onEnd && rows.length > 0 && (
        <p className="ui-hidden" role="status">
          {total !== undefined && rows.length < total ? t('ui.progress', { done: rows.length, total }) : ''}
        </p>
      )}
    </div>
  )
}
