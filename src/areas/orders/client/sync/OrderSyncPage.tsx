import '../orders.css'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint, useRow } from '@/client/api/use-list'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { customer } from '@/areas/orders/contract/customer'
import { erpOrderOptions, erpOrder, erpSource, releaseErpOrder } from '@/areas/orders/contract/erp-order'
import { isDueOver } from '@/areas/orders/rules/order-progress'
import { useBusinessDate } from '@/plant/client/use-today'
import type { BulkAction } from '@/client/resource/bulk/bulk-actions'
import { fillFromChosen, useOrderForm } from '../order-form'
import { erpTones, priorityTones } from '../tones'
import { useParams } from '@/client/use-params'
import { ErpOrderPanel } from './ErpOrderPanel'
import { createNameGetter } from './name-getter'
import { PullSourceButtons } from './PullSourceButtons'
import { SourceResultCell } from './SourceResultCell'

const ConflictPage = lazy(() => import('./ConflictPage'))
const VIEWS = ['orders', 'sources', 'customers'] as const
type View = (typeof VIEWS)[number]
const STATES = ['new', 'conflict', 'released', 'ignored'] as const
const COLUMNS = [
  'externalNumber',
  'state',
  'customerName',
  'productCode',
  'productName',
  'orderedKg',
  'dueOn',
  'gsm',
  'webWidthMm',
  'widthMm',
  'colour',
  'orderedRolls',
  'priority',
  'purchaseOrder',
  'workOrderId',
  'source',
  'receivedAt',
  'orderedOn',
] as const
const SOURCE_COLUMNS = ['name', 'active', 'lastResult', 'lastRunAt', 'everyMinutes', 'url'] as const
const cells = {
  state: (row: ListRow) => <ResourceStateBadge of={erpOrder} state={row['state']} tones={erpTones} />,
  priority: (row: ListRow) => (
    <ResourceStateBadge of={erpOrder} field="priority" state={row['priority']} tones={priorityTones} />
  ),
}
/** Wraps a name in an element, so that a long one is shortened with an ellipsis instead of being cut off. */
const renderName =
  (getName: ReturnType<typeof createNameGetter>) => (row: ListRow, refs: Readonly<Record<string, string>>) => (
    <span>{getName(row, refs)}</span>
  )
const listCells = {
  ...cells,
  customerName: renderName(createNameGetter('customerId', 'customerName')),
  productName: renderName(createNameGetter('productId', 'productName')),
}
const sourceCells = { lastResult: (row: ListRow) => <SourceResultCell row={row} /> }
/** Initial values of a new source: mappings for the required fields. */
const sourceForm = {
  start: () => ({
    mapping: ['externalNumber', 'productCode', 'orderedKg'].map((field) => ({ field, path: '' })),
    pageSize: 100,
    everyMinutes: 15,
  }),
}

/** 订单同步: ERP orders, their sources and the customers. */
export default function OrderSyncPage() {
  const { t } = useTranslation('orders')
  const [params, change] = useParams()
  const view: View = VIEWS.find((one) => one === params.get('view')) ?? 'orders'
  const tabs = useMemo(
    () => (
      <Tabs
        switchesViews
        label={t('pages.sync.views')}
        chosen={view}
        onChoose={(next) =>
          change({ view: next === 'orders' ? null : next, id: null, state: null, q: null, sort: null, for: null })
        }
        tabs={VIEWS.map((key) => ({ key, word: t(`pages.sync.view.${key}`) }))}
      />
    ),
    [t, view, change],
  )
  if (params.get('settle'))
    return (
      <Suspense
        fallback={
          <div className="pad">
            <SkeletonDetail />
          </div>
        }
      >
        <ConflictPage id={params.get('settle') ?? ''} onBack={() => change({ settle: null })} />
      </Suspense>
    )
  if (view === 'sources')
    return (
      <ResourcePage
        of={erpSource}
        columns={SOURCE_COLUMNS}
        cells={sourceCells}
        form={sourceForm}
        actions={(row) => <PullSourceButtons row={row} />}
        parts={{ above: tabs }}
      />
    )
  if (view === 'customers') return <CustomerList tabs={tabs} />
  return <ErpOrderList tabs={tabs} />
}

/** List of customers; a new customer starts with code and name from the order that refers to it. */
function CustomerList({ tabs }: { tabs: React.ReactNode }) {
  const [params] = useParams()
  const erpOrderId = params.get('for')
  const { row } = useRow(erpOrder, erpOrderId)
  if (params.has('new') && erpOrderId && !row) return null
  const form = {
    start: () => (row && !row.customerId ? { code: row.customerCode, name: row.customerName } : {}),
  }
  return <ResourcePage of={customer} form={form} parts={{ above: tabs }} />
}

function ErpOrderList({ tabs }: { tabs: React.ReactNode }) {
  const { t } = useTranslation('orders')
  const [params, change] = useParams()
  const { data } = useEndpoint(erpOrderOptions, {})
  const orderForm = useOrderForm()
  const isNew = params.has('new')
  const today = useBusinessDate()
  const form = useMemo(() => ({ ...orderForm, fill: fillFromChosen(isNew) }), [orderForm, isNew])
  const chosenState = STATES.find((one) => one === params.get('state')) ?? 'all'
  const getStateCount = (state: string) =>
    data?.counts.find((one) => one.state === state)?.count ?? (data ? 0 : undefined)
  const above = (
    <>
      {tabs}
      <Tabs
        label={t('erpOrder.fields.state')}
        chosen={chosenState}
        onChoose={(next) => change({ state: next === 'all' ? null : next, id: null })}
        tabs={[
          { key: 'all' as const, word: t('pages.sync.all') },
          ...STATES.map((key) => ({ key, word: t(`erpOrder.options.state.${key}`), count: getStateCount(key) })),
        ]}
      />
    </>
  )
  const detail = (open: OpenRow) => (
    <ErpOrderPanel {...open} cells={listCells} onSettle={() => change({ settle: open.row.id })} />
  )
  // Same warning as when a single order is released from its panel.
  const bulkWarns = ({ command }: BulkAction, { dueOn }: ListRow) =>
    command === releaseErpOrder && isDueOver(dueOn, today) ? t('pages.sync.dueDay', { day: dueOn }) : null
  return (
    <ResourcePage of={erpOrder} columns={COLUMNS} cells={listCells} form={form} parts={{ above, detail, bulkWarns }} />
  )
}
