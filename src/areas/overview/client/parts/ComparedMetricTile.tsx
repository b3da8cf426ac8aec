import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import { Quantity, AbbreviatedNumbersProvider } from '@/client/ui/Quantity'
import { BulletBar } from '@/client/ui/drawings/BulletBar'
import { Sparkline } from '@/client/ui/drawings/Sparkline'
import type { MetricCourse } from '../../contract/course-endpoints'
import type { TargetVerdict } from '../../rules/target-verdict'
import { VerdictBadge, targetVerdictTones } from '../shared/VerdictBadge'
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
/**
 * A metric as value, bullet bar against the due amount and the target, sparkline of the last periods and changes. The
 * name of the metric links to the page that lists the source rows.
 * @param course values of the last periods, the oldest first
 * @param isUnfinished true while the last period runs
 */
export function ComparedMetricTile({
  metric,
  to,
  large,
  course,
  isUnfinished = false,
}: {
  metric: ComparedMetric
  to?: string | null
  large?: boolean
  course?: readonly (number | null)[] | undefined
  isUnfinished?: boolean
}) {
  const { t } = useTranslation('overview')
  const description = useMetricDescription()(metric.figure)
  return (
    <AbbreviatedNumbersProvider>
      <div className={`overview-tile${large ? ' is-large' : ''}`} title={description.formula}>
        <dt>{to ? <Link to={to}>{description.name}</Link> : description.name}</dt>
        <dd className="overview-value">
          <Quantity value={metric.value} unit={description.unit} decimals={description.decimals} size="large" />
          <VerdictBadge verdict={metric.verdict} isUnfinished={metric.due !== metric.target} />
        </dd>
        {metric.target !== null && (
          <dd className="overview-drawing">
            <BulletBar
              label={description.name}
              unit={description.unit}
              decimals={description.decimals}
              value={metric.value}
              due={metric.due}
              target={metric.target}
              tone={metric.verdict ? targetVerdictTones[metric.verdict] : 'active'}
              isUnfinished={metric.due !== metric.target}
            />
          </dd>
        )}
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
        {course && (
          <dd className="overview-drawing">
            <Sparkline
              label={t('glance.course', { metric: description.name, count: course.length })}
              values={course}
              isLastUnfinished={isUnfinished}
            />
          </dd>
        )}
      </div>
    </AbbreviatedNumbersProvider>
  )
}
/** Returns the values of a metric in the last periods, the oldest first; undefined while nothing is loaded. */
export const getCourse = (course: MetricCourse | undefined, figure: ShiftMetricName): (number | null)[] | undefined =>
  course?.metrics.find((metric) => metric.figure === figure)?.values.map(({ value }) => value)

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
  const directionClass = isImprovement ? 'is-good' : 'is-worse'
  const changeClass = isImprovement === null ? '' : directionClass
  return (
    <span>
      {label}{' '}
      <b className={changeClass}>
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
