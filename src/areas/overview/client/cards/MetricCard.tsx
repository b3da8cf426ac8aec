import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { BarList } from '@/client/ui/drawings/BarList'
import { HeatMap } from '@/client/ui/drawings/HeatMap'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { metricCourse } from '../../contract/course-endpoints'
import type { MetricAnswer, metricEndpoints } from '../../contract/metric-endpoints'
import { ComparedMetricTile, getCourse, useMetricDescription } from '../parts/ComparedMetricTile'
import { targetVerdictTones } from '../shared/VerdictBadge'
import { ROWS_BY_SIZE, type DashboardCardProps } from './catalogue'

type MetricEndpoint = (typeof metricEndpoints)[keyof typeof metricEndpoints]['endpoint']
const METRIC_RESOURCES = ['shiftFigure', 'figureTarget']
const QUERY_OPTIONS = { resources: METRIC_RESOURCES, refreshIntervalMs: 300_000 } as const
/** Creates a card that shows a metric endpoint: its metrics with bullet and sparkline, or its teams as bars. */
export function createMetricCard(endpoint: MetricEndpoint, content: 'trend' | 'teams') {
  return function MetricCard({ size, lineId, period, isWallScreen }: DashboardCardProps) {
    const query = useEndpoint(endpoint, { period, ...(lineId ? { lineId } : {}) }, QUERY_OPTIONS)
    return (
      <QueryBoundary query={query} skeleton={<SkeletonDetail fields={size === 'small' ? 1 : 2} />}>
        {(answer) =>
          content === 'teams' ? (
            <TeamBars answer={answer} maxRows={ROWS_BY_SIZE[size]} />
          ) : (
            <MetricTiles answer={answer} size={size} lineId={lineId} isWallScreen={isWallScreen} />
          )
        }
      </QueryBoundary>
    )
  }
}
function MetricTiles({
  answer,
  size,
  lineId,
  isWallScreen,
}: { answer: MetricAnswer } & Pick<DashboardCardProps, 'size' | 'lineId' | 'isWallScreen'>) {
  const { t } = useTranslation('overview')
  const getPageLink = usePageLink()
  const course = useEndpoint(metricCourse, { period: answer.period, ...(lineId ? { lineId } : {}) }, QUERY_OPTIONS)
  const linkParams = { by: 'line', from: answer.from, to: answer.to, ...(lineId ? { line: lineId } : {}) }
  const buildLink = (figure: string) => (isWallScreen ? null : getPageLink('statistics', { ...linkParams, figure }))
  const visibleMetrics = size === 'small' ? answer.figures.slice(0, 1) : answer.figures
  return (
    <>
      <p className="quiet">
        {t(`inputOptions.period.${answer.period}`)} ·{' '}
        {answer.from === answer.to ? answer.from : `${answer.from} – ${answer.to}`}
      </p>
      <dl className="overview-tiles">
        {visibleMetrics.map((metric) => (
          <ComparedMetricTile
            key={metric.figure}
            metric={metric}
            to={buildLink(metric.figure)}
            course={getCourse(course.data, metric.figure)}
            isUnfinished={answer.running}
          />
        ))}
      </dl>
      {size === 'large' && answer.teams.length > 0 && <TeamBars answer={answer} maxRows={4} />}
    </>
  )
}
/** Bars of the teams by the first metric of an answer, best first. */
function TeamBars({ answer, maxRows }: { answer: MetricAnswer; maxRows: number }) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const formatTeam = useFormatTeam()
  const describeMetric = useMetricDescription()
  const rankedMetricName = answer.figures[0]?.figure
  const rows = answer.teams
    .filter(({ figure, value }) => figure === rankedMetricName && value !== null)
    .sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))
  if (!rankedMetricName || rows.length === 0) return <p className="quiet">{t('pages.nothingMade')}</p>
  const { name, unit, decimals } = describeMetric(rankedMetricName)
  return (
    <BarList
      label={name}
      rows={rows.slice(0, maxRows).map(({ team, value, verdict }) => ({
        key: team,
        label: formatTeam(team) ?? team,
        ...(verdict ? { detail: t(`verdicts.${verdict}`), tone: targetVerdictTones[verdict] } : {}),
        value: value ?? 0,
        text: formatNumber(value, { language, unit, decimals, abbreviate: true }),
      }))}
    />
  )
}
/** Creates a card with a metric of every line over the last periods as a heat map. */
export function createLineHeatCard(figure: ShiftMetricName) {
  return function LineHeatCard({ size, period }: DashboardCardProps) {
    const language = useLanguage()
    const { name, unit, decimals } = useMetricDescription()(figure)
    const query = useEndpoint(metricCourse, { period, figure }, QUERY_OPTIONS)
    const columnCount = { small: 3, wide: 7, large: 14 }[size]
    return (
      <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
        {({ periods, lines, running }) => {
          const columns = periods.slice(-columnCount).map(({ from }) => from.slice(5))
          return (
            <HeatMap
              label={name}
              columns={columns}
              rows={lines.map(({ lineId, label, values }) => ({
                key: lineId,
                label: label.split(' ')[0],
                values: values.slice(-columnCount).map(({ value }) => value),
              }))}
              formatValue={(value) =>
                formatNumber(value, { language, decimals: Math.min(decimals, 1), abbreviate: true }) +
                (unit === '%' ? '%' : '')
              }
              isUnfinished={(index) => running && index === columns.length - 1}
            />
          )
        }}
      </QueryBoundary>
    )
  }
}
