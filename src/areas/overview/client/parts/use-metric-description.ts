import { useTranslation } from 'react-i18next'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { metrics, metricDecimals } from '@/plant/rules/metrics'

export interface MetricDescription {
  readonly name: string
  readonly formula: string
  readonly unit: string
  readonly decimals: number
}
/** Returns a function that describes a metric: name, formula, unit and decimals, the same everywhere. */
export function useMetricDescription(): (name: ShiftMetricName) => MetricDescription {
  const { t } = useTranslation('plant')
  return (name) => ({
    name: t(`plant:figures.${name}.name`),
    formula: t(`plant:figures.${name}.formula`),
    unit: metrics[name].unit,
    decimals: metricDecimals[metrics[name].unit] ?? 0,
  })
}
