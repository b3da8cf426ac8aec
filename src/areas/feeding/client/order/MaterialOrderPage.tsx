import '../feeding.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint, useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { EndpointPage } from '@/client/resource/EndpointPage'
import { ExportButton } from '@/client/resource/ExportButton'
import { ListWithDetail } from '@/client/resource/ListWithDetail'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { producingStates } from '@/areas/orders/rules/work-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '@/areas/orders/contract/tones'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageTitle } from '@/client/shell/use-menu'
import type { Column } from '@/client/ui/DataTable'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { plantSetting } from '@/plant/contract/plant-setting'
import { buildPlantSettings } from '@/plant/rules/settings'
import { materialOrders, materialOrdersWorkbook } from '../../contract/feeding-endpoints'
import { BalanceBar, GapBadge, buildBalanceBar } from './BalanceSection'
import { OrderBalancePanel } from './OrderBalancePanel'

export type OrderBalanceRow = EndpointOutput<typeof materialOrders>['list'][number]
const STATE_FILTERS = ['begun', producingStates.join(','), 'finished', 'closed']
const PAGE_SIZE = 50
const SETTINGS_QUERY = { size: 100 }
const MAX_ROWS = 500

/** 投料工单: mass fed to each order, its output and its mass balance. */
export default function MaterialOrderPage() {
  const { t } = useTranslation(['feeding', 'orders'])
  const title = usePageTitle() ?? t('actions.feed_orders')
  const [params, changeParams] = useQueryParams()
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE_SIZE)
  const state = STATE_FILTERS.find((candidate) => candidate === params.get('state')) ?? 'begun'
  const filter = { ...(keyword ? { keyword } : {}), ...(state === 'begun' ? {} : { state }) }
  const result = useEndpoint(
    materialOrders,
    { ...filter, size },
    { resources: ['feed', 'workOrder', 'jumboRoll', 'recycle', 'figureCorrection'] },
  )
  const openOrderId = params.get('id')
  const rows = result.data?.list ?? []
  const columns = useColumns(rows, result.data?.refs ?? {})
  const openRow = rows.find((orderRow) => orderRow.id === openOrderId)
  const hasMore = rows.length < (result.data?.total ?? 0) && size < MAX_ROWS
  const loadMore = () => setSize((currentSize) => Math.min(MAX_ROWS, currentSize + PAGE_SIZE))
  return (
    <ListWithDetail
      open={openOrderId !== null}
      onClose={() => changeParams({ id: null })}
      panel={(onBack) => (
        <OrderBalancePanel
          key={openOrderId}
          id={String(openOrderId)}
          row={openRow}
          refs={result.data?.refs ?? {}}
          {...(onBack ? { onBack } : {})}
        />
      )}
    >
      {() => (
        <EndpointPage
          title={title}
          name="materialWorkOrder"
          query={result}
          columns={columns}
          rows={rows}
          total={result.data?.total ?? 0}
          getRowKey={(orderRow) => orderRow.id}
          onOpen={(orderRow) => changeParams({ id: orderRow.id })}
          onEnd={hasMore ? loadMore : undefined}
          keyword={keyword}
          onSearch={setKeyword}
          tools={<ExportButton endpoint={materialOrdersWorkbook} input={filter} />}
          above={
            <Tabs
              label={t('orders:workOrder.fields.state')}
              chosen={state}
              onChoose={(next) => changeParams({ state: next === 'begun' ? null : next, id: null })}
              tabs={STATE_FILTERS.map((key) => ({
                key,
                label: t(`pages.materialWorkOrder.state.${key.split(',')[0]}`),
              }))}
            />
          }
          empty={{ title: t('pages.materialWorkOrder.none'), advice: t('pages.materialWorkOrder.noneNext') }}
        />
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
  const tolerance = buildPlantSettings(useList(plantSetting, SETTINGS_QUERY).rows).balanceTolerance
  const buildKgColumn = (
    name: 'fedKg' | 'woundGoodKg' | 'mainKg' | 'subKg' | 'packKg' | 'midKg' | 'surKg' | 'gapKg',
    cardSlot: 'detail' | 'none',
  ): Column<OrderBalanceRow> =>
    buildMetricColumn({
      id: name,
      header: t(`answers.${name}`),
      unit: 'kg',
      width: 8,
      cardSlot,
      rows,
      getValue: (row) => row[name],
    })
  return [
    {
      id: 'number',
      header: t('feed.fields.workOrderId'),
      cardSlot: 'title',
      width: 11,
      renderCell: (row) => row.number,
    },
    {
      id: 'state',
      header: t('inputs.state'),
      cardSlot: 'state',
      width: 8,
      renderCell: (row) => <ResourceStateBadge resource={workOrder} state={row.state} tones={orderTones} />,
    },
    {
      id: 'product',
      header: t('pages.materialWorkOrder.product'),
      cardSlot: 'sub',
      width: 14,
      renderCell: (row) => (
        <span>{[refs[row.productId], row.lineId && refs[row.lineId]].filter(Boolean).join(' · ')}</span>
      ),
    },
    {
      id: 'bar',
      header: t('pages.materialWorkOrder.barLabel'),
      cardSlot: 'detail',
      width: 12,
      hasMinWidth: true,
      renderCell: (row) => <BalanceBar {...buildBalanceBar(row)} label={t('pages.materialWorkOrder.barLabel')} />,
    },
    buildKgColumn('fedKg', 'detail'),
    buildKgColumn('woundGoodKg', 'detail'),
    {
      id: 'gap',
      header: t('answers.gapKg'),
      cardSlot: 'detail',
      width: 11,
      renderCell: (row) => <GapBadge balance={row} tolerance={tolerance} />,
    },
    buildKgColumn('mainKg', 'none'),
    buildKgColumn('subKg', 'none'),
    buildKgColumn('midKg', 'none'),
    buildKgColumn('surKg', 'none'),
    buildKgColumn('packKg', 'none'),
    {
      id: 'startedAt',
      header: t('pages.materialWorkOrder.startedAt'),
      cardSlot: 'none',
      width: 10,
      renderCell: (row) => formatMoment(row.startedAt, zone),
    },
  ]
}
