import { formatNumber, type Language } from '../../format/number'
import type { TableRow } from './ChartFrame'
import type { Series } from './chart-props'

/** The rows behind a chart; a flagged point says so in words. Values are exact to `decimals`, never shortened. */
export function seriesTable(
  labels: readonly string[],
  series: readonly Series[],
  format: { language: Language; decimals?: number; flagged: string },
): TableRow[] {
  return labels.map((label, index) => ({
    label,
    cells: series.map((one) => {
      const text = formatNumber(one.values[index], { ...format })
      return one.flags?.[index] ? `${text} (${format.flagged})` : text
    }),
  }))
}
