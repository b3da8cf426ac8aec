// The virtualizer's functions must not be memoized; no compiler is in use that would.
/* oxlint-disable react/incompatible-library */
import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Column, DataTableProps } from './columns'
import type { Cell } from './grid-keys'

const features = tableFeatures({ columnVisibilityFeature })

/** The table wants objects for rows; a list's rows may be anything. */
type Held<Row> = { row: Row }

/** Root font size in px: widths and heights follow the person's text size. */
function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}

function rowHeight(): number {
  const touch = getComputedStyle(document.documentElement).getPropertyValue('--touch-s')
  return Math.max(Number.parseFloat(touch) || 44, 2.75 * rem())
}

/** Keeps one index drawn wherever the list is scrolled: the sticky column, the row that has the focus. */
function keeping(index: number, count: number): (range: Range) => number[] {
  return (range) => {
    const drawn = defaultRangeExtractor(range)
    if (index < 0 || index >= count || drawn.includes(index)) return drawn
    return [...drawn, index].sort((a, b) => a - b)
  }
}

/** The table's model and geometry: which rows and columns are drawn, where, and which cell is active. */
export function useGrid<Row>(props: DataTableProps<Row>, visibility: Record<string, boolean>) {
  const { columns, rows, rowKey } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Cell>({ row: -1, column: 0 })
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<typeof features, Held<Row>> => ({ id: column.id, header: column.header })),
    [columns],
  )
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const data = useMemo(() => rows.map((row): Held<Row> => ({ row })), [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (held) => rowKey(held.row),
    state: { columnVisibility: visibility },
  })
  const shown = table
    .getVisibleLeafColumns()
    .map((column) => byId.get(column.id))
    .filter((column): column is Column<Row> => column !== undefined)
  const model = table.getRowModel().rows
  const element = useCallback(() => scroller.current, [])
  const size = rem()
  const height = rowHeight()
  const width = (index: number) => (shown[index]?.width ?? (index === 0 ? 12 : 8)) * size

  const rowGeometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: model.length,
    getScrollElement: element,
    estimateSize: () => height,
    getItemKey: (index) => model[index]?.id ?? index,
    overscan: 3,
    // The sticky header covers the top of the scroller.
    scrollPaddingStart: height,
    paddingStart: height,
    rangeExtractor: keeping(active.row, model.length),
  })
  const columnGeometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    horizontal: true,
    count: shown.length,
    getScrollElement: element,
    estimateSize: width,
    overscan: 1,
    scrollPaddingStart: width(0),
    rangeExtractor: (range) => [...new Set([0, ...keeping(active.column, shown.length)(range)])].slice(0, shown.length),
  })
  const widths = shown.map((_, index) => width(index)).join()
  useEffect(() => columnGeometry.measure(), [columnGeometry, widths])
  useEffect(() => rowGeometry.measure(), [rowGeometry, height])

  return { scroller, shown, model, active, setActive, rowGeometry, columnGeometry, height }
}

export type Grid<Row> = ReturnType<typeof useGrid<Row>>
