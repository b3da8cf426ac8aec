import { formatNumber, type AppLanguage } from '../../format/number'
import type { TableRow } from './ChartFrame'
import type { Series } from './chart-props'

/**
 * Builds the data table of a chart. Flagged points are marked in words; values have `decimals` digits and are not
 * abbreviated.
 */
export function buildSeriesTable(
  labels: readonly string[],
  series: readonly Series[],
  format: { language: AppLanguage; decimals?: number; flagged: string },
): TableRow[] {
  return labels.map((label, index) => ({
    label,
    cells: series.map((one) => {
      const text = formatNumber(one.values[index], { ...format })
      return one.flags?.[index] ? `${text} (${format.flagged})` : text
    }),
  }))
}
