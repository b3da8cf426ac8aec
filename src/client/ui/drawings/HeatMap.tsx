import './drawings.css'
import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react'

export interface HeatMapRow {
  readonly key: string
  readonly label: ReactNode
  /** One value per column; null if there is none. */
  readonly values: readonly (number | null)[]
}
/** Share of the accent colour in the lightest cell. */
const MIN_INK_PERCENT = 6
/** Share of the accent colour in the darkest cell. */
const MAX_INK_PERCENT = 50

/**
 * A table whose cells are coloured by their value, such as teams × days. The darkest colour is the largest value of the
 * table; each cell shows its number, so that the colour is never the only information.
 * @param getTone colours a cell by a judgement instead of the accent colour
 */
export function HeatMap({
  label,
  columns,
  rows,
  formatValue,
  getTone,
  isUnfinished,
  isRowUnfinished,
}: {
  label: string
  columns: readonly string[]
  rows: readonly HeatMapRow[]
  formatValue: (value: number) => string
  getTone?: (value: number, row: HeatMapRow, columnIndex: number) => 'ok' | 'warn' | 'bad' | null
  /** True for the column of the period that still runs; its cells are hatched. */
  isUnfinished?: (columnIndex: number) => boolean
  /** True for a row whose period still runs; its cells are hatched. */
  isRowUnfinished?: (row: HeatMapRow) => boolean
}) {
  const presentValues = rows.flatMap(({ values }) => values.filter((value) => value !== null))
  const [lowest, highest] = [Math.min(...presentValues), Math.max(...presentValues)]
  const toInkPercent = (value: number) =>
    highest > lowest
      ? MIN_INK_PERCENT + ((value - lowest) / (highest - lowest)) * (MAX_INK_PERCENT - MIN_INK_PERCENT)
      : MAX_INK_PERCENT / 2
  const region = useRef<HTMLElement>(null)
  const lastFilledIndex = isUnfinished
    ? columns.findLastIndex((_, index) => rows.some((row) => row.values[index] != null))
    : -1
  // Scrolls to the newest column with values, because a narrow screen shows only a part of the columns.
  useLayoutEffect(() => {
    const cell = region.current?.querySelectorAll<HTMLElement>('thead th')[lastFilledIndex + 1]
    if (region.current && cell && lastFilledIndex >= 0)
      region.current.scrollLeft = cell.offsetLeft + cell.offsetWidth - region.current.clientWidth
  }, [lastFilledIndex])
  // A region that scrolls has to be reachable by keyboard.
  const scrollProps = { 'aria-label': label, tabIndex: 0 }
  return (
    <section ref={region} className="ui-heat-map" {...scrollProps}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="ui-hidden">{label}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, index) => {
                const tone = value === null ? null : (getTone?.(value, row, index) ?? null)
                const isHatched = value !== null && (isUnfinished?.(index) || isRowUnfinished?.(row))
                const className = [tone && `tone-${tone}`, isHatched && 'is-unfinished'].filter(Boolean)
                return (
                  <td
                    key={columns[index]}
                    className={className.join(' ') || undefined}
                    style={
                      value === null ? undefined : ({ '--ink-percent': `${toInkPercent(value)}%` } as CSSProperties)
                    }
                  >
                    {value === null ? '' : formatValue(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
