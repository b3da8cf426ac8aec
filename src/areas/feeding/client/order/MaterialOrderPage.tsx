import '../feeding.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { EndpointRowList } from '@/client/resource/EndpointRowList'
import { ExportButton } from '@/client/resource/ExportButton'
import { ListWithDetail } from '@/client/resource/ListWithDetail'
import { SearchField } from '@/client/resource/SearchField'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { producingStates } from '@/areas/orders/rules/work-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '@/areas/orders/contract/tones'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageTitle } from '@/client/shell/use-menu'
import type { Column } from '@/client/ui/DataTable'
import { PageFrame } from '@/client/ui/PageFrame'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { materialOrders, materialOrdersWorkbook } from '../../contract/feeding-endpoints'
import { buildBar } from './balance-parts'
import { BalancePartsBar, GapBadge } from './BalanceSection'
import { OrderPanel } from './OrderPanel'

export type OrderBalanceRow = EndpointOutput<typeof materialOrders>['list'][number]
const STATES = ['begun', producingStates.join(','), 'finished', 'closed']
const PAGE_SIZE = 50
const MAX_ROWS = 500

/** 投料工单: mass fed to each order, its output and its mass balance. */
export default function MaterialOrderPage() {
  const { t } = useTranslation(['feeding', 'client', 'orders'])
  const zone = usePlantZone()
  const title = usePageTitle() ?? t('actions.feed_orders')
  const [params, change] = useParams()
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE_SIZE)
  const state = STATES.find((one) => one === params.get('state')) ?? 'begun'
  const filter = { ...(keyword ? { keyword } : {}), ...(state === 'begun' ? {} : { state }) }
  const result = useEndpoint(
    materialOrders,
    { ...filter, size },
    { resources: ['feed', 'workOrder', 'jumboRoll', 'recycle'] },
  )
  const id = params.get('id')
  const rows = result.data?.list ?? []
  const columns = useColumns(rows, result.data?.refs ?? {})
  const row = rows.find((one) => one.id === id)
  const paging = {
    hasMore: rows.length < (result.data?.total ?? 0) && size < MAX_ROWS,
    onMore: () => setSize((now) => Math.min(MAX_ROWS, now + PAGE_SIZE)),
  }
  const tableProps = {
    label: title,
    columns,
    rows,
    rowKey: (one: OrderBalanceRow) => one.id,
    total: result.data?.total ?? 0,
    onOpen: (one: OrderBalanceRow) => change({ id: one.id }),
    ...paging,
  }
  const isStale = result.isError && result.dataUpdatedAt > 0
  return (
    <ListWithDetail
      open={id !== null}
      onClose={() => change({ id: null })}
      panel={(onBack) => (
        <OrderPanel key={id} id={String(id)} row={row} refs={result.data?.refs ?? {}} {...(onBack ? { onBack } : {})} />
      )}
    >
      {({ width }) => (
        <PageFrame
          contentScrollsItself
          title={title}
          tools={<ExportButton of={materialOrdersWorkbook} input={filter} />}
          sub={
            <>
              {result.data && t('client:resource.count', { count: result.data.total })}
              {isStale && ` · ${t('client:resource.staleSince', { age: formatMoment(result.dataUpdatedAt, zone) })}`}
            </>
          }
        >
          <div className="resource-list">
            <Tabs
              label={t('orders:workOrder.fields.state')}
              chosen={state}
              onChoose={(next) => change({ state: next === 'begun' ? null : next, id: null })}
              tabs={STATES.map((key) => ({ key, word: t(`pages.materialWorkOrder.state.${key.split(',')[0]}`) }))}
            />
            <div className="list-tools">
              <SearchField value={keyword} onChange={setKeyword} label={t('client:resource.search')} />
            </div>
            <div className="list-body">
              <EndpointRowList
                {...tableProps}
                of={result}
                width={width}
                name="materialWorkOrder"
                onClear={keyword ? () => setKeyword('') : undefined}
                empty={{ title: t('pages.materialWorkOrder.none'), next: t('pages.materialWorkOrder.noneNext') }}
              />
            </div>
          </div>
        </PageFrame>
      )}
    </ListWithDetail>
  )
}

function useColumns(
  rows: readonly OrderBalanceRow[],
  refs: Readonly<Record<string, string>>,
): Column<OrderBalanceRow>[] {
  const { t } = useTranslation('feeding')
  const zone = usePlantZone()
  const buildKgColumn = (
    name: 'fedKg' | 'goodKg' | 'mainKg' | 'subKg' | 'packKg' | 'midKg' | 'surKg' | 'gapKg',
    card: 'fact' | 'none',
  ): Column<OrderBalanceRow> =>
    buildMetricColumn({
      id: name,
      word: t(`answers.${name}`),
      unit: 'kg',
      width: 8,
      card,
      rows,
      value: (row) => row[name],
    })
  return [
    { id: 'number', header: t('feed.fields.workOrderId'), card: 'title', width: 11, cell: (row) => row.number },
    {
      id: 'state',
      header: t('inputs.state'),
      card: 'state',
      width: 8,
      cell: (row) => <ResourceStateBadge of={workOrder} state={row.state} tones={orderTones} />,
    },
    {
      id: 'product',
      header: t('pages.materialWorkOrder.product'),
      card: 'sub',
      width: 14,
      cell: (row) => <span>{[refs[row.productId], row.lineId && refs[row.lineId]].filter(Boolean).join(' · ')}</span>,
    },
    {
      id: 'bar',
      header: t('pages.materialWorkOrder.barLabel'),
      card: 'fact',
      width: 12,
      cell: (row) => <BalancePartsBar {...buildBar(row)} label={t('pages.materialWorkOrder.barLabel')} />,
    },
    buildKgColumn('fedKg', 'fact'),
    buildKgColumn('goodKg', 'fact'),
    { id: 'gap', header: t('answers.gapKg'), card: 'fact', width: 11, cell: (row) => <GapBadge balance={row} /> },
    buildKgColumn('mainKg', 'none'),
    buildKgColumn('subKg', 'none'),
    buildKgColumn('midKg', 'none'),
    buildKgColumn('surKg', 'none'),
    buildKgColumn('packKg', 'none'),
    {
      id: 'startedAt',
      header: t('pages.materialWorkOrder.startedAt'),
      card: 'none',
      width: 10,
      cell: (row) => formatMoment(row.startedAt, zone),
    },
  ]
}
