import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { DayRangeFields } from '@/client/figures/DayRangeFields'
import { useEndpoint } from '@/client/api/use-list'
import { hasEndpointAccess, useSession } from '@/client/session/use-session'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { BarChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { CloseIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { LineScopeNotice } from '@/plant/client/report/LineScopeNotice'
import { ReportExportButton, ReportTables } from '@/plant/client/report/ReportView'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import {
  plantStatistics,
  plantStatisticsReport,
  statisticsGroupings,
  type PlantStatistics,
} from '../../contract/metric-endpoints'
import { CalculatedAtNotice } from '../parts/CalculatedAtNotice'
import { LineField } from '../parts/PeriodChoiceBar'
import { metricSourceNames, metricSources, SourceRowList } from '../parts/SourceRowList'
import { useMetricDescription } from '../parts/ComparedMetricTile'

/**
 * 综合统计: every metric by one grouping over a range of days, and the source rows of the metrics. URL parameters hold the
 * selection.
 */
export default function StatisticsPage() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const grouping = statisticsGroupings.find((option) => option === params.get('by')) ?? 'day'
  const dayInput = Object.fromEntries(
    (['from', 'to'] as const).flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  )
  const lineId = params.get('line') ?? ''
  const team = params.get('team') ?? ''
  const input = { by: grouping, ...dayInput, ...(lineId ? { lineId } : {}), ...(team ? { team } : {}) }
  const person = useSession()
  const formatTeam = useFormatTeam()
  const visibleSources = metricSourceNames.filter((name) =>
    hasEndpointAccess(person, metricSources[name].resource.endpoints.list),
  )
  const sourceName = visibleSources.find((name) => name === params.get('rows'))
  const query = useEndpoint(plantStatistics, input, { resources: plantStatisticsReport.resources })
  const days = {
    from: params.get('from') ?? query.data?.from ?? '',
    to: params.get('to') ?? query.data?.to ?? '',
  }
  return (
    <PageFrame
      title={t('pages.statistics.title')}
      tools={<ReportExportButton report={plantStatisticsReport} input={input} />}
    >
      <div className="overview">
        <div className="overview-bar">
          <DayRangeFields days={days} onChange={(changed) => changeParams({ ...changed }, { replace: true })} />
          <LineField lineId={lineId} />
          {team && (
            <Button icon={<CloseIcon size={20} />} onClick={() => changeParams({ team: null }, { replace: true })}>
              {formatTeam(team) ?? team}
            </Button>
          )}
        </div>
        {visibleSources.length > 0 && (
          <Tabs
            label={t('statistics.rows')}
            isNavigation
            chosen={sourceName ?? 'figures'}
            onChoose={(next) => changeParams({ rows: next === 'figures' ? null : next })}
            tabs={[
              { key: 'figures', label: t('statistics.figures') },
              ...visibleSources.map((key) => ({ key, label: t(`statistics.sources.${key}`) })),
            ]}
          />
        )}
        {!sourceName && (
          <Tabs
            label={t('inputs.by')}
            chosen={grouping}
            onChoose={(next) => changeParams({ by: next }, { replace: true })}
            tabs={statisticsGroupings.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
          />
        )}
        <QueryBoundary query={query} skeleton={<SkeletonTable />}>
          {(answer) =>
            sourceName ? (
              <SourceRowList
                key={sourceName}
                source={sourceName}
                from={answer.from}
                to={answer.to}
                lineId={lineId}
                team={team}
              />
            ) : (
              <>
                <LineScopeNotice lineId={lineId} />
                <StatisticsSection answer={answer} />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </PageFrame>
  )
}
const CHARTED_METRICS = [
  'outputKg',
  'slitOutputKg',
  'goodKg',
  'q1Percent',
  'oeePercent',
  'kwhPerKg',
  'wastePercent',
] as const
const MAX_BARS = 40
function StatisticsSection({ answer }: { answer: PlantStatistics }) {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const describeMetric = useMetricDescription()
  const formatTeam = useFormatTeam()
  const selectedMetric =
    shiftMetricNames.find((name) => name === params.get('figure')) ??
    // A slitting line winds no web and opens with its slit rolls.
    CHARTED_METRICS.find((name) => answer.rows.some((row) => row[name] !== null)) ??
    'outputKg'
  const offeredMetrics = CHARTED_METRICS.some((name) => name === selectedMetric)
    ? CHARTED_METRICS
    : [...CHARTED_METRICS, selectedMetric]
  if (answer.rows.length === 0) return <EmptyState title={t('pages.nothingMade')} advice={t('pages.nothingMadeNext')} />
  const getLabel = (row: PlantStatistics['rows'][number]) =>
    answer.by === 'team' ? (formatTeam(row.key) ?? row.label) : row.label
  const bars = answer.rows.slice(-MAX_BARS)
  return (
    <>
      <CalculatedAtNotice calculationState={answer} />
      <Tabs
        label={t('statistics.figure')}
        chosen={selectedMetric}
        onChoose={(figure) => changeParams({ figure }, { replace: true })}
        tabs={offeredMetrics.map((key) => ({ key, label: describeMetric(key).name }))}
      />
      <BarChart
        question={t('statistics.question', {
          figure: describeMetric(selectedMetric).name,
          by: t(`inputOptions.by.${answer.by}`).toLowerCase(),
        })}
        unit={describeMetric(selectedMetric).unit}
        decimals={describeMetric(selectedMetric).decimals}
        period={`${answer.from} – ${answer.to}`}
        xs={bars.map(getLabel)}
        series={[{ name: describeMetric(selectedMetric).name, values: bars.map((row) => row[selectedMetric]) }]}
      />
      <ReportTables
        report={plantStatisticsReport}
        answer={answer}
        cells={{ label: (row) => (answer.by === 'team' ? formatTeam(row['key']) : null) }}
      />
    </>
  )
}
