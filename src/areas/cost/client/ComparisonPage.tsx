import './cost.css'
import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { costRestSheet } from '../contract/analysis-calls'
import { costExport, orderCosts, weekOrders } from '../contract/cost-calls'
import { CostCards } from './CostCards'
import { OrderCostPanel } from './OrderCostPanel'
import { Ranking } from './Ranking'
import { RestOfMonth } from './RestOfMonth'

const views = ['week', 'orders', 'ranking', 'rest'] as const
type View = (typeof views)[number]
const RESOURCES = { resources: ['orderCost'] }

/** 实时对比: order costs against their standard, rankings, customers, and unallocated costs. */
export default function ComparisonPage() {
  const { t } = useTranslation(['cost', 'contract'])
  const [params, change] = useParams()
  const view = views.find((one) => one === params.get('view')) ?? 'week'
  const order = params.get('id')
  const open = (id: string) => change({ id })
  const keyword = params.get('word')
  const month = params.get('month')
  // The export contains what is displayed: the open order, or the current list of orders, or all orders.
  const list = view === 'week' ? { week: true } : view === 'orders' && keyword ? { keyword } : {}
  const seen = order ? { id: order } : list
  return (
    <PageFrame
      title={t('contract:menu.costComparison')}
      onBack={order ? () => change({ id: null }) : undefined}
      tools={
        view === 'rest' && !order ? (
          <ExportButton of={costRestSheet} input={month ? { month } : {}} />
        ) : (
          <ExportButton of={costExport} input={seen} />
        )
      }
    >
      {order ? (
        <OrderCostPanel workOrderId={order} />
      ) : (
        <>
          <Tabs
            label={t('pages.views')}
            views
            tabs={views.map((key) => ({ key, word: t(`pages.comparison.view.${key}`) }))}
            chosen={view}
            onChoose={(key: View) => change({ view: key })}
          />
          {view === 'week' && <Week open={open} />}
          {view === 'orders' && <Orders open={open} />}
          {view === 'ranking' && <Ranking open={open} />}
          {view === 'rest' && <RestOfMonth />}
        </>
      )}
    </PageFrame>
  )
}
interface Opening {
  open: (id: string) => void
}
function Week({ open }: Opening) {
  const { t } = useTranslation('cost')
  const found = useCall(weekOrders, {}, RESOURCES)
  if (found.isPending) return <SkeletonChart />
  if (found.error) return <NotLoaded of={found} />
  if (found.data.length === 0)
    return <EmptyState title={t('pages.comparison.noWeek')} next={t('pages.comparison.noWeekNext')} />
  return <CostCards rows={found.data} open={open} />
}
const PAGE = 50
function Orders({ open }: Opening) {
  const { t } = useTranslation('cost')
  const [params, change] = useParams()
  const page = Number(params.get('page') ?? 1)
  const keyword = params.get('word') ?? ''
  const found = useCall(orderCosts, { page, size: PAGE, ...(keyword ? { keyword } : {}) }, RESOURCES)
  return (
    <>
      <label className="cost-search">
        {t('inputs.keyword')}
        <input
          type="search"
          className="ui-input"
          value={keyword}
          onChange={(event) => change({ word: event.target.value || null, page: null }, true)}
        />
      </label>
      {found.isPending && <SkeletonChart />}
      {found.error && <NotLoaded of={found} />}
      {found.data && !found.error && (
        <>
          <p className="cost-note">{t('pages.comparison.count', { total: found.data.total })}</p>
          <CostCards rows={found.data.list} open={open} />
          <div className="cost-pages">
            {page > 1 && (
              <button type="button" className="ui-button" onClick={() => change({ page: String(page - 1) })}>
                {t('pages.before')}
              </button>
            )}
            {page * PAGE < found.data.total && (
              <button type="button" className="ui-button" onClick={() => change({ page: String(page + 1) })}>
                {t('pages.next')}
              </button>
            )}
          </div>
        </>
      )}
    </>
  )
}
