import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { metricEndpoints, type MetricAnswer } from '../../contract/metric-endpoints'
import { CalculatedAtNotice } from '../parts/CalculatedAtNotice'
import { RankedTable } from '../parts/RankedTable'
import { ComparedMetricTile, useMetricDescription } from '../parts/ComparedMetricTile'
import { PeriodChoiceBar, toPeriodInput, usePeriodChoice } from '../parts/PeriodChoiceBar'

const APPRAISED_METRICS = ['mainOutput', 'cutOutput', 'mainDegrade', 'cutDegrade', 'q1', 'inputOutput'] as const

/** 绩效: one metric by line and by team, with ranks. */
export default function PerformancePage() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useParams()
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
          onChoose={(figure) => changeParams({ figure }, true)}
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
/** Metrics of a period with the rankings of teams and lines and the trend. */
export function PerformanceSection({ answer }: { answer: MetricAnswer }) {
  const { t } = useTranslation('overview')
  const formatTeam = useFormatTeam()
  const describeMetric = useMetricDescription()
  const [mainMetric] = answer.figures
  if (!mainMetric || (answer.lines.length === 0 && answer.teams.length === 0))
    return <EmptyState title={t('pages.nothingMade')} advice={t('pages.nothingMadeNext')} />
  const lines = answer.lines
    .filter(({ figure }) => figure === mainMetric.figure)
    .map((row) => ({ ...row, key: row.lineId, label: row.label }))
  const teams = answer.teams
    .filter(({ figure }) => figure === mainMetric.figure)
    .map((row) => ({ ...row, key: row.team, label: formatTeam(row.team) ?? row.team }))
  const trend = answer.trend.filter(({ figure }) => figure === mainMetric.figure)
  const { name, unit, decimals, formula } = describeMetric(mainMetric.figure)
  return (
    <>
      <dl className="overview-tiles">
        {answer.figures.map((metric) => (
          <ComparedMetricTile key={metric.figure} metric={metric} />
        ))}
      </dl>
      <CalculatedAtNotice calculationState={answer} />
      {answer.running && <p className="quiet">{t('pages.comparedDays', { count: answer.comparedDays })}</p>}
      <div className="overview-two">
        <RankedTable title={t('inputs.team')} head={t('inputs.team')} rows={teams} />
        <RankedTable title={t('inputs.lineId')} head={t('inputs.lineId')} rows={lines} />
      </div>
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
