import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { ColumnNeed } from './column-widths'
import type { Column } from './columns'

/** Number of rows whose cells are measured, besides those with the longest values. */
const SAMPLE_SIZE = 20
/** Space for a digit or two that measured rows do not have, px. */
const SLACK_PX = 8

/** Returns rows spread evenly over the list, and for each column the row with the longest text or number. */
export function pickSampleRows<Row>(rows: readonly Row[], columns: readonly Pick<Column<Row>, 'id'>[]): Row[] {
  const step = Math.max(1, rows.length / SAMPLE_SIZE)
  const spreadRows = rows.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  const getLength = (row: Row, id: string): number => {
    const value = (row as Readonly<Record<string, unknown>>)[id]
    if (typeof value === 'string') return value.length
    return typeof value === 'number' ? value.toFixed(0).length : 0
  }
  const findLongestRow = (id: string): Row =>
    rows.reduce((longest, row) => (getLength(row, id) > getLength(longest, id) ? row : longest))
  const longestRows = rows.length === 0 ? [] : columns.map(({ id }) => findLongestRow(id))
  return [...new Set([...spreadRows, ...longestRows])]
}

interface ColumnRulerProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  onMeasured: (needs: Record<string, ColumnNeed>) => void
}
/** Renders cells invisibly, without a limit to their width, and reports the widths before the browser paints. */
export function ColumnRuler<Row>({ columns, rows, onMeasured }: ColumnRulerProps<Row>): ReactNode {
  const ruler = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const getWidth = (element: Element | undefined) => element?.getBoundingClientRect().width ?? 0
    const needEntries = columns.map(({ id }, index): [string, ColumnNeed] => {
      const [header, headerWord, content] = ruler.current?.children[index]?.children ?? []
      const twoLineWidth = getWidth(header) * HEADER_LINE_SHARE
      return [
        id,
        { content: getWidth(content) + SLACK_PX, header: Math.max(twoLineWidth, getWidth(headerWord)) + SLACK_PX },
      ]
    })
    onMeasured(Object.fromEntries(needEntries))
  }, [columns, onMeasured])
  return (
    <div className="ui-table-ruler" aria-hidden inert ref={ruler}>
      {columns.map((column) => (
        <div key={column.id}>
          <div className="ui-cell">{column.header}</div>
          <div className="ui-cell is-word">{column.header}</div>
          <div>
            {rows.map((row, index) => (
              <div key={index} className="ui-cell">
                {column.renderCell(row)}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
/** Share of a header's width that fits it in two lines; words rarely break exactly in the middle. */
const HEADER_LINE_SHARE = 0.65
