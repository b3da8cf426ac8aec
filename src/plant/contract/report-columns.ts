import { series } from '@/contract/field'
import type { ReportColumn } from '@/contract/report'
import { metrics, type MetricName } from '../rules/metrics'

/**
 * Closed months that overlap the period of a report. The page and the workbook name these months. Later corrections do
 * not change their amounts, except in reports that count rolls as they are now (`closedMonthsKey`).
 */
export const closedMonthsField = series('text', { required: true, max: 1200 })

const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name)

/**
 * Returns the text keys of a report column: the heading, and the formula if the column is a metric of the plant. A
 * column with its own `labelKey` does not count as a metric, even if its field has the name of a metric.
 */
export function getColumnTextKeys(
  area: string,
  { field, labelKey }: ReportColumn,
): { label: string; formula?: string } {
  if (labelKey || !isMetric(field)) return { label: labelKey ?? `${area}:answers.${field}` }
  return { label: `plant:figures.${field}.name`, formula: `plant:figures.${field}.formula` }
}
