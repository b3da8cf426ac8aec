import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useNow } from '@/client/clock'
import { formatDuration, formatMoment } from '@/client/format/time'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import type { SavedViewState } from '@/client/resource/views/saved-view'
import { workOrder } from '@/areas/orders/contract/work-order'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { CardList } from '@/client/ui/CardList'
import { DataTable, type Column, type Sort } from '@/client/ui/DataTable'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { StateBadge } from '@/client/ui/StateBadge'
import { MAX_SORTED_ORDERS, calculatedSortFields, type progressList } from '@/areas/orders/contract/progress'
import { calculateExpectedLateness, getAttentionReasons } from '@/areas/orders/rules/order-progress'
import { orderTones } from '../../contract/tones'
import { OrderProgressBar } from '../shared/OrderProgressBar'
import { PlannedTimeTooShortBadge, NextOrderOverlapBadge } from '../shared/PlannedTimeTooShortBadge'

export type OrderProgressRow = EndpointOutput<typeof progressList>['list'][number]
export interface ProgressListProps {
  rows: readonly OrderProgressRow[]
  refs: Readonly<Record<string, string>>
  showsTable: boolean
  total: number
  openId: string | null
  onOpen: (row: OrderProgressRow) => void
  onEnd: (() => void) | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  /** Column layout of the saved view, or the reader's own layout. */
  savedView: Pick<SavedViewState, 'layout' | 'choiceKey'>
}

/** Orders with progress bars: a table if `showsTable`, else cards. */
export function ProgressList({
  rows,
  refs,
  showsTable,
  total,
  openId,
  onOpen,
  onEnd,
  sort,
  onSort,
  savedView,
}: ProgressListProps) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const getFieldLabel = (name: string) => t(`workOrder.fields.${name}`)
  const columns: Column<OrderProgressRow>[] = [
    { id: 'number', header: getFieldLabel('number'), renderCell: (row) => row.number, cardSlot: 'title', width: 8 },
    {
      id: 'percent',
      header: t('answers.percent'),
      renderCell: (row) => <OrderProgressBar order={row} compact={showsTable} />,
      width: 16.5,
      hasMinWidth: true,
    },
    {
      id: 'forecastEnd',
      header: t('pages.progress.forecastEnd'),
      renderCell: (row) => <ForecastCell order={row} />,
      width: 15,
    },
    {
      id: 'state',
      header: getFieldLabel('state'),
      renderCell: (row) => (
        <span className="chips">
          <ResourceStateBadge resource={workOrder} state={row.state} tones={orderTones} />
          {row.late && <StateBadge tone="bad">{t('pages.progress.late')}</StateBadge>}
          {!showsTable && <AttentionList order={row} />}
        </span>
      ),
      cardSlot: 'state',
      width: showsTable ? 11 : 9,
    },
    {
      id: 'productId',
      header: getFieldLabel('productId'),
      renderCell: (row) => <span>{refs[row.productId] ?? ''}</span>,
      cardSlot: 'sub',
      width: 14,
    },
    ...(showsTable
      ? [
          {
            id: 'attention',
            header: t('pages.progress.attention'),
            renderCell: (row: OrderProgressRow) => <AttentionList order={row} compact />,
            width: 16,
          },
        ]
      : []),
    {
      id: 'customerId',
      header: getFieldLabel('customerId'),
      renderCell: (row) => <span>{row.customerId ? (refs[row.customerId] ?? '') : '–'}</span>,
      width: 12,
    },
    {
      id: 'dueOn',
      header: getFieldLabel('dueOn'),
      renderCell: (row) => row.dueOn ?? '–',
      cardSlot: 'none',
      width: 8,
    },
    {
      id: 'lineId',
      header: getFieldLabel('lineId'),
      renderCell: (row) => <span>{row.lineId ? (refs[row.lineId] ?? '') : t('pages.progress.noLine')}</span>,
      width: 10,
    },
    buildMetricColumn({
      id: 'packedKg',
      header: t('pages.progress.packed'),
      unit: 'kg',
      cardSlot: 'none',
      rows,
      getValue: (row) => row.packedKg,
    }),
    buildMetricColumn({
      id: 'orderedKg',
      header: getFieldLabel('orderedKg'),
      unit: 'kg',
      cardSlot: 'none',
      rows,
      getValue: (row) => row.orderedKg,
    }),
    {
      id: 'startedAt',
      header: getFieldLabel('startedAt'),
      renderCell: (row) => (row.startedAt ? formatMoment(row.startedAt, zone) : '–'),
      cardSlot: 'none',
      width: 11,
    },
    {
      id: 'finishedAt',
      header: getFieldLabel('finishedAt'),
      renderCell: (row) => (row.finishedAt ? formatMoment(row.finishedAt, zone) : '–'),
      cardSlot: 'none',
      width: 11,
    },
  ]
  const listProps = {
    label: t('actions.workOrder_progressList'),
    columns: columns.map((column) => ({ ...column, isSortable: isSortable(column.id, total) })),
    rows,
    getRowKey: (row: OrderProgressRow) => row.id,
    total,
    onOpen,
    ...(openId ? { openKey: openId } : {}),
    ...(onEnd ? { onEnd } : {}),
  }
  return showsTable ? (
    <DataTable
      {...listProps}
      {...(sort ? { sort } : {})}
      onSort={onSort}
      choiceKey={savedView.choiceKey}
      layout={savedView.layout}
    />
  ) : (
    <CardList {...listProps} />
  )
}
/** True if a column can be sorted; calculated columns only up to `MAX_SORTED_ORDERS` orders. */
const isSortable = (id: string, total: number): boolean =>
  (calculatedSortFields as readonly string[]).includes(id) ? total <= MAX_SORTED_ORDERS : id in workOrder.fields

