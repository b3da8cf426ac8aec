// A table element cannot be virtual in both directions; the grid handles keys, see the ARIA grid pattern.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import { useCallback, useEffect, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnChooser } from './ColumnChooser'
import { getNextSort, toggleKey, toggleKeyRange, type DataTableProps } from './columns'
import { findNextCell } from './grid-keys'
import { GridHeader, MemoGridRow } from './grid-parts'
import { PrintedTable } from './PrintedTable'
import { useColumnChoice } from './use-column-choice'
import { CHOOSER_WIDTH_PX, useTableGrid } from './use-table-grid'
import { useNearEnd } from './use-near-end'
import './table.css'

/** Shows the full text of a truncated cell as its tooltip. */
function updateTooltip(event: PointerEvent) {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('.ui-cell') : null
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('*')].some((element) => element.scrollWidth > element.clientWidth + 1)
  cell.title = isCut ? (cell.textContent ?? '') : ''
}
/**
 * Grid of virtual rows and columns: the number of nodes is fixed whatever the length. Arrow, page, Home and End keys
 * move, j and k like the arrows; Enter opens a row or sorts by a header; Space selects.
 */
export default function VirtualTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, total, onOpen, current, onEnd, selected, onSelect, sort, onSort, choiceKey, layout } =
    props
  const { t } = useTranslation('client')
  const choice = useColumnChoice(columns, choiceKey, layout)
  const grid = useTableGrid(props, choice)
  const { scroller, shown, model, active, setActive, rowGeometry, columnGeometry } = grid
  const needsFocus = useRef(false)
  const visibleRows = rowGeometry.getVirtualItems()
  const visibleColumns = columnGeometry.getVirtualItems()
  useNearEnd(visibleRows.at(-1)?.index ?? -1, rows.length, onEnd)

  // The cell may be rendered only after scrolling, so an effect moves the focus.
  useEffect(() => {
    if (!needsFocus.current) return
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active]')
    if (!cell) return
    needsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  const lastClickedKey = useRef<string | null>(null)
  const select = useCallback(
    (key: string, range: boolean) => {
      const keys = model.map(({ id }) => id)
      const selection = selected ?? new Set<string>()
      onSelect?.(range ? toggleKeyRange(selection, keys, lastClickedKey.current, key) : toggleKey(selection, key))
      lastClickedKey.current = key
    },
    [onSelect, selected, model],
  )
  const sortBy = (column: (typeof shown)[number]) => column.sortable && onSort?.(getNextSort(sort, column.id))
  const rowSelection = onSelect && {
    chosen: model.filter(({ id }) => selected?.has(id)).length,
    of: model.length,
    choose: (every: boolean) => onSelect(new Set(every ? model.map(({ id }) => id) : [])),
  }
  const handleCellKey = (event: KeyboardEvent): boolean => {
    const row = model[active.row]
    const column = shown[active.column]
    if (event.key === 'Enter' && active.row === -1 && column) sortBy(column)
    else if (event.key === 'Enter' && row && onOpen) onOpen(row.original.row)
    else if (event.key === ' ' && row && onSelect) select(row.id, event.shiftKey)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInControl = event.target instanceof Element && event.target.closest('button, a, input')
    if (!isInControl && handleCellKey(event)) return event.preventDefault()
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / grid.height) - 2)
    const size = { rows: model.length, columns: shown.length, page }
    const next = findNextCell(active, event.key, event.ctrlKey || event.metaKey, size)
    if (!next) return
    event.preventDefault()
    needsFocus.current = true
    setActive(next)
    if (next.row >= 0) rowGeometry.scrollToIndex(next.row)
    columnGeometry.scrollToIndex(next.column)
  }

  return (
    <div className="ui-table-frame">
      <ColumnChooser columns={columns} choice={choice} />
      <PrintedTable columns={shown} rows={model} total={total ?? rows.length} />
      <div
        ref={scroller}
        className="ui-table"
        style={{ '--all': `${rowGeometry.getTotalSize() + 2}px` } as CSSProperties}
        role="grid"
        aria-label={label}
        aria-rowcount={(total ?? rows.length) + 1}
        aria-colcount={shown.length}
        aria-multiselectable={onSelect ? true : undefined}
        onKeyDown={onKeyDown}
        onPointerOver={updateTooltip}
      >
        <div
          role="presentation"
          className="ui-table-space"
          style={{ height: rowGeometry.getTotalSize(), width: columnGeometry.getTotalSize() + CHOOSER_WIDTH_PX }}
        >
          <GridHeader grid={grid} drawn={visibleColumns} sort={sort} onSort={sortBy} rowSelection={rowSelection} />
          <div role="rowgroup">
            {visibleRows.map((item) => {
              const row = model[item.index]
              if (!row) return null
              return (
                <MemoGridRow
                  key={row.id}
                  columns={shown}
                  height={grid.height}
                  activeColumn={active.row === item.index ? active.column : -1}
                  onActive={setActive}
                  drawn={visibleColumns}
                  index={item.index}
                  start={item.start}
                  row={row.original.row}
                  id={row.id}
                  current={row.id === current}
                  selected={onSelect ? (selected?.has(row.id) ?? false) : undefined}
                  onSelect={onSelect && select}
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
