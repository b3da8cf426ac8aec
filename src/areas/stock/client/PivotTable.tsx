import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import type { StatisticMetric } from '@/areas/slitting/rules/roll-statistics'
import { Quantity } from '@/client/ui/Quantity'
import type { rollStatistics } from '../contract/statistics-endpoints'

export type RollStatistics = EndpointOutput<typeof rollStatistics>
/** Unit and decimals of each metric on screen. */
export const metricFormats: Readonly<Record<StatisticMetric, { unit: string; decimals: number }>> = {
  rolls: { unit: '', decimals: 0 },
  kg: { unit: 'kg', decimals: 0 },
  metres: { unit: 'm', decimals: 0 },
  meanKg: { unit: 'kg', decimals: 1 },
  downgradedKg: { unit: 'kg', decimals: 0 },
}
/** Maximum number of rows on screen; the Excel file has more. */
const MAX_ROWS = 300
/** Maximum number of columns on screen; the Excel file has more. */
const MAX_COLUMNS = 60

/** Cross table of one metric with sums. */
export function PivotTable({ statistics, metric }: { statistics: RollStatistics; metric: StatisticMetric }) {
  const { t } = useTranslation('stock')
  const rowDimensionLabel = t(`inputOptions.rows.${statistics.rowsBy}`)
  const rows = statistics.rows.slice(0, MAX_ROWS)
  const columns = statistics.columns.slice(0, MAX_COLUMNS)
  const isTruncated = statistics.rows.length > rows.length || statistics.columns.length > columns.length
  const valueByCell = new Map(statistics.cells.map((cell) => [`${cell.row} ${cell.column}`, cell[metric]]))
  const { unit, decimals } = metricFormats[metric]
  const metricLabel = `${t(`answers.${metric}`)}${unit ? ` (${unit})` : ''}`
  // Scrollable regions must be focusable by keyboard.
  const scrollProps = { role: 'group', 'aria-label': metricLabel, tabIndex: 0 }
  return (
    <section aria-label={metricLabel}>
      <div className="stock-pivot" {...scrollProps}>
        <table>
          <caption>{metricLabel}</caption>
          <thead>
            <tr>
              <th scope="col">
                {rowDimensionLabel} \ {t(`inputOptions.rows.${statistics.columnsBy}`)}
              </th>
              {columns.map(({ key, label }) => (
                <th key={key ?? ''} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{t('sheet.total')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key ?? ''}>
                <th scope="row">{row.label}</th>
                {columns.map(({ key }) => (
                  <td key={key ?? ''}>
                    {valueByCell.has(`${row.key} ${key}`) ? (
                      <Quantity value={valueByCell.get(`${row.key} ${key}`)} decimals={decimals} />
                    ) : (
                      ''
                    )}
                  </td>
                ))}
                <td className="is-total">
                  <Quantity value={row[metric]} decimals={decimals} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('sheet.total')}</th>
              {columns.map((column) => (
                <td key={column.key ?? ''}>
                  <Quantity value={column[metric]} decimals={decimals} />
                </td>
              ))}
              <td className="is-total">
                <Quantity value={statistics[metric]} decimals={decimals} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {isTruncated && (
        <p className="quiet">{t('pages.cut', { rows: statistics.rows.length, columns: statistics.columns.length })}</p>
      )}
    </section>
  )
}
