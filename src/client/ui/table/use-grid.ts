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
import { rem } from '../text-size'
import type { Column, DataTableProps } from './columns'
import type { Cell } from './grid-keys'
import type { ColumnChoice } from './use-column-choice'

/** Space at the end of the header for the column button, px. */
export const CHOOSER = 48

const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature, columnResizingFeature })

/** The table requires objects as rows; a list's rows may be anything. */
type Held<Row> = { row: Row }

/** Returns the row height of the device in px, scaled with the text size. */
function rowHeight(): number {
  const row = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 2.75
  return row * Math.max(16, rem())
}

/** Width of the selection checkbox in the first column, rem. */
const BOX = 1.75

/** Maximum share of the table's width for the sticky column, and maximum growth of columns that fill free space. */
const FIRST_SHARE = 0.47
const MOST_GROWTH = 1.5

/**
 * Calculates column widths in px. Manual widths (`manualWidths`, rem) stay as they are; other columns have their
 * declared width and grow into free space. The first column is limited on narrow screens.
 */
export function widthsOf<Row>(
  columns: readonly Column<Row>[],
  size: number,
  room: number,
  own: Readonly<Record<string, number>> = {},
): number[] {
  const given = columns.map(({ id }) => (own[id] === undefined ? undefined : own[id] * size))
  const asked = columns.map((column, index) => (column.width ?? (index === 0 ? 12 : 8)) * size)
  if (room <= 0) return asked.map((width, index) => given[index] ?? width)
  const cut = asked.map((width, index) =>
    index === 0 ? Math.min(width, Math.max(8 * size, room * FIRST_SHARE)) : width,
  )
  const sum = (of: readonly (number | undefined)[]) => of.reduce<number>((total, width) => total + (width ?? 0), 0)
  const free = sum(cut.filter((_, index) => given[index] === undefined))
  const growth = free > 0 ? Math.min(MOST_GROWTH, Math.max(1, (room - sum(given)) / free)) : 1
  return cut.map((width, index) => Math.floor(given[index] ?? width * growth))
}

/** DOM nodes a table may use, and the average number per cell of numbers, texts and states. */
const NODES = 340
const PER_CELL = 2.1

/**
 * Returns the number of rows rendered ahead of the scroll position: as many as the node budget allows, at least one to
 * avoid gaps.
 */
function spareRows(columns: number, visibleRows: number): number {
  const affordable = NODES / (1 + PER_CELL * Math.max(1, columns))
  return Math.min(4, Math.max(1, Math.floor(affordable - visibleRows)))
}

/** Adds spare rows only in the scroll direction, to save nodes. */
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

/** Keeps one index rendered at any scroll position: the sticky column, or the row that has the focus. */
function keeping(index: number, count: number, backward: () => boolean): (range: Range) => number[] {
  return (range) => {
    const drawn = ahead(range, backward())
    if (index < 0 || index >= count || drawn.includes(index)) return drawn
    return [...drawn, index].sort((a, b) => a - b)
  }
}

/** Returns the model and geometry of a table: rendered rows and columns, their positions, and the active cell. */
export function useGrid<Row>(props: DataTableProps<Row>, { visibility, widths: own, resize }: ColumnChoice) {
  const { columns, rows, rowKey, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const up = useRef(false)
  const [active, setActive] = useState<Cell>({ row: -1, column: 0 })
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<typeof features, Held<Row>> => ({ id: column.id, header: column.header })),
    [columns],
  )
  const data = useMemo(() => rows.map((row): Held<Row> => ({ row })), [rows])
  const shown = useMemo(() => columns.filter(({ id }) => visibility[id] !== false), [columns, visibility])
  const element = useCallback(() => scroller.current, [])
  const size = rem()
  const height = rowHeight()
  // The virtualizers re-render when the scroller's size changes, so this width is never stale for long.
  const asked = onSelect
    ? shown.map((column, index) => (index === 0 ? { ...column, width: (column.width ?? 12) + BOX } : column))
    : shown
  const widths = widthsOf(asked, size, (scroller.current?.clientWidth ?? 0) - CHOOSER, own)
  const sizing = Object.fromEntries(shown.map(({ id }, index) => [id, widths[index] ?? 0]))
  /**
   * Sets the width of a column, px. Preceding columns keep their current width, so that the edge stays under the
   * pointer.
   */
  const give = (id: string, width: number) => {
    const before = shown.slice(
      0,
      shown.findIndex((column) => column.id === id),
    )
    resize({ ...Object.fromEntries(before.map((one) => [one.id, (sizing[one.id] ?? 0) / size])), [id]: width / size })
  }
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (held) => rowKey(held.row),
    state: { columnVisibility: visibility, columnSizing: sizing },
    columnResizeMode: 'onChange',
    onColumnSizingChange: (change) => {
      const next = typeof change === 'function' ? change(sizing) : change
      const changed = Object.keys(next).find((id) => next[id] !== sizing[id])
      if (changed) give(changed, next[changed] ?? 0)
    },
  })
  const model = table.getRowModel().rows

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

  /** Returns the handler that starts dragging a column's edge. */
  const dragOf = (id: string) =>
    table
      .getFlatHeaders()
      .find((header) => header.column.id === id)
      ?.getResizeHandler()
  /** Widens a column by `by` rem; null restores the default width. */
  const widen = (id: string, by: number | null) =>
    by === null ? resize({ [id]: null }) : give(id, (sizing[id] ?? 0) + by * size)

  return { scroller, shown, widths, model, active, setActive, rowGeometry, columnGeometry, height, dragOf, widen }
}

export type Grid<Row> = ReturnType<typeof useGrid<Row>>
