import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { useWidth } from '@/client/resource/use-width'
import { figures } from '@/plant/rules/figures'
import { stopFigureFields } from '@/areas/reports/contract/stop-analysis'
import type { StopFigures } from '@/areas/reports/rules/stop-analysis'

const COLUMNS = (Object.keys(stopFigureFields) as (keyof typeof stopFigureFields)[]).map((name) => {
  const { unit } = figures[name]
  return [name, unit, unit === '' ? 0 : 1] as const
})
/** From this width of its own room on, px, the figures are a table. */
const TABLE_FROM = 640
type Figures = StopFigures & { key: string; label: string }

/** The figures of each line or team: a few rows, so a plain table; cards where there is no room for one. */
export function FigureTable({ title, head, rows }: { title: string; head: string; rows: readonly Figures[] }) {
  const { t } = useTranslation(['reports', 'plant'])
  const [box, width] = useWidth<HTMLElement>()
  const cell = (row: Figures, [name, unit, decimals]: (typeof COLUMNS)[number]) => (
    <Quantity value={row[name]} unit={unit} decimals={decimals} />
  )
  if (rows.length === 0) return null
  return (
    <section ref={box} className="stop-table" aria-label={title}>
      <h2>{title}</h2>
      {width >= TABLE_FROM && (
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {COLUMNS.map(([name, unit]) => (
                <th key={name} scope="col">
                  {t(`plant:figures.${name}.name`)}
                  {unit && ` (${unit})`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {COLUMNS.map((column) => (
                  <td key={column[0]}>{cell(row, column)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {width > 0 && width < TABLE_FROM && (
        <ul className="stop-cards">
          {rows.map((row) => (
            <li key={row.key} className="ui-card">
              <h3>{row.label}</h3>
              <dl className="stop-facts">
                {COLUMNS.map((column) => (
                  <div key={column[0]}>
                    <dt>{t(`plant:figures.${column[0]}.name`)}</dt>
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
