import './figures.css'
import { useUnit } from '@/client/format/use-language'
import { useElementWidth } from '@/client/ui/use-element-width'
import { Quantity } from '../ui/Quantity'
import type { ReactNode } from 'react'

export interface MetricColumn<R> {
  readonly key: string
  readonly label: string
  readonly unit: string
  readonly decimals: number
  readonly getValue: (row: R) => number | null
}
export interface MetricRow {
  readonly key: string
  readonly label: string
  /** Small text below the label. */
  readonly subtitle?: string | null
}
/** Minimum width of the component for the table layout, px. */
const MIN_TABLE_WIDTH_PX = 560

/**
 * A few rows of metrics with their total as a table, or as cards without the total on narrow screens. Renders nothing
 * without rows.
 */
export function MetricTable<R extends MetricRow>({
  title,
  hidesTitle = false,
  rowHeader,
  columns,
  rows,
  total,
  onOpen,
}: {
  title: string
  /** Hides the title, which the page displays itself; screen readers still get it. */
  hidesTitle?: boolean
  /** Header of the label column. */
  rowHeader: string
  columns: readonly MetricColumn<R>[]
  rows: readonly R[]
  total?: R
  /** Called when the user taps a row's label. */
  onOpen?: ((row: R) => void) | undefined
}) {
  const [sectionRef, width] = useElementWidth<HTMLElement>()
  const formatUnit = useUnit()
  if (rows.length === 0) return null
  const renderName = (row: R) => (
    <>
      {onOpen ? (
        <button type="button" className="ui-link" onClick={() => onOpen(row)}>
          {row.label}
        </button>
      ) : (
        row.label
      )}
      {row.subtitle && <small>{row.subtitle}</small>}
    </>
  )
  const renderCells = (row: R) =>
    columns.map((column) => (
      <td key={column.key}>
        <Quantity value={column.getValue(row)} decimals={column.decimals} />
      </td>
    ))
  return (
    <section ref={sectionRef} className="figures-of" aria-label={title}>
      {!hidesTitle && <h2>{title}</h2>}
      {width >= MIN_TABLE_WIDTH_PX && (
        <TableScrollView name={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{rowHeader}</th>
                {columns.map(({ key, label, unit }) => (
                  <th key={key} scope="col">
                    {label}
                    {unit && ` (${formatUnit(unit)})`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row">{renderName(row)}</th>
                  {renderCells(row)}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot>
                <tr>
                  <th scope="row">{total.label}</th>
                  {renderCells(total)}
                </tr>
              </tfoot>
            )}
          </table>
        </TableScrollView>
      )}
      {width > 0 && width < MIN_TABLE_WIDTH_PX && (
        <ul className="figure-cards">
          {rows.map((row) => (
            <li key={row.key} className="ui-card">
              {hidesTitle ? <h2>{renderName(row)}</h2> : <h3>{renderName(row)}</h3>}
              <dl>
                {columns.map((column) => (
                  <div key={column.key}>
                    <dt>{column.label}</dt>
                    <dd>
                      <Quantity value={column.getValue(row)} unit={column.unit} decimals={column.decimals} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Container for a table that may be wider than the screen: scrolls by itself and is reachable by keyboard. */
export function TableScrollView({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figures-scroll" role="group" aria-label={name} tabIndex={0}>
      {children}
    </div>
  )
}
