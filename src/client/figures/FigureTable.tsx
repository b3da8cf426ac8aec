import './figures.css'
import { useUnit } from '../format/use-unit'
import { useWidth } from '../resource/use-width'
import { Quantity } from '../ui/Quantity'
import { Scrolled } from './Scrolled'

export interface FigureColumn<R> {
  readonly key: string
  readonly word: string
  readonly unit: string
  readonly decimals: number
  readonly of: (row: R) => number | null
}
export interface FigureRow {
  readonly key: string
  readonly label: string
  /** Small text below the label. */
  readonly sub?: string | null
}
/** Minimum width of the component for the table layout, px. */
const TABLE_FROM = 560

/**
 * A few rows of metrics with their total as a table, or as cards without the total on narrow screens. Renders nothing
 * without rows.
 */
export function FigureTable<R extends FigureRow>({
  title,
  plain = false,
  head,
  columns,
  rows,
  total,
  onOpen,
}: {
  title: string
  /** Hides the title, which the page displays itself; screen readers still get it. */
  plain?: boolean
  /** Header of the label column. */
  head: string
  columns: readonly FigureColumn<R>[]
  rows: readonly R[]
  total?: R
  /** Called when the user taps a row's label. */
  onOpen?: ((row: R) => void) | undefined
}) {
  const [box, width] = useWidth<HTMLElement>()
  const unitOf = useUnit()
  if (rows.length === 0) return null
  const name = (row: R) => (
    <>
      {onOpen ? (
        <button type="button" className="ui-link" onClick={() => onOpen(row)}>
          {row.label}
        </button>
      ) : (
        row.label
      )}
      {row.sub && <small>{row.sub}</small>}
    </>
  )
  const cells = (row: R) =>
    columns.map((column) => (
      <td key={column.key}>
        <Quantity value={column.of(row)} decimals={column.decimals} />
      </td>
    ))
  return (
    <section ref={box} className="figures-of" aria-label={title}>
      {!plain && <h2>{title}</h2>}
      {width >= TABLE_FROM && (
        <Scrolled name={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {columns.map(({ key, word, unit }) => (
                  <th key={key} scope="col">
                    {word}
                    {unit && ` (${unitOf(unit)})`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row">{name(row)}</th>
                  {cells(row)}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot>
                <tr>
                  <th scope="row">{total.label}</th>
                  {cells(total)}
                </tr>
              </tfoot>
            )}
          </table>
        </Scrolled>
      )}
      {width > 0 && width < TABLE_FROM && (
        <ul className="figure-cards">
          {rows.map((row) => (
            <li key={row.key} className="ui-card">
              {plain ? <h2>{name(row)}</h2> : <h3>{name(row)}</h3>}
              <dl>
                {columns.map((column) => (
                  <div key={column.key}>
                    <dt>{column.word}</dt>
                    <dd>
                      <Quantity value={column.of(row)} unit={column.unit} decimals={column.decimals} />
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
