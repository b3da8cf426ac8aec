import type { ReportColumn } from '@/contract/report'
import { metrics, type MetricName } from '../rules/metrics'

const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name)

/**
 * Returns the text keys of a report column: its heading, and the formula if it is a metric of the plant. A column with
 * a heading of its own has the name of a metric by chance.
 */
export function getColumnTextKeys(
  area: string,
  { field, labelKey }: ReportColumn,
): { label: string; formula?: string } {
  if (labelKey || !isMetric(field)) return { label: labelKey ?? `${area}:answers.${field}` }
  return { label: `plant:figures.${field}.name`, formula: `plant:figures.${field}.formula` }
}
