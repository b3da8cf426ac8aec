import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { BarChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useQueryParams } from '@/client/use-query-params'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { useBusinessDate } from '@/plant/client/use-today'
import { grades } from '@/areas/rolls/rules/grade'
import {
  statisticMetrics,
  statisticKeys,
  type StatisticKey,
  type StatisticMetric,
} from '@/areas/slitting/rules/roll-statistics'
import { rollStatistics, rollStatisticsWorkbook, rollStatisticsReport } from '../contract/statistics-endpoints'
import { StockFilterBar, OptionFilterField, DayFilterField, RowFilterField } from './FilterFields'
import { metricFormats, PivotTable, type RollStatistics } from './PivotTable'
import { ClosedMonthsNotice, ReportTables } from '@/plant/client/report/ReportView'
import { MetricTiles } from '@/client/figures/MetricTiles'

const STATISTICS_QUERY_OPTIONS = { resources: ['slitRoll'] }
/** Maximum number of bars that a reader can tell apart. */
const MAX_BARS = 15
/** Maximum number of colours that a reader can tell apart. */
const MAX_SERIES = 6
const BAR_HEIGHT_PX = 30
/** Height of the chart's axis and legend. */
const AXIS_HEIGHT_PX = 80
const MIN_CHART_HEIGHT_PX = 200

/** Dimensions to choose from; `slitter` is another name of `line`. */
const dimensions = statisticKeys.filter((key) => key !== 'slitter')
const findDimension = (name: string | null): StatisticKey | undefined =>
  name === 'slitter' ? 'line' : dimensions.find((option) => option === name)

