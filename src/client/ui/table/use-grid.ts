// The virtualizer's functions must not be memoized; no compiler is in use that would.
/* oxlint-disable react/incompatible-library */
import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Column, DataTableProps } from './columns'
import type { Cell } from './grid-keys'

/** Room at the header's end for the column button, px. */
export const CHOOSER = 48

const features = tableFeatures({ columnVisibilityFeature })

/** The table wants objects for rows; a list's rows may be anything. */
type Held<Row> = { row: Row }

/** Root font size in px: widths and heights follow the person's text size. */
function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}

/** Height of a row, px: that of the device, taller with the person's text size. */
function rowHeight(): number {
  const row = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 2.75
  return row * Math.max(16, rem())
}

/** The sticky column may take so much of the table's width; others may grow so much to fill it. */
const FIRST_SHARE = 0.42
const MOST_GROWTH = 1.5

/** Widths of the columns, px: as declared, the first one cut on a narrow screen, all wider where room is left over. */
export function widthsOf<Row>(columns: readonly Column<Row>[], size: number, room: number): number[] {
  const asked = columns.map((column, index) => (column.width ?? (index === 0 ? 12 : 8)) * size)
  if (room <= 0) return asked
  const cut = asked.map((width, index) =>
    index === 0 ? Math.min(width, Math.max(8 * size, room * FIRST_SHARE)) : width,
  )
  const sum = cut.reduce((total, width) => total + width, 0)
  const growth = Math.min(MOST_GROWTH, Math.max(1, room / sum))
  return cut.map((width) => Math.floor(width * growth))
}

/** Nodes a table may take, and about how many a cell of numbers, texts and states takes. */
const NODES = 340
const PER_CELL = 2.1

/** Rows drawn ahead of the scroll: as many as the node budget leaves, at least one so that scrolling shows no gap. */
function spareRows(columns: number, visibleRows: number): number {
  const affordable = NODES / (1 + PER_CELL * Math.max(1, columns))
  return Math.min(4, Math.max(1, Math.floor(affordable - visibleRows)))
}

/** Only the side scrolled to gets spare rows: those behind would be nodes nobody comes back to. */
function ahead(range: Range, backward: boolean): number[] {
  const first = range.startIndex - (backward ? range.overscan : 0)
  const last = range.endIndex + (backward ? 0 : range.overscan)
  return defaultRangeExtractor({
    ...range,
    startIndex: Math.max(0, first),
    endIndex: Math.min(range.count - 1, last),
    overscan: 0,
  })
}

/** Keeps one index drawn wherever the list is scrolled: the sticky column, the row that has the focus. */
function keeping(index: number, count: number, backward: () => boolean): (range: Range) => number[] {
  return (range) => {
    const drawn = ahead(range, backward())
    if (index < 0 || index >= count || drawn.includes(index)) return drawn
    return [...drawn, index].sort((a, b) => a - b)
  }
}

/** The table's model and geometry: which rows and columns are drawn, where, and which cell is active. */
export function useGrid<Row>(props: DataTableProps<Row>, visibility: Record<string, boolean>) {
  const { columns, rows, rowKey } = props
  const scroller = useRef<HTMLDivElement>(null)
  const up = useRef(false)
  const [active, setActive] = useState<Cell>({ row: -1, column: 0 })
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<typeof features, Held<Row>> => ({ id: column.id, header: column.header })),
    [columns],
  )
  const data = useMemo(() => rows.map((row): Held<Row> => ({ row })), [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (held) => rowKey(held.row),
    state: { columnVisibility: visibility },
  })
  const visible = table.getVisibleLeafColumns()
  const shown = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return visible.map((column) => byId.get(column.id)).filter((column): column is Column<Row> => column !== undefined)
  }, [columns, visible])
  const model = table.getRowModel().rows
  const element = useCallback(() => scroller.current, [])
  const size = rem()
  const height = rowHeight()
  // The virtualizers draw again when the scroller's size changes, so this is never old for long.
  const widths = widthsOf(shown, size, (scroller.current?.clientWidth ?? 0) - CHOOSER)

  const columnGeometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    horizontal: true,
    count: shown.length,
    getScrollElement: element,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: 0,
    scrollPaddingStart: widths[0] ?? 0,
    rangeExtractor: (range) =>
      [...new Set([0, ...keeping(active.column, shown.length, () => false)(range)])].slice(0, shown.length),
  })
  const rowGeometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: model.length,
    getScrollElement: element,
    estimateSize: () => height,
    getItemKey: (index) => model[index]?.id ?? index,
    overscan: spareRows(columnGeometry.getVirtualItems().length, (scroller.current?.clientHeight ?? 0) / height),
    // The sticky header covers the top of the scroller.
    scrollPaddingStart: height,
    paddingStart: height,
    rangeExtractor: keeping(active.row, model.length, () => up.current),
  })
  useEffect(() => {
    up.current = rowGeometry.scrollDirection === 'backward'
  })
  const measures = widths.join()
  useEffect(() => columnGeometry.measure(), [columnGeometry, measures])
  useEffect(() => rowGeometry.measure(), [rowGeometry, height])

  return { scroller, shown, model, active, setActive, rowGeometry, columnGeometry, height }
}

export type Grid<Row> = ReturnType<typeof useGrid<Row>>
