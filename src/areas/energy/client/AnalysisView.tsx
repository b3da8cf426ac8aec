import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { BarChart, LineChart, type Series } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { analysisDimensions, energyAnalysis, energyExport } from '../contract/analysis-endpoints'
import { MetricTable } from '@/client/figures/MetricTable'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { createComparisonColumns } from './comparison-columns'
import { DataGapsNotice } from './DataGapsNotice'
import { toEnergyInput, EnergyPeriodBar, useEnergyQuery } from './EnergyPeriodBar'

const EnergyFlowChart = lazy(() => import('./EnergyFlowChart'))
type Analysis = EndpointOutput<typeof energyAnalysis>
const REFRESHING_RESOURCES = ['energyUse', 'energyMeter']
const MAX_BARS = 15

/**
 * 用能分析: the use and cost of one medium in a period, split by line, team or another dimension. The URL holds the
 * selection.
 */
export default function AnalysisView() {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useParams()
  const energyQuery = useEnergyQuery()
  const dimension = analysisDimensions.find((key) => key === params.get('by')) ?? 'line'
  const input = { by: dimension, ...toEnergyInput(energyQuery) }
  const analysis = useEndpoint(energyAnalysis, input, { resources: REFRESHING_RESOURCES })
  return (
    <div className="energy">
      <h2 className="ui-hidden">{t('pages.energyAnalysis.view.analysis')}</h2>
      <div className="energy-head">
        <EnergyPeriodBar energyQuery={energyQuery} />
        <ExportButton endpoint={energyExport} input={input} />
      </div>
      <Tabs
        label={t('inputs.by')}
        chosen={dimension}
        onChoose={(key) => changeParams({ by: key }, true)}
        tabs={analysisDimensions.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
      />
      {analysis.isPending && <SkeletonChart />}
      {analysis.error && <NotLoadedView query={analysis} />}
      {analysis.data && !analysis.error && <AnalysisCharts data={analysis.data} />}
    </div>
  )
}

/** Omits a series without values, so that the legend does not list it. */
const omitEmptySeries = (series: Series): Series[] => (series.values.some((value) => value !== null) ? [series] : [])

function AnalysisCharts({ data }: { data: Analysis }) {
  const { t } = useTranslation('energy')
  const formatTeam = useFormatTeam()
  const period = `${data.from} – ${data.to}`
  const { unit } = data
  const rows = data.rows.map((row) => ({
    ...row,
    key: row.id,
    label: data.by === 'team' ? (formatTeam(row.id) ?? row.label) : row.label,
  }))
  const formatTrendPeriod = (from: string, to: string) =>
    from === to ? from.slice(5) : `${from.slice(5)} – ${to.slice(5)}`
  const formatChange = (value: number | null) =>
    value === null ? t('pages.energy.nothingBefore') : `${value > 0 ? '+' : ''}${value}%`
  if (data.used === 0 && rows.length === 0)
    return <EmptyState title={t('pages.energy.nothing')} advice={t('pages.energy.nothingNext')} />
  return (
    <>
      <MetricTiles
        tiles={[
          { label: t('answers.used'), value: data.used, unit },
          { label: t('answers.perKg'), value: data.perKg, unit: `${unit}/kg`, decimals: 3 },
          { label: t('answers.cost'), value: data.cost, unit: 'CNY' },
          {
            label: t(data.running ? 'pages.energy.sameHours' : 'answers.before'),
            value: data.before,
            unit,
            note: formatChange(data.beforePercent),
          },
          { label: t('answers.yearBefore'), value: data.yearBefore, unit, note: formatChange(data.yearBeforePercent) },
        ]}
      />
      <DataGapsNotice metrics={data} />
      <BarChart
        question={t('pages.energy.question.who', { by: t(`inputOptions.by.${data.by}`) })}
        unit={unit}
        period={period}
        horizontal
        decimals={0}
        height={Math.max(200, Math.min(rows.length, MAX_BARS) * 30 + 60)}
        xs={rows.slice(0, MAX_BARS).map(({ label }) => label)}
        series={[
          { name: t('answers.used'), values: rows.slice(0, MAX_BARS).map(({ used }) => used) },
          ...omitEmptySeries({
            name: t('answers.before'),
            values: rows.slice(0, MAX_BARS).map(({ before }) => before),
          }),
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
            question={t('pages.energy.question.flow')}
            unit={unit}
            period={period}
            tableHeaders={[t('pages.energy.flowTo'), `${t('answers.used')} (${unit})`]}
            flows={data.flow}
          />
        </Suspense>
      )}
      <MetricTable
        title={t(`inputOptions.by.${data.by}`)}
        rowHeader={t(`inputOptions.by.${data.by}`)}
        rows={rows}
        columns={[
          { key: 'used', label: t('answers.used'), unit, decimals: 0, getValue: (row) => row.used },
          { key: 'cost', label: t('answers.cost'), unit: 'CNY', decimals: 0, getValue: (row) => row.cost },
          { key: 'kg', label: t('answers.kg'), unit: 'kg', decimals: 0, getValue: (row) => row.kg },
          { key: 'perKg', label: t('answers.perKg'), unit: `${unit}/kg`, decimals: 3, getValue: (row) => row.perKg },
          ...createComparisonColumns(t),
          {
            key: 'allocatedPercent',
            label: t('answers.allocatedPercent'),
            unit: '%',
            decimals: 1,
            getValue: (row) => row.allocatedPercent,
          },
        ]}
      />
      <MetricTable
        title={t('pages.energy.rest')}
        rowHeader={t('pages.energy.restOf')}
        rows={data.rest.map((row) => ({ ...row, key: row.kind, label: t(`kinds.${row.kind}`) }))}
        columns={[
          { key: 'used', label: t('answers.used'), unit, decimals: 0, getValue: (row) => row.used },
          { key: 'cost', label: t('answers.cost'), unit: 'CNY', decimals: 0, getValue: (row) => row.cost },
        ]}
      />
    </>
  )
}
