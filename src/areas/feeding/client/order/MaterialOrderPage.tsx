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
import { materialOrders, materialOrdersSheet } from '../../contract/feeding-calls'
import { barOf } from './balance-parts'
import { Bar, GapState } from './BalanceBar'
import { OrderPanel } from './OrderPanel'

export type OrderLine = EndpointOutput<typeof materialOrders>['list'][number]
const STATES = ['begun', producingStates.join(','), 'finished', 'closed']
const STEP = 50
const MOST = 500

/** 投料工单: mass fed to each order, its output and its mass balance. */
export default function MaterialOrderPage() {
  const { t } = useTranslation(['feeding', 'client', 'orders'])
  const zone = usePlantZone()
  const title = usePageTitle() ?? t('actions.feed_orders')
  const [params, change] = useParams()
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(STEP)
  const state = STATES.find((one) => one === params.get('state')) ?? 'begun'
  const filter = { ...(keyword ? { keyword } : {}), ...(state === 'begun' ? {} : { state }) }
  const found = useEndpoint(
    materialOrders,
    { ...filter, size },
    { resources: ['feed', 'workOrder', 'jumboRoll', 'recycle'] },
  )
  const id = params.get('id')
  const rows = found.data?.list ?? []
  const columns = useColumns(rows, found.data?.refs ?? {})
  const row = rows.find((one) => one.id === id)
  const more = {
    hasMore: rows.length < (found.data?.total ?? 0) && size < MOST,
    onMore: () => setSize((now) => Math.min(MOST, now + STEP)),
  }
  const parts = {
    label: title,
    columns,
    rows,
    rowKey: (one: OrderLine) => one.id,
    total: found.data?.total ?? 0,
    onOpen: (one: OrderLine) => change({ id: one.id }),
    ...more,
  }
  const stale = found.isError && found.dataUpdatedAt > 0
  return (
    <ListWithDetail
      open={id !== null}
      onClose={() => change({ id: null })}
      panel={(onBack) => (
        <OrderPanel key={id} id={String(id)} row={row} refs={found.data?.refs ?? {}} {...(onBack ? { onBack } : {})} />
      )}
    >
      {({ width }) => (
        <PageFrame
          contentScrollsItself
          title={title}
          tools={<ExportButton of={materialOrdersSheet} input={filter} />}
          sub={
            <>
              {found.data && t('client:resource.count', { count: found.data.total })}
              {stale && ` · ${t('client:resource.staleSince', { age: formatMoment(found.dataUpdatedAt, zone) })}`}
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
                {...parts}
                of={found}
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

function useColumns(rows: readonly OrderLine[], refs: Readonly<Record<string, string>>): Column<OrderLine>[] {
  const { t } = useTranslation('feeding')
  const zone = usePlantZone()
  const figure = (
    name: 'fedKg' | 'goodKg' | 'mainKg' | 'subKg' | 'packKg' | 'midKg' | 'surKg' | 'gapKg',
    card: 'fact' | 'none',
  ): Column<OrderLine> =>
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
      cell: (row) => <Bar {...barOf(row)} label={t('pages.materialWorkOrder.barLabel')} />,
    },
    figure('fedKg', 'fact'),
    figure('goodKg', 'fact'),
    { id: 'gap', header: t('answers.gapKg'), card: 'fact', width: 11, cell: (row) => <GapState balance={row} /> },
    figure('mainKg', 'none'),
    figure('subKg', 'none'),
    figure('midKg', 'none'),
    figure('surKg', 'none'),
    figure('packKg', 'none'),
    {
      id: 'startedAt',
      header: t('pages.materialWorkOrder.startedAt'),
      card: 'none',
      width: 10,
      cell: (row) => formatMoment(row.startedAt, zone),
    },
  ]
}
