// The virtualizer's functions must not be memoized; no React compiler is in use that would do so.
/* oxlint-disable react/incompatible-library */
import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { getRemPx } from '@/client/ui/display-settings'
import { pickSampleRows } from './ColumnRuler'
import { calculateColumnWidths, FIRST_COLUMN_WIDTH_REM, type ColumnNeed, type ColumnNeeds } from './column-widths'
import type { Column, DataTableProps } from './columns'
import type { GridCell } from './grid-keys'
import type { ColumnChoice } from './use-column-choice'

/** Space at the end of the header for the column button, px. */
export const CHOOSER_WIDTH_PX = 48

const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature, columnResizingFeature })

/** The table requires objects as rows; a list's rows may be anything. */
type RowHolder<Row> = { row: Row }

/** Row height, rem, before the style sheet is loaded. */
const DEFAULT_ROW_REM = 2.75
/** A smaller text size does not make rows lower than at this size: they would be too low to tap. */
const MIN_ROW_REM_PX = 16
/** Returns the row height of the device in px, scaled with the text size. */
function getRowHeight(): number {
  const styleValue = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return (Number.parseFloat(styleValue) || DEFAULT_ROW_REM) * Math.max(MIN_ROW_REM_PX, getRemPx())
}

/** Width of the selection checkbox in the first column, rem. */
const CHECKBOX_WIDTH_REM = 1.75

/** Maximum number of DOM nodes of a table. */
const NODE_BUDGET = 340
/** Average number of DOM nodes per cell, over cells with numbers, texts and states. */
const NODES_PER_CELL = 2.1
const MAX_SPARE_ROWS = 4

/**
 * Returns the number of rows rendered ahead of the scroll position: as many as the node budget allows, at least one to
 * avoid gaps.
 */
function countSpareRows(columns: number, visibleRows: number): number {
  const affordableRows = NODE_BUDGET / (1 + NODES_PER_CELL * Math.max(1, columns))
  return Math.min(MAX_SPARE_ROWS, Math.max(1, Math.floor(affordableRows - visibleRows)))
}

/** Adds spare rows only in the scroll direction, to save nodes. */
function extendAhead(range: Range, isBackward: boolean): number[] {
  const first = range.startIndex - (isBackward ? range.overscan : 0)
  const last = range.endIndex + (isBackward ? 0 : range.overscan)
  return defaultRangeExtractor({
    ...range,
    startIndex: Math.max(0, first),
    endIndex: Math.min(range.count - 1, last),
    overscan: 0,
  })
}

/** Keeps the row or column of the active cell rendered at any scroll position, so that the focus is not lost. */
function createRangeExtractor(index: number, count: number, isBackward: () => boolean): (range: Range) => number[] {
  return (range) => {
    const indexes = extendAhead(range, isBackward())
    if (index < 0 || index >= count || indexes.includes(index)) return indexes
    return [...indexes, index].sort((a, b) => a - b)
  }
}

/** Returns the model and geometry of a table: rendered rows and columns, their positions, and the active cell. */
export function useTableGrid<Row>(
  props: DataTableProps<Row>,
  { visibility, widths: manualWidths, resize }: ColumnChoice,
) {
  const { columns, rows, getRowKey, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isScrollingUp = useRef(false)
  const [activeCell, setActiveCell] = useState<GridCell>({ row: -1, column: 0 })
  const columnDefinitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, RowHolder<Row>> => ({ id: column.id, header: column.header })),
    [columns],
  )
  const data = useMemo(() => rows.map((row): RowHolder<Row> => ({ row })), [rows])
  const visibleColumns = useMemo(() => columns.filter(({ id }) => visibility[id] !== false), [columns, visibility])
  const getScroller = useCallback(() => scroller.current, [])
  const remPx = getRemPx()
  const rowHeightPx = getRowHeight()
  const columnsWithCheckbox = onSelect
    ? visibleColumns.map((column, index) =>
        index === 0 ? { ...column, width: (column.width ?? FIRST_COLUMN_WIDTH_REM) + CHECKBOX_WIDTH_REM } : column,
      )
    : visibleColumns
  const measurement = useMeasurement(props, visibleColumns, onSelect ? CHECKBOX_WIDTH_REM * remPx : 0)
  // `clientWidth` is read while rendering. The virtualizers re-render when the scroller's size changes, so it stays current.
  const availablePx = (scroller.current?.clientWidth ?? 0) - CHOOSER_WIDTH_PX
  const widths = calculateColumnWidths(columnsWithCheckbox, remPx, availablePx, manualWidths, measurement.needs)
  const widthById = Object.fromEntries(visibleColumns.map(({ id }, index) => [id, widths[index] ?? 0]))
  /**
   * Sets the width of a column, px. Preceding columns keep their current width, so that the edge stays under the
   * pointer.
   */
  const setWidth = (id: string, widthPx: number) => {
    const previousColumns = visibleColumns.slice(
      0,
      visibleColumns.findIndex((column) => column.id === id),
    )
    resize({
      ...Object.fromEntries(previousColumns.map((column) => [column.id, (widthById[column.id] ?? 0) / remPx])),
      [id]: widthPx / remPx,
    })
  }
  const table = useTable({
    features,
    columns: columnDefinitions,
    data,
    getRowId: (holder) => getRowKey(holder.row),
    state: { columnVisibility: visibility, columnSizing: widthById },
    columnResizeMode: 'onChange',
    onColumnSizingChange: (change) => {
      const nextWidths = typeof change === 'function' ? change(widthById) : change
      const changedId = Object.keys(nextWidths).find((id) => nextWidths[id] !== widthById[id])
      if (changedId) setWidth(changedId, nextWidths[changedId] ?? 0)
    },
  })
  const modelRows = table.getRowModel().rows

  const columnGeometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    horizontal: true,
    count: visibleColumns.length,
    getScrollElement: getScroller,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: 0,
    scrollPaddingStart: widths[0] ?? 0,
    // The first column is sticky, so it is always rendered.
    rangeExtractor: (range) =>
      [...new Set([0, ...createRangeExtractor(activeCell.column, visibleColumns.length, () => false)(range)])].slice(
        0,
        visibleColumns.length,
      ),
  })
  const rowGeometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: modelRows.length,
    getScrollElement: getScroller,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => modelRows[index]?.id ?? index,
    overscan: countSpareRows(
      columnGeometry.getVirtualItems().length,
      (scroller.current?.clientHeight ?? 0) / rowHeightPx,
    ),
    // The sticky header covers the top of the scroller.
    scrollPaddingStart: rowHeightPx,
    paddingStart: rowHeightPx,
    rangeExtractor: createRangeExtractor(activeCell.row, modelRows.length, () => isScrollingUp.current),
  })
  useEffect(() => {
    isScrollingUp.current = rowGeometry.scrollDirection === 'backward'
  })
  const widthsKey = widths.join()
  useEffect(() => columnGeometry.measure(), [columnGeometry, widthsKey])
  useEffect(() => rowGeometry.measure(), [rowGeometry, rowHeightPx])

  /** Returns the handler that starts dragging a column's edge. */
  const createEdgeDrag = (id: string) =>
    table
      .getFlatHeaders()
      .find((header) => header.column.id === id)
      ?.getResizeHandler()
  /** Widens a column by `byRem`, or narrows it if negative; null restores the default width. */
  const resizeColumn = (id: string, byRem: number | null) =>
    byRem === null ? resize({ [id]: null }) : setWidth(id, (widthById[id] ?? 0) + byRem * remPx)

  return {
    scroller,
    /** Props of the ruler, null if the columns are measured. */
    ruler: (scroller.current?.clientWidth ?? 0) > 0 ? measurement.ruler : null,
    visibleColumns,
    widths,
    modelRows,
    activeCell,
    setActiveCell,
    rowGeometry,
    columnGeometry,
    rowHeightPx,
    createEdgeDrag,
    resizeColumn,
  }
}

