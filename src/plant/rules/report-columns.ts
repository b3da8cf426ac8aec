import type { ReportColumn } from '@/contract/report'
import { metrics, type MetricName } from './metrics'

const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name)

/** Returns the text keys of a report column: its heading, and the formula if it is a metric of the plant. */
export function getColumnTextKeys(
  area: string,
  { field, labelKey }: ReportColumn,
): { label: string; formula?: string } {
  if (!isMetric(field)) return { label: labelKey ?? `${area}:answers.${field}` }
  return { label: labelKey ?? `plant:figures.${field}.name`, formula: `plant:figures.${field}.formula` }
}
