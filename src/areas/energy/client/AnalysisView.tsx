import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BarChart, LineChart, type Series } from '@/client/ui/Charts'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { ReportExportButton, ReportView } from '@/plant/client/report/ReportView'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { analysisDimensions, type Analysis } from '../contract/analysis-endpoints'
import { energyAnalysisReport } from '../contract/energy-reports'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { DataGapsNotice } from './DataGapsNotice'
import { EnergyChangeBadge, energyChangeCells } from './EnergyChangeBadge'
import { EnergyHourMap } from './EnergyHourMap'
import { toEnergyInput, EnergyPeriodBar, useEnergyQuery, type EnergyQuery } from './EnergyPeriodBar'

const EnergyFlowChart = lazy(() => import('./EnergyFlowChart'))
const MAX_BARS = 15
/** Height of the bar chart without its bars, height of each bar, and minimum height of the chart. */
const CHART_BASE_HEIGHT_PX = 60
const CHART_BAR_HEIGHT_PX = 30
const MIN_CHART_HEIGHT_PX = 200

/**
 * 用能分析: the use and cost of one medium in a period, split by line, team or another dimension. The URL holds the
 * selection.
 */
export default function AnalysisView() {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useQueryParams()
  const formatTeam = useFormatTeam()
  const energyQuery = useEnergyQuery()
  const dimension = analysisDimensions.find((key) => key === params.get('by')) ?? 'line'
  const input = { by: dimension, ...toEnergyInput(energyQuery) }
  return (
    <div className="ui-sections energy">
      <h2 className="ui-hidden">{t('pages.energyAnalysis.view.analysis')}</h2>
      <div className="energy-head">
        <EnergyPeriodBar energyQuery={energyQuery} />
        <ReportExportButton report={energyAnalysisReport} input={input} />
      </div>
      <ReportView
        report={energyAnalysisReport}
        input={input}
        cells={{ label: (row) => (dimension === 'team' ? formatTeam(row['id']) : null), ...energyChangeCells }}
        empty={{ title: t('pages.energy.nothing'), advice: t('pages.energy.nothingNext') }}
        renderAbove={(data) => (
          <>
            <AnalysisSummary data={data} energyQuery={energyQuery} />
            <Tabs
              label={t('inputs.by')}
              chosen={dimension}
              onChoose={(key) => changeParams({ by: key }, { replace: true })}
              tabs={analysisDimensions.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
            />
            <AnalysisCharts data={data} />
          </>
        )}
      />
    </div>
  )
}

/** Omits a series without values, so that the legend does not list it. */
const omitEmptySeries = (series: Series): Series[] => (series.values.some((value) => value !== null) ? [series] : [])

/** Flows from the supply to the places of use, metrics with their changes, and use by hour. */
function AnalysisSummary({ data, energyQuery }: { data: Analysis; energyQuery: EnergyQuery }) {
  const { t } = useTranslation('energy')
  const { unit } = data
  if (data.rows.length === 0 && data.rest.length === 0) return null
  const renderChange = (percent: number | null) =>
    percent === null ? t('pages.energy.nothingBefore') : <EnergyChangeBadge percent={percent} />
  return (
    <>
      {data.placeFlow.length > 0 && (
        <Suspense fallback={<SkeletonChart />}>
          <EnergyFlowChart
            question={t('pages.energy.question.flow')}
            unit={unit}
            period={`${data.from} – ${data.to}`}
            tableHeaders={[t('pages.energy.flowTo'), `${t('answers.used')} (${unit})`]}
            flows={data.placeFlow}
          />
        </Suspense>
      )}
      <MetricTiles
        tiles={[
          { label: t('answers.used'), value: data.used, unit },
          { label: t('answers.perKg'), value: data.perKg, unit: `${unit}/kg`, decimals: 3 },
          { label: t('answers.cost'), value: data.cost, unit: 'CNY' },
          {
            label: t(data.running ? 'pages.energy.sameHours' : 'answers.before'),
            value: data.before,
            unit,
            note: renderChange(data.beforePercent),
          },
          ...(data.yearBefore === null
            ? []
            : [
                {
                  label: t('answers.yearBefore'),
                  value: data.yearBefore,
                  unit,
                  note: renderChange(data.yearBeforePercent),
                },
              ]),
        ]}
      />
      <EnergyHourMap energyQuery={energyQuery} period={data} />
      <DataGapsNotice metrics={data} />
      <p className="quiet">{t('pages.energy.calendarDays')}</p>
    </>
  )
}

function AnalysisCharts({ data }: { data: Analysis }) {
  const { t } = useTranslation('energy')
  const formatTeam = useFormatTeam()
  const period = `${data.from} – ${data.to}`
  const { unit } = data
  const rows = data.rows.slice(0, MAX_BARS)
  const formatTrendPeriod = (from: string, to: string) =>
    from === to ? from.slice(5) : `${from.slice(5)} – ${to.slice(5)}`
  if (data.rows.length === 0 && data.rest.length === 0) return null
  return (
    <>
      <BarChart
        question={t('pages.energy.question.who', { by: t(`inputOptions.by.${data.by}`) })}
        unit={unit}
        period={period}
        horizontal
        decimals={0}
        height={Math.max(MIN_CHART_HEIGHT_PX, CHART_BASE_HEIGHT_PX + rows.length * CHART_BAR_HEIGHT_PX)}
        xs={rows.map((row) => (data.by === 'team' ? (formatTeam(row.id) ?? row.label) : row.label))}
        series={[
          { name: t('answers.used'), values: rows.map(({ used }) => used) },
          ...omitEmptySeries({ name: t('answers.before'), values: rows.map(({ before }) => before) }),
        ]}
      />
      {data.trend.length > 1 && (
        <LineChart
          question={t('pages.energy.question.trend')}
          unit={unit}
          period={period}
          decimals={0}
          xs={data.trend.map(({ from, to }) => formatTrendPeriod(from, to))}
          series={[
            { name: t('answers.used'), values: data.trend.map(({ used }) => used) },
            ...omitEmptySeries({ name: t('answers.before'), values: data.trend.map(({ before }) => before) }),
          ]}
        />
      )}
      {data.flow.length > 0 && (
        <Suspense fallback={<SkeletonChart />}>
          <EnergyFlowChart
            question={t('pages.energy.question.meterFlow')}
            unit={unit}
            period={period}
            tableHeaders={[t('pages.energy.flowTo'), `${t('answers.used')} (${unit})`]}
            flows={data.flow}
          />
        </Suspense>
      )}
    </>
  )
}
