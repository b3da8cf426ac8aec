import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { DayRangeFields } from '@/client/figures/DayRangeFields'
import { useEndpoint } from '@/client/api/use-list'
import { useUnit } from '@/client/format/use-language'
import { hasEndpointAccess, useSession } from '@/client/session/use-session'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { BarChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { CloseIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { shiftMetricNames, type ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import {
  plantStatistics,
  statisticsGroupings,
  plantStatisticsWorkbook,
  type PlantStatistics,
} from '../../contract/metric-endpoints'
import { CalculatedAtNotice } from '../parts/CalculatedAtNotice'
import { LineField } from '../parts/PeriodChoiceBar'
import { metricSourceNames, metricSources, SourceRowList } from '../parts/SourceRowList'
import { useMetricDescription } from '../parts/ComparedMetricTile'

/**
 * 综合统计: every metric by one grouping over a range of days, and the rows it is made of. The address holds the selection.
 */
export default function StatisticsPage() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useParams()
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
  const query = useEndpoint(plantStatistics, input, { resources: ['shiftFigure'] })
  const days = {
    from: params.get('from') ?? query.data?.from ?? '',
    to: params.get('to') ?? query.data?.to ?? '',
  }
  return (
    <PageFrame
      title={t('pages.statistics.title')}
      tools={<ExportButton endpoint={plantStatisticsWorkbook} input={input} />}
    >
      <div className="overview">
        <div className="overview-bar">
          <DayRangeFields days={days} onChange={(changed) => changeParams({ ...changed }, true)} />
          <LineField lineId={lineId} />
          {team && (
            <Button icon={<CloseIcon size={20} />} onClick={() => changeParams({ team: null }, true)}>
              {formatTeam(team) ?? team}
            </Button>
          )}
        </div>
        {visibleSources.length > 0 && (
          <Tabs
            label={t('statistics.rows')}
            switchesViews
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
            onChoose={(next) => changeParams({ by: next }, true)}
            tabs={statisticsGroupings.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
          />
        )}
        {query.isPending && <SkeletonTable />}
        {query.error && <NotLoadedView query={query} />}
        {query.data && !query.error && !sourceName && <StatisticsSection answer={query.data} />}
        {query.data && sourceName && (
          <SourceRowList
            key={sourceName}
            source={sourceName}
            from={query.data.from}
            to={query.data.to}
            lineId={lineId}
            team={team}
          />
        )}
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
  const [params, changeParams] = useParams()
  const describeMetric = useMetricDescription()
  const formatTeam = useFormatTeam()
  const selectedMetric = shiftMetricNames.find((name) => name === params.get('figure')) ?? 'outputKg'
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
        onChoose={(figure) => changeParams({ figure }, true)}
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
      <StatisticsTable answer={answer} getLabel={getLabel} />
    </>
  )
}
function StatisticsTable({
  answer,
  getLabel,
}: {
  answer: PlantStatistics
  getLabel: (row: PlantStatistics['rows'][number]) => string
}) {
  const { t } = useTranslation('overview')
  const describeMetric = useMetricDescription()
  const formatUnit = useUnit()
  const renderCells = (row: Record<ShiftMetricName, number | null>) =>
    shiftMetricNames.map((name) => (
      <td key={name}>
        <Quantity value={row[name]} decimals={describeMetric(name).decimals} />
      </td>
    ))
  // Scrollable regions must be focusable by keyboard.
  const scrollProps = { role: 'region', 'aria-label': t('client:ui.chart.table'), tabIndex: 0 }
  return (
    <div className="overview-table" {...scrollProps}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`inputOptions.by.${answer.by}`)}</th>
            {shiftMetricNames.map((name) => (
              <th key={name} scope="col" title={describeMetric(name).formula}>
                {describeMetric(name).name}
                {describeMetric(name).unit && ` (${formatUnit(describeMetric(name).unit)})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row) => (
            <tr key={row.key ?? 'none'}>
              <th scope="row">{getLabel(row)}</th>
              {renderCells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {answer.total.map((row) => (
            <tr key="total">
              <th scope="row">{t('statistics.total')}</th>
              {renderCells(row)}
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}
