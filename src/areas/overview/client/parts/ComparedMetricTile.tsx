import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import { Quantity, AbbreviatedNumbersProvider } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import type { TargetVerdict } from '../../rules/target-verdict'
import { targetVerdictTones } from '../tones'
import { metrics, metricDecimals } from '@/plant/rules/metrics'

export interface ComparedMetric {
  readonly figure: ShiftMetricName
  readonly value: number | null
  readonly target: number | null
  readonly due: number | null
  readonly verdict: TargetVerdict | null
  readonly changePercent: number | null
  readonly yearChangePercent: number | null
}
/** A metric with its target and changes; it links to its rows. */
export function ComparedMetricTile({
  metric,
  to,
  large,
}: {
  metric: ComparedMetric
  to?: string | null
  large?: boolean
}) {
  const { t } = useTranslation('overview')
  const description = useMetricDescription()(metric.figure)
  return (
    <AbbreviatedNumbersProvider>
      <div className={`overview-tile${large ? ' is-large' : ''}`} title={description.formula}>
        <dt>{to ? <Link to={to}>{description.name}</Link> : description.name}</dt>
        <dd className="overview-value">
          <Quantity value={metric.value} unit={description.unit} decimals={description.decimals} size="large" />
          {metric.verdict && (
            <StateBadge tone={targetVerdictTones[metric.verdict]}>{t(`verdicts.${metric.verdict}`)}</StateBadge>
          )}
        </dd>
        <dd className="quiet">
          {metric.target !== null && (
            <span>
              {t(metric.due === metric.target ? 'pages.target' : 'pages.due')}{' '}
              <Quantity value={metric.due} unit={description.unit} decimals={description.decimals} />
            </span>
          )}
          <ChangeText metricName={metric.figure} label={t('pages.before')} percent={metric.changePercent} />
          <ChangeText metricName={metric.figure} label={t('pages.yearBefore')} percent={metric.yearChangePercent} />
        </dd>
      </div>
    </AbbreviatedNumbersProvider>
  )
}
/** Change against a previous value. The color shows whether it is an improvement; screen readers get a word. */
export function ChangeText({
  metricName,
  label,
  percent,
}: {
  metricName: ShiftMetricName
  label: string
  percent: number | null
}) {
  const { t } = useTranslation('overview')
  if (percent === null) return null
  const isImprovement = percent === 0 ? null : percent > 0 !== lowerIsBetterMetrics.has(metricName)
  return (
    <span>
      {label}{' '}
      <b className={isImprovement === null ? '' : isImprovement ? 'is-good' : 'is-worse'}>
        {percent > 0 ? '+' : ''}
        {percent}%
      </b>
      {isImprovement !== null && <span className="ui-hidden">{t(isImprovement ? 'pages.better' : 'pages.worse')}</span>}
    </span>
  )
}

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