/**
 * Lists the reasons why an order needs attention. In a table row (`compact`), an overlap with the next order hides the
 * other reasons.
 */
export function AttentionList({ order, compact = false }: { order: OrderProgressRow; compact?: boolean }) {
  const { t } = useTranslation('orders')
  const attentionItems = getAttentionReasons(order)
  const compactItems = attentionItems[0]?.kind === 'runsInto' ? attentionItems.slice(0, 1) : attentionItems
  return (compact ? compactItems : attentionItems).map((item) => {
    if (item.kind === 'short')
      return (
        <StateBadge key={item.kind} tone="warn">
          {t('pages.progress.short', { percent: item.percent })}
        </StateBadge>
      )
    if (item.kind === 'runsInto') return <NextOrderOverlapBadge key={item.kind} order={order} compact={compact} />
    if (item.kind === 'after')
      return (
        <StateBadge key={item.kind} tone="wait">
          {t('pages.progress.afterOrder', { number: item.number })}
        </StateBadge>
      )
    return (
      <PlannedTimeTooShortBadge
        key={item.kind}
        order={{ ...order, startsAt: order.plannedStart, endsAt: order.plannedEnd }}
      />
    )
  })
}
/** End of an order, and below it the due date with the expected delay in words. */
function ForecastCell({ order }: { order: OrderProgressRow }) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const nowMs = useNow()
  const latenessMs = order.finishedAt ? 0 : calculateExpectedLateness(order, nowMs)
  const dueDay = order.dueOn?.slice(5)
  return (
    <span className={`order-end${order.late ? ' is-late' : ''}`}>
      <ExpectedEnd order={order} />
      {dueDay && (
        <small>
          {order.late && latenessMs > 0
            ? t('pages.progress.dueLate', { day: dueDay, time: formatDuration(latenessMs, language) })
            : t('pages.progress.dueOn', { day: dueDay })}
        </small>
      )}
    </span>
  )
}
/** Actual, forecast or planned end of an order, or the reason why none is known. */
function ExpectedEnd({ order }: { order: OrderProgressRow }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  if (order.finishedAt) return <>{t('pages.progress.doneAt', { time: formatMoment(order.finishedAt, zone) })}</>
  if (order.forecastEnd) return <>{formatMoment(order.forecastEnd, zone)}</>
  if (order.forecastReason === 'notStarted' && order.plannedEnd)
    return (
      <span className="quiet">{t('pages.progress.plannedEnd', { time: formatMoment(order.plannedEnd, zone) })}</span>
    )
  return (
    <span className="quiet">
      {t(order.forecastReason ? `pages.progress.reason.${order.forecastReason}` : 'pages.progress.reason.done')}
    </span>
  )
}
