import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { BarChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { useBusinessDate } from '@/plant/client/use-today'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { statisticMetrics, statisticKeys, type StatisticMetric } from '@/areas/rolls/rules/roll-statistics'
import { dataStatistics, dataStatisticsSheet } from '../contract/statistics-endpoints'
import { StockFilterBar, OptionFilterField, DayFilterField, RowFilterField } from './FilterFields'
import { metricUnits, PivotTable, type RollStatistics } from './PivotTable'
import { MetricTiles } from '@/client/figures/MetricTiles'

const STATISTICS_RESOURCES = { resources: ['slitRoll'] }
/** Limits for bars and colours that remain distinguishable. */
const MAX_BARS = 15
const MAX_SERIES = 6

/** 数据统计: slit rolls with rows by one dimension and columns by another. The query is stored in the URL. */
export function RollStatisticsView() {
  const { t } = useTranslation('stock')
  const [params] = useParams()
  const today = useBusinessDate()
  const rows = statisticKeys.find((one) => one === params.get('rows')) ?? 'product'
  const columns = statisticKeys.find((one) => one === params.get('columns'))
  const figure = statisticMetrics.find((one) => one === params.get('figure')) ?? 'kg'
  const to = params.get('to') ?? today
  const from = params.get('from') ?? `${to.slice(0, 8)}01`
  const grade = grades.find((one) => one === params.get('grade'))
  const ids = { productId: params.get('product'), customerId: params.get('customer'), lineId: params.get('line') }
  const input = {
    rows,
    ...(columns && columns !== rows ? { columns } : {}),
    from,
    to,
    ...(grade ? { grade } : {}),
    ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id)),
  }
  const statisticsQuery = useEndpoint(dataStatistics, input, STATISTICS_RESOURCES)
  const options = statisticKeys.map((key) => [key, t(`inputOptions.rows.${key}`)] as const)
  return (
    <div className="stock">
      <div className="stock-head">
        <StockFilterBar>
          <DayFilterField name="from" label={t('inputs.from')} value={from} max={today} />
          <DayFilterField name="to" label={t('inputs.to')} value={to} max={today} />
          <OptionFilterField name="rows" label={t('inputs.rows')} value={rows} options={options} />
          <OptionFilterField
            name="columns"
            label={t('inputs.columns')}
            value={columns ?? ''}
            allLabel={t('pages.nothingMore')}
            options={options.filter(([key]) => key !== rows)}
          />
          <OptionFilterField
            name="figure"
            label={t('inputs.figure')}
            value={figure}
            options={statisticMetrics.map((key) => [key, t(`inputOptions.figure.${key}`)] as const)}
          />
          <OptionFilterField
            name="grade"
            label={t('inputs.grade')}
            value={grade ?? ''}
            allLabel={t('pages.all')}
            options={grades.map((one) => [one, t(`inputOptions.grade.${one}`)] as const)}
          />
          <RowFilterField name="product" resource="product" label={t('inputs.productId')} />
          <RowFilterField name="customer" resource="customer" label={t('inputs.customerId')} />
          <RowFilterField name="line" resource="line" label={t('inputs.lineId')} />
        </StockFilterBar>
        <ExportButton of={dataStatisticsSheet} input={{ ...input, figure }} />
      </div>
      {statisticsQuery.isPending && <SkeletonChart />}
      {statisticsQuery.error && <NotLoadedView of={statisticsQuery} />}
      {statisticsQuery.data && !statisticsQuery.error && statisticsQuery.data.rolls === 0 && (
        <EmptyState title={t('pages.empty.statistics')} next={t('pages.empty.statisticsNext')} />
      )}
      {statisticsQuery.data && !statisticsQuery.error && statisticsQuery.data.rolls > 0 && (
        <RollStatisticsSection statistics={statisticsQuery.data} figure={figure} />
      )}
    </div>
  )
}
function RollStatisticsSection({
  statistics: untranslated,
  figure,
}: {
  statistics: EndpointOutput<typeof dataStatistics>
  figure: StatisticMetric
}) {
  const { t } = useTranslation('stock')
  const statistics = useTeamLabels(untranslated)
  const { unit, decimals } = metricUnits[figure]
  const period = `${statistics.from} – ${statistics.to}`
  return (
    <>
      <MetricTiles
        tiles={statisticMetrics.map((key) => ({
          word: t(`answers.${key}`),
          value: statistics[key],
          unit: metricUnits[key].unit,
          decimals: metricUnits[key].decimals,
        }))}
      />
      <div className={statistics.columnsBy ? 'stock-wide' : 'stock-beside'}>
        <PivotTable of={statistics} figure={figure} />
        <BarChart
          question={t('pages.question.statistics', {
            figure: t(`answers.${figure}`),
            by: t(`inputOptions.rows.${statistics.rowsBy}`),
          })}
          unit={unit}
          period={period}
          horizontal
          stacked={figure !== 'meanKg'}
          decimals={decimals}
          height={Math.max(200, Math.min(statistics.rows.length, MAX_BARS) * 30 + 80)}
          xs={statistics.rows.slice(0, MAX_BARS).map(({ label }) => label)}
          series={buildSeries(statistics, figure, { name: t(`answers.${figure}`), remainder: t('pages.rest') })}
        />
      </div>
      {statistics.rows.length > MAX_BARS && (
        <p className="quiet">{t('pages.bars', { shown: MAX_BARS, rows: statistics.rows.length })}</p>
      )}
    </>
  )
}
/** Translates team labels; all other labels are translated by the server. */
function useTeamLabels(statistics: RollStatistics): RollStatistics {
  const word = useFormatTeam()
  const labelTeams = (by: RollStatistics['columnsBy'], all: RollStatistics['rows']): RollStatistics['rows'] =>
    by === 'team' ? all.map((one) => ({ ...one, label: word(one.key) ?? one.label })) : all
  return {
    ...statistics,
    rows: labelTeams(statistics.rowsBy, statistics.rows),
    columns: labelTeams(statistics.columnsBy, statistics.columns),
  }
}
/** Builds a series for each of the largest columns, and one for all others. */
function buildSeries(statistics: RollStatistics, figure: StatisticMetric, words: { name: string; remainder: string }) {
  const rows = statistics.rows.slice(0, MAX_BARS)
  if (!statistics.columnsBy) return [{ name: words.name, values: rows.map((row) => row[figure]) }]
  const valueByCell = new Map(statistics.cells.map((one) => [`${one.row} ${one.column}`, one[figure]]))
  const largestColumns = [...statistics.columns]
    .sort((a, b) => (b[figure] ?? 0) - (a[figure] ?? 0))
    .slice(0, MAX_SERIES)
  const shownColumns = statistics.columns.filter((one) => largestColumns.includes(one))
  const getValues = (column: string | null) => rows.map((row) => valueByCell.get(`${row.key} ${column}`) ?? null)
  const series = shownColumns.map(({ key, label }) => ({ name: label, values: getValues(key) }))
  if (shownColumns.length === statistics.columns.length || figure === 'meanKg') return series
  const remainder = rows.map(
    (row, i) => (row[figure] ?? 0) - series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0),
  )
  return [...series, { name: words.remainder, values: remainder }]
}
