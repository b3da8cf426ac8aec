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
  /** What stands small below the label. */
  readonly sub?: string | null
}
/** From this width of its own room on, px, the figures are a table. */
const TABLE_FROM = 560

/** A few rows of figures, and their total: a table; cards, without the total, where there is no room for one. Nothing when there are no rows. */
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
  /** The page says above it what it is: the title is for those only who listen. */
  plain?: boolean
  /** What the rows are. */
  head: string
  columns: readonly FigureColumn<R>[]
  rows: readonly R[]
  total?: R
  /** What tapping a row's label does. */
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
