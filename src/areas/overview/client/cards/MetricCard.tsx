import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import type { MetricAnswer, metricEndpoints } from '../../contract/metric-endpoints'
import { RankedList } from '../parts/RankedList'
import { ComparedMetricTile, useMetricDescription } from '../parts/ComparedMetricTile'
import { SparklineChart } from '../parts/SparklineChart'
import type { DashboardCardProps } from './catalogue'

type MetricEndpoint = (typeof metricEndpoints)[keyof typeof metricEndpoints]['endpoint']
const METRIC_RESOURCES = ['shiftFigure', 'figureTarget']
/** Creates a card that shows a metric endpoint: the trend of its metrics, or its teams with ranks. */
export function createMetricCard(endpoint: MetricEndpoint, content: 'trend' | 'teams') {
  return function MetricCard({ size, lineId, period, isWallScreen }: DashboardCardProps) {
    const query = useEndpoint(
      endpoint,
      { period, ...(lineId ? { lineId } : {}) },
      { resources: METRIC_RESOURCES, refreshIntervalMs: 300_000 },
    )
    return (
      <QueryBoundary query={query} skeleton={<SkeletonDetail fields={size === 'small' ? 1 : 2} />}>
        {(answer) =>
          content === 'teams' ? (
            <TeamRankingTable answer={answer} maxRows={size === 'large' ? 12 : 4} />
          ) : (
            <MetricTrendSection answer={answer} size={size} lineId={lineId} isWallScreen={isWallScreen} />
          )
        }
      </QueryBoundary>
    )
  }
}
function MetricTrendSection({
  answer,
  size,
  lineId,
  isWallScreen,
}: { answer: MetricAnswer } & Pick<DashboardCardProps, 'size' | 'lineId' | 'isWallScreen'>) {
  const { t } = useTranslation('overview')
  const getPageLink = usePageLink()
  const describeMetric = useMetricDescription()
  const linkParams = { by: 'line', from: answer.from, to: answer.to, ...(lineId ? { line: lineId } : {}) }
  const buildLink = (figure: string) => (isWallScreen ? null : getPageLink('statistics', { ...linkParams, figure }))
  const visibleMetrics = size === 'small' ? answer.figures.slice(0, 1) : answer.figures
  const [mainMetric] = answer.figures
  if (!mainMetric) return null
  const trendValues = answer.trend.filter(({ figure }) => figure === mainMetric.figure).map(({ value }) => value)
  return (
    <>
      <p className="quiet">
        {t(`inputOptions.period.${answer.period}`)} ·{' '}
        {answer.from === answer.to ? answer.from : `${answer.from} – ${answer.to}`}
      </p>
      <dl className="overview-tiles">
        {visibleMetrics.map((metric) => (
          <ComparedMetricTile key={metric.figure} metric={metric} to={buildLink(metric.figure)} />
        ))}
      </dl>
      {size !== 'small' && (
        <SparklineChart
          values={trendValues}
          label={t('pages.courseOf', { figure: describeMetric(mainMetric.figure).name })}
        />
      )}
      {size === 'large' && answer.teams.length > 0 && <TeamRankingTable answer={answer} maxRows={4} />}
    </>
  )
}
function TeamRankingTable({ answer, maxRows }: { answer: MetricAnswer; maxRows: number }) {
  const { t } = useTranslation('overview')
  const formatTeam = useFormatTeam()
  const mainMetric = answer.figures[0]?.figure
  const rows = answer.teams
    .filter(({ figure }) => figure === mainMetric)
    .map((row) => ({ ...row, key: row.team, label: formatTeam(row.team) ?? row.team }))
  if (rows.length === 0) return <p className="quiet">{t('pages.nothingMade')}</p>
  return <RankedList title={t('inputs.team')} rows={rows.slice(0, maxRows)} />
}