/**
 * Measures columns when the columns or the loaded rows change. While the columns stay the same, their needs only grow,
 * so that sorting and loading more rows do not move the columns back and forth.
 */
function useMeasurement<Row>(
  { rows, getRowKey }: DataTableProps<Row>,
  columns: readonly Column<Row>[],
  checkboxWidthPx: number,
): {
  needs: ColumnNeeds
  ruler: {
    columns: readonly Column<Row>[]
    rows: readonly Row[]
    onMeasured: (needs: Record<string, ColumnNeed>) => void
  } | null
} {
  const [measuredNeeds, setMeasuredNeeds] = useState<{ columnsKey: string; rowsKey: string; needs: ColumnNeeds }>({
    columnsKey: '',
    rowsKey: '',
    needs: {},
  })
  const columnsKey = `${getRemPx()}|${checkboxWidthPx}|${columns.map(({ id, header }) => `${id}:${header}`).join('|')}`
  const [firstRow, lastRow] = [rows[0], rows.at(-1)]
  const rowsKey =
    firstRow === undefined || lastRow === undefined ? '' : `${rows.length}|${getRowKey(firstRow)}|${getRowKey(lastRow)}`
  const sampleRows = useMemo(() => pickSampleRows(rows, columns), [rows, columns])
  const onMeasured = useCallback(
    (newNeeds: Record<string, ColumnNeed>) =>
      setMeasuredNeeds((current) => {
        const previousNeeds = current.columnsKey === columnsKey ? current.needs : {}
        const needs = Object.entries(newNeeds).map(([id, { content, header }], index): [string, ColumnNeed] => {
          const extra = index === 0 ? checkboxWidthPx : 0
          return [id, { content: Math.max(content + extra, previousNeeds[id]?.content ?? 0), header: header + extra }]
        })
        return { columnsKey, rowsKey, needs: Object.fromEntries(needs) }
      }),
    [columnsKey, rowsKey, checkboxWidthPx],
  )
  const isMeasured = rowsKey === '' || (measuredNeeds.columnsKey === columnsKey && measuredNeeds.rowsKey === rowsKey)
  return {
    needs: measuredNeeds.columnsKey === columnsKey ? measuredNeeds.needs : {},
    ruler: isMeasured ? null : { columns, rows: sampleRows, onMeasured },
  }
}

export type TableGrid<Row> = ReturnType<typeof useTableGrid<Row>>

/** Calls `onEnd` once per list length when the last rendered row is within `marginRows` rows of the end. */
export function useNearEnd(
  lastRenderedIndex: number,
  count: number,
  onEnd: (() => void) | undefined,
  marginRows = 10,
): void {
  const requestedCount = useRef(-1)
  useEffect(() => {
    if (!onEnd || count === 0 || lastRenderedIndex < count - marginRows || requestedCount.current === count) return
    requestedCount.current = count
    onEnd()
  }, [lastRenderedIndex, count, onEnd, marginRows])
}
