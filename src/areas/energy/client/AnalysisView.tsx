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
import { analysisBy, energyAnalysis, energyExport } from '../contract/analysis-calls'
import { MetricTable } from '@/client/figures/MetricTable'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { againstBefore } from './against-before'
import { Gaps } from './Gaps'
import { inputOf, PeriodBar, useAsked } from './PeriodBar'

const FlowDrawing = lazy(() => import('./FlowDrawing'))
type Analysis = EndpointOutput<typeof energyAnalysis>
const RESOURCES = ['energyUse', 'energyMeter']
const MOST_BARS = 15

/** 用能分析: a medium by one dimension in a period. The URL holds the selection. */
export default function AnalysisView() {
  const { t } = useTranslation('energy')
  const [params, change] = useParams()
  const asked = useAsked()
  const by = analysisBy.find((one) => one === params.get('by')) ?? 'line'
  const input = { by, ...inputOf(asked) }
  const found = useEndpoint(energyAnalysis, input, { resources: RESOURCES })
  return (
    <div className="energy">
      <h2 className="ui-hidden">{t('pages.energyAnalysis.view.analysis')}</h2>
      <div className="energy-head">
        <PeriodBar asked={asked} />
        <ExportButton of={energyExport} input={input} />
      </div>
      <Tabs
        label={t('inputs.by')}
        chosen={by}
        onChoose={(next) => change({ by: next }, true)}
        tabs={analysisBy.map((key) => ({ key, word: t(`inputOptions.by.${key}`) }))}
      />
      {found.isPending && <SkeletonChart />}
      {found.error && <NotLoadedView of={found} />}
      {found.data && !found.error && <Shown data={found.data} />}
    </div>
  )
}

/** Omits a series without values, so that the legend does not list it. */
const known = (series: Series): Series[] => (series.values.some((value) => value !== null) ? [series] : [])

function Shown({ data }: { data: Analysis }) {
  const { t } = useTranslation('energy')
  const teamWord = useFormatTeam()
  const period = `${data.from} – ${data.to}`
  const { unit } = data
  const rows = data.rows.map((row) => ({
    ...row,
    key: row.id,
    label: data.by === 'team' ? (teamWord(row.id) ?? row.label) : row.label,
  }))
  const step = (from: string, to: string) => (from === to ? from.slice(5) : `${from.slice(5)} – ${to.slice(5)}`)
  const against = (value: number | null) =>
    value === null ? t('pages.energy.nothingBefore') : `${value > 0 ? '+' : ''}${value}%`
  if (data.used === 0 && rows.length === 0)
    return <EmptyState title={t('pages.energy.nothing')} next={t('pages.energy.nothingNext')} />
  return (
    <>
      <MetricTiles
        tiles={[
          { word: t('answers.used'), value: data.used, unit },
          { word: t('answers.perKg'), value: data.perKg, unit: `${unit}/kg`, decimals: 3 },
          { word: t('answers.cost'), value: data.cost, unit: 'CNY' },
          {
            word: t(data.running ? 'pages.energy.sameHours' : 'answers.before'),
            value: data.before,
            unit,
            note: against(data.beforePercent),
          },
          { word: t('answers.yearBefore'), value: data.yearBefore, unit, note: against(data.yearBeforePercent) },
        ]}
      />
      <Gaps of={data} />
      <BarChart
        question={t('pages.energy.question.who', { by: t(`inputOptions.by.${data.by}`) })}
        unit={unit}
        period={period}
        horizontal
        decimals={0}
        height={Math.max(200, Math.min(rows.length, MOST_BARS) * 30 + 60)}
        xs={rows.slice(0, MOST_BARS).map(({ label }) => label)}
        series={[
          { name: t('answers.used'), values: rows.slice(0, MOST_BARS).map(({ used }) => used) },
          ...known({ name: t('answers.before'), values: rows.slice(0, MOST_BARS).map(({ before }) => before) }),
        ]}
      />
      {data.trend.length > 1 && (
        <LineChart
          question={t('pages.energy.question.trend')}
          unit={unit}
          period={period}
          decimals={0}
          xs={data.trend.map(({ from, to }) => step(from, to))}
          series={[
            { name: t('answers.used'), values: data.trend.map(({ used }) => used) },
            ...known({ name: t('answers.before'), values: data.trend.map(({ before }) => before) }),
          ]}
        />
      )}
      {data.flow.length > 0 && (
        <Suspense fallback={<SkeletonChart />}>
          <FlowDrawing
            question={t('pages.energy.question.flow')}
            unit={unit}
            period={period}
            heads={[t('pages.energy.flowTo'), `${t('answers.used')} (${unit})`]}
            flows={data.flow}
          />
        </Suspense>
      )}
      <MetricTable
        title={t(`inputOptions.by.${data.by}`)}
        rowHeader={t(`inputOptions.by.${data.by}`)}
        rows={rows}
        columns={[
          { key: 'used', word: t('answers.used'), unit, decimals: 0, of: (row) => row.used },
          { key: 'cost', word: t('answers.cost'), unit: 'CNY', decimals: 0, of: (row) => row.cost },
          { key: 'kg', word: t('answers.kg'), unit: 'kg', decimals: 0, of: (row) => row.kg },
          { key: 'perKg', word: t('answers.perKg'), unit: `${unit}/kg`, decimals: 3, of: (row) => row.perKg },
          ...againstBefore(t),
          {
            key: 'allocatedPercent',
            word: t('answers.allocatedPercent'),
            unit: '%',
            decimals: 1,
            of: (row) => row.allocatedPercent,
          },
        ]}
      />
      <MetricTable
        title={t('pages.energy.rest')}
        rowHeader={t('pages.energy.restOf')}
        rows={data.rest.map((row) => ({ ...row, key: row.kind, label: t(`kinds.${row.kind}`) }))}
        columns={[
          { key: 'used', word: t('answers.used'), unit, decimals: 0, of: (row) => row.used },
          { key: 'cost', word: t('answers.cost'), unit: 'CNY', decimals: 0, of: (row) => row.cost },
        ]}
      />
    </>
  )
}
