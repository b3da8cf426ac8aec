import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useQueryParams } from '@/client/use-query-params'
import { useBusinessDate } from '@/plant/client/use-today'
import { addDays } from '@/plant/rules/plant-time'
import { defineStockHistoryReport, stockHistory, stockWorkbook } from '../contract/stock-endpoints'
import { DayFilterField } from './FilterFields'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { StockGroupBar, StockGroupSection, useStockFilters, useGroupDimensions } from './StockGroupSection'
import { STOCK_QUERY_OPTIONS } from './CurrentStockView'

const DEFAULT_PERIOD_DAYS = 30
/** 库存历史: stock by day as a chart, and stock at the end of a day. */
export function StockHistoryView() {
  const { t } = useTranslation('stock')
  const [params] = useQueryParams()
  const today = useBusinessDate()
  const to = params.get('to') ?? today
  const from = params.get('from') ?? addDays(to, 1 - DEFAULT_PERIOD_DAYS)
  const day = params.get('day') ?? to
  const { by, second, keys } = useGroupDimensions(['product', 'grade'])
  const input = { from, to, day, by, ...(second ? { second } : {}), ...useStockFilters() }
  const historyQuery = useEndpoint(stockHistory, input, STOCK_QUERY_OPTIONS)
  return (
    <div className="ui-sections stock">
      <div className="stock-head">
        <StockGroupBar by={by} second={second}>
          <DayFilterField name="from" label={t('inputs.from')} value={from} max={today} />
          <DayFilterField name="to" label={t('inputs.to')} value={to} max={today} />
          <DayFilterField name="day" label={t('pages.atEndOf')} value={day} max={today} />
        </StockGroupBar>
        <ExportButton endpoint={stockWorkbook} input={{ view: 'history', ...input }} />
      </div>
      <QueryBoundary query={historyQuery} skeleton={<SkeletonChart />}>
        {(history) =>
          history.since ? (
            <HistorySections history={history} since={history.since} from={from} to={to} keys={keys} />
          ) : (
            <EmptyState title={t('pages.empty.history')} advice={t('pages.empty.historyNext')} />
          )
        }
      </QueryBoundary>
    </div>
  )
}
function HistorySections({
  history,
  since,
  from,
  to,
  keys,
}: {
  history: EndpointOutput<typeof stockHistory>
  since: string
  from: string
  to: string
  keys: ReturnType<typeof useGroupDimensions>['keys']
}) {
  const { t } = useTranslation('stock')
  return (
    <>
      {since > from && <p className="stock-hint">{t('pages.since', { day: since })}</p>}
      <LineChart
        question={t('pages.question.course')}
        unit="kg"
        period={`${from} – ${to}`}
        decimals={0}
        xs={history.course.map((courseDay) => courseDay.day.slice(5))}
        series={(['kg', 'goodKg', 'downgradedKg', 'wasteKg'] as const).map((key) => ({
          name: t(key === 'kg' ? 'sheet.total' : `pages.course.${key}`),
          // Stock before the first movement is unknown, not zero.
          values: history.course.map((courseDay) => (courseDay.day < since ? null : courseDay[key])),
        }))}
      />
      <h2>{t('pages.endOf', { day: history.day })}</h2>
      {history.day < since ? (
        <p className="stock-hint">{t('pages.since', { day: since })}</p>
      ) : (
        <MetricTiles
          tiles={[
            { label: t('answers.kg'), value: history.kg, unit: 'kg' },
            { label: t('answers.rolls'), value: history.rolls, unit: '' },
          ]}
        />
      )}
      {history.rows.length > 0 && (
        <StockGroupSection report={defineStockHistoryReport(keys)} stock={history} keys={keys} period={history.day} />
      )}
    </>
  )
}
