import './cost.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { PageFrame } from '@/client/ui/PageFrame'
import { Select } from '@/client/ui/Select'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import type { EndpointInput } from '@/contract/endpoint'
import { ReportExportButton } from '@/plant/client/report/ReportView'
import { unallocatedCosts } from '../contract/analysis-endpoints'
import { costedCustomers } from '../contract/comparison-endpoints'
import { orderCostsExport, orderCosts } from '../contract/order-cost-endpoints'
import { CostDifferenceTable } from './CostDifferenceTable'
import { OrderCostPanel } from './OrderCostPanel'
import { RankingPanel } from './RankingPanel'
import { UnallocatedCostsPanel } from './UnallocatedCostsPanel'
import { WeekView } from './WeekView'

const VIEWS = ['week', 'orders', 'ranking', 'rest'] as const
type View = (typeof VIEWS)[number]
/** Changes of order costs refresh the queries. */
const QUERY_OPTIONS = { resources: ['orderCost'] }

/** 实时对比: order costs against their standard, rankings, customers, and unallocated costs. */
export default function ComparisonPage() {
  const { t } = useTranslation(['cost', 'contract'])
  const [params, setParams] = useQueryParams()
  const view = VIEWS.find((name) => name === params.get('view')) ?? 'week'
  const orderId = params.get('id')
  const onOpen = (id: string) => setParams({ id })
  const keyword = params.get('word')
  return (
    <PageFrame
      title={t('contract:menu.costComparison')}
      onBack={orderId ? () => setParams({ id: null }) : undefined}
      tools={<PageExport view={orderId ? 'orders' : view} orderFilter={buildOrderFilter(orderId, view, keyword)} />}
    >
      {orderId ? (
        <OrderCostPanel workOrderId={orderId} />
      ) : (
        <>
          <Tabs
            label={t('pages.views')}
            isNavigation
            tabs={VIEWS.map((key) => ({ key, label: t(`pages.comparison.view.${key}`) }))}
            chosen={view}
            onChoose={(key: View) => setParams({ view: key })}
          />
          {view === 'week' && <WeekView onOpen={onOpen} />}
          {view === 'orders' && <OrdersView onOpen={onOpen} />}
          {view === 'ranking' && <RankingPanel onOpen={onOpen} />}
          {view === 'rest' && <UnallocatedCostsPanel />}
        </>
      )}
    </PageFrame>
  )
}
/** Returns the filter of the orders that the current view displays. */
function buildOrderFilter(
  orderId: string | null,
  view: View,
  keyword: string | null,
): EndpointInput<typeof orderCostsExport> {
  if (orderId) return { id: orderId }
  if (view === 'week') return { week: true }
  return keyword ? { keyword } : {}
}
/** Exports the current view: the open order, the list of orders, the costs of customers, or the unallocated costs of a month. */
function PageExport({ view, orderFilter }: { view: View; orderFilter: EndpointInput<typeof orderCostsExport> }) {
  const [params] = useQueryParams()
  const month = params.get('month')
  if (view === 'rest') return <ReportExportButton report={unallocatedCosts} input={month ? { month } : {}} />
  if (view === 'ranking') return <ReportExportButton report={costedCustomers} input={{}} />
  return <ExportButton endpoint={orderCostsExport} input={orderFilter} />
}
const PAGE_SIZE = 50
/** Sort orders of the list; the first is the default. */
const SORTS = ['-difference', '-finishedAt'] as const
function OrdersView({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('cost')
  const [params, setParams] = useQueryParams()
  const page = Number(params.get('page') ?? 1)
  const keyword = params.get('word') ?? ''
  const sort = SORTS.find((name) => name === params.get('sort')) ?? SORTS[0]
  const query = useEndpoint(orderCosts, { page, size: PAGE_SIZE, sort, ...(keyword ? { keyword } : {}) }, QUERY_OPTIONS)
  return (
    <>
      <div className="cost-choice">
        <label>
          {t('inputs.keyword')}
          <input
            type="search"
            className="ui-input"
            value={keyword}
            onChange={(event) => setParams({ word: event.target.value || null, page: null }, { replace: true })}
          />
        </label>
        <label>
          {t('inputs.sort')}
          <Select
            value={sort}
            options={SORTS.map((name) => ({ value: name, label: t(`pages.comparison.sort.${name.slice(1)}`) }))}
            onChange={(chosen) => setParams({ sort: chosen || null, page: null }, { replace: true })}
          />
        </label>
      </div>
      <QueryBoundary query={query} skeleton={<SkeletonChart />}>
        {({ total, list }) => (
          <>
            <p className="cost-note">{t('pages.comparison.count', { total })}</p>
            <CostDifferenceTable label={t('pages.comparison.view.orders')} rows={list} onOpen={onOpen} />
            <div className="cost-pages">
              {page > 1 && (
                <button type="button" className="ui-button" onClick={() => setParams({ page: String(page - 1) })}>
                  {t('pages.before')}
                </button>
              )}
              {page * PAGE_SIZE < total && (
                <button type="button" className="ui-button" onClick={() => setParams({ page: String(page + 1) })}>
                  {t('pages.next')}
                </button>
              )}
            </div>
          </>
        )}
      </QueryBoundary>
    </>
  )
}
