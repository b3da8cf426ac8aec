import { useTranslation } from 'react-i18next'
import { useWidth } from '@/client/resource/use-width'
import { Quantity } from '@/client/ui/Quantity'

export interface FigureColumn<R> {
  readonly key: string
  readonly word: string
  readonly unit: string
  readonly decimals: number
  readonly of: (row: R) => number | null
}
const TABLE_FROM = 640
/** Rows of figures: a table, cards where there is no room for one. */
export function Figures<R extends { key: string; label: string }>({
  title,
  head,
  columns,
  rows,
}: {
  title: string
  head: string
  columns: readonly FigureColumn<R>[]
  rows: readonly R[]
}) {
  const [box, width] = useWidth<HTMLElement>()
  if (rows.length === 0) return null
  const cell = (row: R, column: FigureColumn<R>) => (
    <Quantity value={column.of(row)} unit={column.unit} decimals={column.decimals} />
  )
  return (
    <section ref={box} className="energy-table" aria-label={title}>
      <h2>{title}</h2>
      {width >= TABLE_FROM && (
        <div className="energy-scroll">
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
                  <th scope="row">{row.label}</th>
                  {columns.map((column) => (
                    <td key={column.key}>
                      <Quantity value={column.of(row)} decimals={column.decimals} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {width > 0 && width < TABLE_FROM && (
        <ul className="energy-cards">
          {rows.map((row) => (
            <li key={row.key} className="ui-card">
              <h3>{row.label}</h3>
              <dl>
                {columns.map((column) => (
                  <div key={column.key}>
                    <dt>{column.word}</dt>
                    <dd>{cell(row, column)}</dd>
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
export interface Tile {
  readonly word: string
  readonly value: number | null
  readonly unit: string
  readonly decimals?: number
  readonly note?: string | null
  /** Never shortened: it is compared with the same figure on another page. */
  readonly whole?: boolean
}
/** Large figures at the top of a page. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  const { t } = useTranslation('energy')
  return (
    <dl className="energy-tiles" aria-label={t('pages.energy.figures')}>
      {tiles.map(({ word, value, unit, decimals = 0, note, whole = false }) => (
        <div key={word} className="ui-card">
          <dt>{word}</dt>
          <dd>
            <Quantity value={value} unit={unit} decimals={decimals} size="large" whole={whole} fixed={whole} />
          </dd>
          {note && <dd className="quiet">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