/** 数据统计: slit rolls with rows by one dimension and columns by another. The query is stored in the URL. */
export function RollStatisticsView() {
  const { t } = useTranslation('stock')
  const [params] = useQueryParams()
  const today = useBusinessDate()
  const rowsBy = findDimension(params.get('rows')) ?? 'product'
  const columnsBy = findDimension(params.get('columns'))
  const metric = statisticMetrics.find((option) => option === params.get('figure')) ?? 'kg'
  const to = params.get('to') ?? today
  const from = params.get('from') ?? `${to.slice(0, 8)}01`
  const grade = grades.find((option) => option === params.get('grade'))
  const ids = {
    productId: params.get('product'),
    customerId: params.get('customer'),
    lineId: params.get('line'),
    windingLineId: params.get('windingLine'),
  }
  const input = {
    rows: rowsBy,
    ...(columnsBy && columnsBy !== rowsBy ? { columns: columnsBy } : {}),
    from,
    to,
    ...(grade ? { grade } : {}),
    ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id)),
  }
  const statisticsQuery = useEndpoint(rollStatistics, input, STATISTICS_QUERY_OPTIONS)
  const options = dimensions.map((key) => [key, t(`inputOptions.rows.${key}`)] as const)
  return (
    <div className="ui-sections stock">
      <div className="stock-head">
        <StockFilterBar>
          <DayFilterField name="from" label={t('inputs.from')} value={from} max={today} />
          <DayFilterField name="to" label={t('inputs.to')} value={to} max={today} />
          <OptionFilterField name="rows" label={t('inputs.rows')} value={rowsBy} options={options} />
          <OptionFilterField
            name="columns"
            label={t('inputs.columns')}
            value={columnsBy ?? ''}
            allLabel={t('pages.nothingMore')}
            options={options.filter(([key]) => key !== rowsBy)}
          />
          <OptionFilterField
            name="figure"
            label={t('inputs.figure')}
            value={metric}
            options={statisticMetrics.map((key) => [key, t(`inputOptions.figure.${key}`)] as const)}
          />
          <OptionFilterField
            name="grade"
            label={t('inputs.grade')}
            value={grade ?? ''}
            allLabel={t('pages.all')}
            options={grades.map((gradeOption) => [gradeOption, t(`inputOptions.grade.${gradeOption}`)] as const)}
          />
          <RowFilterField name="product" resource="product" label={t('inputs.productId')} />
          <RowFilterField name="customer" resource="customer" label={t('inputs.customerId')} />
          <RowFilterField name="line" resource="line" label={t('inputs.lineId')} />
          <RowFilterField name="windingLine" resource="line" label={t('inputs.windingLineId')} />
        </StockFilterBar>
        <ExportButton endpoint={rollStatisticsWorkbook} input={{ ...input, figure: metric }} />
      </div>
      <QueryBoundary query={statisticsQuery} skeleton={<SkeletonChart />}>
        {(statistics) =>
          !statistics.applicable ? (
            <EmptyState title={t('pages.empty.notApplicable')} advice={t('pages.empty.notApplicableNext')} />
          ) : statistics.rolls === 0 ? (
            <EmptyState title={t('pages.empty.statistics')} advice={t('pages.empty.statisticsNext')} />
          ) : (
            <RollStatisticsSection statistics={statistics} metric={metric} />
          )
        }
      </QueryBoundary>
    </div>
  )
}
function RollStatisticsSection({
  statistics: serverStatistics,
  metric,
}: {
  statistics: EndpointOutput<typeof rollStatistics>
  metric: StatisticMetric
}) {
  const { t } = useTranslation('stock')
  const statistics = useTeamLabels(serverStatistics)
  const { unit, decimals } = metricFormats[metric]
  const period = `${statistics.from} – ${statistics.to}`
  return (
    <>
      <MetricTiles
        tiles={statisticMetrics.map((key) => ({
          label: t(`answers.${key}`),
          value: statistics[key],
          unit: metricFormats[key].unit,
          decimals: metricFormats[key].decimals,
        }))}
      />
      <ClosedMonthsNotice answer={statistics} textKey={rollStatisticsReport.closedMonthsKey} />
      <div className="ui-sections stock-wide">
        {statistics.columnsBy ? (
          <PivotTable statistics={statistics} metric={metric} />
        ) : (
          <ReportTables report={rollStatisticsReport} answer={statistics} />
        )}
        <BarChart
          question={t('pages.question.statistics', {
            figure: t(`answers.${metric}`),
            by: t(`inputOptions.rows.${statistics.rowsBy}`),
          })}
          unit={unit}
          period={period}
          horizontal
          stacked={metric !== 'meanKg'}
          decimals={decimals}
          height={Math.max(
            MIN_CHART_HEIGHT_PX,
            Math.min(statistics.rows.length, MAX_BARS) * BAR_HEIGHT_PX + AXIS_HEIGHT_PX,
          )}
          xs={statistics.rows.slice(0, MAX_BARS).map(({ label }) => label)}
          series={buildSeries(statistics, metric, { metric: t(`answers.${metric}`), otherColumns: t('pages.rest') })}
        />
      </div>
      {statistics.rows.length > MAX_BARS && (
        <p className="quiet">{t('pages.bars', { shown: MAX_BARS, rows: statistics.rows.length })}</p>
      )}
    </>
  )
}
/** Translates team labels; the server has translated all other labels. */
function useTeamLabels(statistics: RollStatistics): RollStatistics {
  const formatTeam = useFormatTeam()
  const labelTeams = (
    dimension: RollStatistics['columnsBy'],
    headers: RollStatistics['rows'],
  ): RollStatistics['rows'] =>
    dimension === 'team'
      ? headers.map((header) => ({ ...header, label: formatTeam(header.key) ?? header.label }))
      : headers
  return {
    ...statistics,
    rows: labelTeams(statistics.rowsBy, statistics.rows),
    columns: labelTeams(statistics.columnsBy, statistics.columns),
  }
}
/**
 * Builds a series for each of the largest columns, and a series that sums the other columns. The mean weight gets no
 * such series, because means cannot be added.
 */
function buildSeries(
  statistics: RollStatistics,
  metric: StatisticMetric,
  seriesNames: { metric: string; otherColumns: string },
) {
  const rows = statistics.rows.slice(0, MAX_BARS)
  if (!statistics.columnsBy) return [{ name: seriesNames.metric, values: rows.map((row) => row[metric]) }]
  const valueByCell = new Map(statistics.cells.map((cell) => [`${cell.row} ${cell.column}`, cell[metric]]))
  const largestColumns = [...statistics.columns]
    .sort((a, b) => (b[metric] ?? 0) - (a[metric] ?? 0))
    .slice(0, MAX_SERIES)
  const chartColumns = statistics.columns.filter((column) => largestColumns.includes(column))
  const getValues = (column: string | null) => rows.map((row) => valueByCell.get(`${row.key} ${column}`) ?? null)
  const series = chartColumns.map(({ key, label }) => ({ name: label, values: getValues(key) }))
  if (chartColumns.length === statistics.columns.length || metric === 'meanKg') return series
  const otherColumnsValues = rows.map(
    (row, i) => (row[metric] ?? 0) - series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0),
  )
  return [...series, { name: seriesNames.otherColumns, values: otherColumnsValues }]
}
