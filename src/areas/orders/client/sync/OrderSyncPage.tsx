import '../orders.css'
import { lazy, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint, useRow } from '@/client/api/use-list'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { customer } from '@/areas/orders/contract/customer'
import { erpOrderOptions, erpOrder, erpSource, releaseErpOrder } from '@/areas/orders/contract/erp-order'
import { isOverdue } from '@/areas/orders/rules/order-progress'
import { useBusinessDate } from '@/plant/client/use-today'
import type { BulkAction } from '@/client/resource/bulk/bulk-actions'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { createOrderFormFill, useOrderForm } from '../shared/order-form'
import { erpTones, priorityTones } from '../shared/tones'
import { useQueryParams } from '@/client/use-query-params'
import { ErpOrderPanel } from './ErpOrderPanel'
import { PullSourceButtons } from './PullSourceButtons'
import { StateBadge } from '@/client/ui/StateBadge'

/**
 * Creates a function that returns the name of our record in the reader's language, or the ERP's name while our record
 * is unknown.
 */
export const createNameGetter =
  (referenceField: string, fallbackField: string) =>
  (row: ListRow, refs: Readonly<Record<string, string>>): string =>
    refs[String(row[referenceField])] ?? String(row[fallbackField] ?? '–')

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
  state: (row: ListRow) => <ResourceStateBadge resource={erpOrder} state={row['state']} tones={erpTones} />,
  priority: (row: ListRow) => (
    <ResourceStateBadge resource={erpOrder} field="priority" state={row['priority']} tones={priorityTones} />
  ),
}
/** Wraps a name in an element, so that a long name is shortened with an ellipsis instead of being cut off. */
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
const SOURCE_FORM = {
  getStartValues: () => ({
    mapping: ['externalNumber', 'productCode', 'orderedKg'].map((field) => ({ field, path: '' })),
    pageSize: 100,
    everyMinutes: 15,
  }),
}

/** 订单同步: ERP orders, their sources and the customers. Opens on the new orders, which wait for a decision. */
export default function OrderSyncPage() {
  const { t } = useTranslation('orders')
  const [params, changeParams] = useQueryParams()
  const opensNewOrders = params.size === 0
  useEffect(() => {
    if (opensNewOrders) changeParams({ state: 'new' }, { replace: true })
  }, [opensNewOrders, changeParams])
  const view: View = VIEWS.find((key) => key === params.get('view')) ?? 'orders'
  const tabs = useMemo(
    () => (
      <Tabs
        isNavigation
        label={t('pages.sync.views')}
        chosen={view}
        onChoose={(next) =>
          changeParams({ view: next === 'orders' ? null : next, id: null, state: null, q: null, sort: null, for: null })
        }
        tabs={VIEWS.map((key) => ({ key, label: t(`pages.sync.view.${key}`) }))}
      />
    ),
    [t, view, changeParams],
  )
  if (opensNewOrders) return null
  if (params.get('settle'))
    return (
      <LazyBoundary>
        <ConflictPage id={params.get('settle') ?? ''} onBack={() => changeParams({ settle: null })} />
      </LazyBoundary>
    )
  if (view === 'sources')
    return (
      <ResourcePage
        resource={erpSource}
        columns={SOURCE_COLUMNS}
        cells={sourceCells}
        form={SOURCE_FORM}
        actions={(row) => <PullSourceButtons row={row} />}
        parts={{ above: tabs }}
      />
    )
  if (view === 'customers') return <CustomerList tabs={tabs} />
  return <ErpOrderList tabs={tabs} />
}

/** List of customers; a new customer starts with code and name from the order that refers to it. */
function CustomerList({ tabs }: { tabs: React.ReactNode }) {
  const [params] = useQueryParams()
  const erpOrderId = params.get('for')
  const { row } = useRow(erpOrder, erpOrderId)
  if (params.has('new') && erpOrderId && !row) return null
  const form = {
    getStartValues: () => (row && !row.customerId ? { code: row.customerCode, name: row.customerName } : {}),
  }
  return <ResourcePage resource={customer} form={form} parts={{ above: tabs }} />
}

function ErpOrderList({ tabs }: { tabs: React.ReactNode }) {
  const { t } = useTranslation('orders')
  const [params, changeParams] = useQueryParams()
  const { data } = useEndpoint(erpOrderOptions, {})
  const orderForm = useOrderForm()
  const isNew = params.has('new')
  const today = useBusinessDate()
  const form = useMemo(() => ({ ...orderForm, fillIn: createOrderFormFill(isNew) }), [orderForm, isNew])
  const chosenState = STATES.find((state) => state === params.get('state')) ?? 'all'
  const getStateCount = (state: string) =>
    data?.counts.find((stateCount) => stateCount.state === state)?.count ?? (data ? 0 : undefined)
  const above = (
    <>
      {tabs}
      <Tabs
        label={t('erpOrder.fields.state')}
        chosen={chosenState}
        // An address without parameters opens the new orders, so the list of all orders needs the parameter `view`.
        onChoose={(next) =>
          changeParams({ state: next === 'all' ? null : next, view: next === 'all' ? 'orders' : null, id: null })
        }
        tabs={[
          { key: 'all' as const, label: t('pages.sync.all') },
          ...STATES.map((key) => ({ key, label: t(`erpOrder.options.state.${key}`), count: getStateCount(key) })),
        ]}
      />
    </>
  )
  const detail = (open: OpenRow) => (
    <ErpOrderPanel {...open} cells={listCells} onSettle={() => changeParams({ settle: open.row.id })} />
  )
  // `ErpOrderPanel` shows the same warning when a single order is released.
  const getBulkWarning = ({ command }: BulkAction, { dueOn }: ListRow) =>
    command === releaseErpOrder && isOverdue(dueOn, today) ? t('pages.sync.dueDay', { day: dueOn }) : null
  return (
    <ResourcePage
      resource={erpOrder}
      columns={COLUMNS}
      cells={listCells}
      form={form}
      parts={{ above, detail, getBulkWarning }}
    />
  )
}

/** Result of a source's last run, with the number of consecutive failures. */
function SourceResultCell({ row }: { row: ListRow }) {
  const { t } = useTranslation('orders')
  const failures = Number(row['failures'] ?? 0)
  if (!row['lastRunAt']) return <StateBadge tone="idle">{t('pages.sync.neverRun')}</StateBadge>
  return (
    <StateBadge tone={failures > 0 ? 'bad' : 'ok'}>
      {failures > 1 ? `${t('pages.sync.failures', { count: failures })} · ` : ''}
      {String(row['lastResult'] ?? '')}
    </StateBadge>
  )
}
