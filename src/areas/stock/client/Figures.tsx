import { useTranslation } from 'react-i18next'
import { useWidth } from '@/client/resource/use-width'
import { Quantity } from '@/client/ui/Quantity'
import { Scrolled } from './Scrolled'

export interface FigureColumn<R> {
  readonly key: string
  readonly word: string
  readonly unit: string
  readonly decimals: number
  readonly of: (row: R) => number | null
}
const TABLE_FROM = 560
/** Rows of figures with their total: a table, cards where there is no room for one. */
export function Figures<R extends { key: string; label: string; sub?: string | null }>({
  title,
  head,
  columns,
  rows,
  total,
  onOpen,
}: {
  title: string
  head: string
  columns: readonly FigureColumn<R>[]
  rows: readonly R[]
  total?: R
  onOpen?: ((row: R) => void) | undefined
}) {
  const [box, width] = useWidth<HTMLElement>()
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
  return (
    <section ref={box} className="stock-table" aria-label={title}>
      {width >= TABLE_FROM && (
        <Scrolled name={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {columns.map(({ key, word, unit }) => (
                  <th key={key} scope="col">
                    {word}
                    {unit && ` (${unit})`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row">{name(row)}</th>
                  {columns.map((column) => (
                    <td key={column.key}>
                      <Quantity value={column.of(row)} decimals={column.decimals} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot>
                <tr>
                  <th scope="row">{total.label}</th>
                  {columns.map((column) => (
                    <td key={column.key}>
                      <Quantity value={column.of(total)} decimals={column.decimals} />
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </Scrolled>
      )}
      {width > 0 && width < TABLE_FROM && (
        <ul className="stock-cards">
          {rows.map((row) => (
            <li key={row.key} className="ui-card">
              <h2>{name(row)}</h2>
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
/** Large figures at the top of a view. */
export function Tiles({
  tiles,
}: {
  tiles: readonly { word: string; value: number | null; unit: string; decimals?: number; note?: string | null }[]
}) {
  const { t } = useTranslation('stock')
  return (
    <dl className="stock-tiles" aria-label={t('pages.figures')}>
      {tiles.map(({ word, value, unit, decimals = 0, note }) => (
        <div key={word} className="ui-card">
          <dt>{word}</dt>
          <dd>
            <Quantity value={value} unit={unit} decimals={decimals} size="large" />
          </dd>
          {note && <dd className="quiet">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
