import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import type { StatisticMetric } from '@/areas/rolls/rules/roll-statistics'
import { statisticMetrics } from '@/areas/rolls/rules/roll-statistics'
import { Quantity } from '@/client/ui/Quantity'
import type { dataStatistics } from '../contract/statistics-endpoints'
import { MetricTable } from '@/client/figures/MetricTable'
import { TableScrollView } from '@/client/figures/TableScrollView'

export type RollStatistics = EndpointOutput<typeof dataStatistics>
export const metricUnits: Readonly<Record<StatisticMetric, { unit: string; decimals: number }>> = {
  rolls: { unit: '', decimals: 0 },
  kg: { unit: 'kg', decimals: 0 },
  metres: { unit: 'm', decimals: 0 },
  meanKg: { unit: 'kg', decimals: 1 },
  downgradedKg: { unit: 'kg', decimals: 0 },
}
/** Limits of the table on screen; the Excel file has more. */
const MAX_ROWS = 300
const MAX_COLUMNS = 60

/** Cross table with sums; without a column dimension, all metrics of each row. */
export function PivotTable({ of, figure }: { of: RollStatistics; figure: StatisticMetric }) {
  const { t } = useTranslation('stock')
  const head = t(`inputOptions.rows.${of.rowsBy}`)
  const rows = of.rows.slice(0, MAX_ROWS)
  const isCut = of.rows.length > rows.length || of.columns.length > MAX_COLUMNS
  const note = isCut && <p className="quiet">{t('pages.cut', { rows: of.rows.length, columns: of.columns.length })}</p>
  if (!of.columnsBy)
    return (
      <div>
        <MetricTable
          hidesTitle
          title={head}
          rowHeader={head}
          rows={rows.map((row) => ({ ...row, key: row.key ?? '' }))}
          total={{ ...of, key: 'total', label: t('sheet.total') }}
          columns={statisticMetrics.map((key) => ({
            key,
            word: t(`answers.${key}`),
            ...metricUnits[key],
            of: (row: Record<StatisticMetric, number | null>) => row[key],
          }))}
        />
        {note}
      </div>
    )
  const columns = of.columns.slice(0, MAX_COLUMNS)
  const valueByCell = new Map(of.cells.map((one) => [`${one.row} ${one.column}`, one[figure]]))
  const { unit, decimals } = metricUnits[figure]
  const name = `${t(`answers.${figure}`)}${unit ? ` (${unit})` : ''}`
  return (
    <section className="figures-of" aria-label={name}>
      <TableScrollView name={name}>
        <table className="is-pivot">
          <caption>{name}</caption>
          <thead>
            <tr>
              <th scope="col">
                {head} \ {t(`inputOptions.rows.${of.columnsBy}`)}
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
                  <Quantity value={row[figure]} decimals={decimals} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('sheet.total')}</th>
              {columns.map((column) => (
                <td key={column.key ?? ''}>
                  <Quantity value={column[figure]} decimals={decimals} />
                </td>
              ))}
              <td className="is-total">
                <Quantity value={of[figure]} decimals={decimals} />
              </td>
            </tr>
          </tfoot>
        </table>
      </TableScrollView>
      {note}
    </section>
  )
}
