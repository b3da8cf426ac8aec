import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { HeatMap } from '@/client/ui/drawings/HeatMap'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { metricEndpoints, type MetricAnswer } from '../../contract/metric-endpoints'
import { CalculatedAtNotice } from '../parts/CalculatedAtNotice'
import { RankedList } from '../parts/RankedList'
import { ComparedMetricTile, useMetricDescription } from '../parts/ComparedMetricTile'
import { PeriodChoiceBar, toPeriodInput, usePeriodChoice } from '../parts/PeriodChoiceBar'

const APPRAISED_METRICS = ['mainOutput', 'cutOutput', 'mainDegrade', 'cutDegrade', 'q1', 'inputOutput'] as const

/** 绩效: one metric by line and by team, with ranks. */
export default function PerformancePage() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const choice = usePeriodChoice('month')
  const selectedName = APPRAISED_METRICS.find((name) => name === params.get('figure')) ?? 'mainOutput'
  const query = useEndpoint(metricEndpoints[selectedName].endpoint, toPeriodInput(choice), {
    resources: ['shiftFigure', 'figureTarget'],
  })
  return (
    <PageFrame title={t('pages.performance.title')}>
      <div className="overview">
        <Tabs
          label={t('statistics.figure')}
          isNavigation
          chosen={selectedName}
          onChoose={(figure) => changeParams({ figure }, { replace: true })}
          tabs={APPRAISED_METRICS.map((key) => ({ key, label: t(`performance.${key}`) }))}
        />
        <PeriodChoiceBar choice={choice} />
        <QueryBoundary query={query} skeleton={<SkeletonTable />}>
          {(answer) => <PerformanceSection answer={answer} />}
        </QueryBoundary>
      </div>
    </PageFrame>
  )
}
/** Tiles of all metrics of an answer, with the ranks of teams and lines and the trend of the first one. */
export function PerformanceSection({ answer }: { answer: MetricAnswer }) {
  const { t } = useTranslation('overview')
  const formatTeam = useFormatTeam()
  const describeMetric = useMetricDescription()
  const [rankedMetric] = answer.figures
  if (!rankedMetric || (answer.lines.length === 0 && answer.teams.length === 0))
    return <EmptyState title={t('pages.nothingMade')} advice={t('pages.nothingMadeNext')} />
  const lines = answer.lines
    .filter(({ figure }) => figure === rankedMetric.figure)
    .map((row) => ({ ...row, key: row.lineId, label: row.label }))
  const teams = answer.teams
    .filter(({ figure }) => figure === rankedMetric.figure)
    .map((row) => ({ ...row, key: row.team, label: formatTeam(row.team) ?? row.team }))
  const trend = answer.trend.filter(({ figure }) => figure === rankedMetric.figure)
  const { name, unit, decimals, formula } = describeMetric(rankedMetric.figure)
  const isUnfinished = answer.running
  return (
    <>
      <div className="ui-columns">
        <section>
          <h2>{t('inputs.team')}</h2>
          <RankedList title={t('inputs.team')} rows={teams} isUnfinished={isUnfinished} />
        </section>
        <section>
          <h2>{t('inputs.lineId')}</h2>
          <RankedList title={t('inputs.lineId')} rows={lines} isUnfinished={isUnfinished} />
        </section>
      </div>
      <dl className="overview-tiles">
        {answer.figures.map((metric) => (
          <ComparedMetricTile
            key={metric.figure}
            metric={metric}
            course={answer.trend.filter(({ figure }) => figure === metric.figure).map(({ value }) => value)}
            isUnfinished={isUnfinished}
          />
        ))}
      </dl>
      <TeamHeatMap answer={answer} metricName={rankedMetric.figure} title={t('performance.byTeam', { figure: name })} />
      <CalculatedAtNotice calculationState={answer} />
      {isUnfinished && <p className="quiet">{t('pages.comparedDays', { count: answer.comparedDays })}</p>}
      {trend.length > 1 && (
        <LineChart
          question={t('pages.courseOf', { figure: name })}
          unit={unit}
          decimals={decimals}
          period={`${answer.from} – ${answer.to}`}
          xs={trend.map(({ from }) => from.slice(5))}
          series={[{ name, values: trend.map(({ value }) => value) }]}
        />
      )}
      <p className="quiet">
        {name}: {formula}
      </p>
    </>
  )
}
/** The ranked metric of each team by day, or by the longer step of the period. */
function TeamHeatMap({
  answer,
  metricName,
  title,
}: {
  answer: MetricAnswer
  metricName: ShiftMetricName
  title: string
}) {
  const language = useLanguage()
  const formatTeam = useFormatTeam()
  const { unit, decimals } = useMetricDescription()(metricName)
  const steps = [...new Set(answer.teamTrend.map(({ from }) => from))].sort()
  const teams = [...new Set(answer.teamTrend.map(({ team }) => team))]
  if (steps.length < 2 || teams.length < 2) return null
  return (
    <section>
      <h2>
        {title} <small className="quiet">{unit}</small>
      </h2>
      <HeatMap
        label={title}
        columns={steps.map((day) => (answer.period === 'month' ? day.slice(8) : day.slice(5)))}
        rows={teams.map((team) => ({
          key: team,
          label: formatTeam(team) ?? team,
          values: steps.map(
            (day) => answer.teamTrend.find((entry) => entry.team === team && entry.from === day)?.value ?? null,
          ),
        }))}
        formatValue={(value) => formatNumber(value, { language, decimals, abbreviate: true })}
        isUnfinished={(columnIndex) => answer.running && columnIndex === steps.length - 1}
      />
    </section>
  )
}
