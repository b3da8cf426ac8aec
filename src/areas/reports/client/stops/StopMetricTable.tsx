import { useTranslation } from 'react-i18next'
import { MetricTable } from '@/client/figures/MetricTable'
import { metrics } from '@/plant/rules/metrics'
import { stopMetricFields } from '@/areas/reports/contract/stop-analysis'
import type { StopMetrics } from '@/areas/reports/rules/stop-analysis'

type StopMetricRow = StopMetrics & { key: string; label: string }
const metricNames = Object.keys(stopMetricFields) as (keyof typeof stopMetricFields)[]

/** Table of stop metrics for each line or team. */
export function StopMetricTable({
  title,
  rowHeading,
  rows,
}: {
  title: string
  rowHeading: string
  rows: readonly StopMetricRow[]
}) {
  const { t } = useTranslation('plant')
  return (
    <MetricTable
      title={title}
      rowHeader={rowHeading}
      rows={rows}
      columns={metricNames.map((name) => {
        const { unit } = metrics[name]
        return {
          key: name,
          word: t(`figures.${name}.name`),
          unit,
          decimals: unit === '' ? 0 : 1,
          of: (row: StopMetricRow) => row[name],
        }
      })}
    />
  )
}
