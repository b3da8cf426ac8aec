import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { formatMoment } from '@/client/format/time'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import type { OpenView } from '@/client/resource/views/saved-view'
import { workOrder } from '@/areas/orders/contract/work-order'
import { usePlantZone } from '@/client/session/plant-zone'
import { CardList } from '@/client/ui/CardList'
import { DataTable, type Column, type Sort } from '@/client/ui/DataTable'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { StateBadge } from '@/client/ui/StateBadge'
import { MOST_SORTED, workedOut, type progressList } from '@/areas/orders/contract/progress'
import { attentionOf } from '../../rules/attention'
import { orderTones } from '../../contract/tones'
import { Bar } from './Bar'
import { RunsInto } from './RunsInto'
import { PlanShort } from '../schedule/PlanShort'

export type Progress = EndpointOutput<typeof progressList>['list'][number]
export interface ProgressRowsProps {
  rows: readonly Progress[]
  refs: Readonly<Record<string, string>>
  wide: boolean
  total: number
  openId: string | null
  onOpen: (row: Progress) => void
  onEnd: (() => void) | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  /** Column layout of the reader or of the open view. */
  columnsOf: Pick<OpenView, 'layout' | 'choiceKey'>
}

/** Orders with progress bars: a table if `wide`, else cards. */
export function ProgressRows({
  rows,
  refs,
  wide,
  total,
  openId,
  onOpen,
  onEnd,
  sort,
  onSort,
  columnsOf,
}: ProgressRowsProps) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const field = (name: string) => t(`workOrder.fields.${name}`)
  const columns: Column<Progress>[] = [
    { id: 'number', header: field('number'), cell: (row) => row.number, card: 'title', width: 8 },
    {
      id: 'state',
      header: field('state'),
      cell: (row) => (
        <span className="chips">
          <ResourceStateBadge of={workOrder} state={row.state} tones={orderTones} />
          {row.late && <StateBadge tone="bad">{t('pages.progress.late')}</StateBadge>}
          {!wide && <Attention order={row} />}
        </span>
      ),
      card: 'state',
      width: wide ? 11 : 9,
    },
    {
      id: 'productId',
      header: field('productId'),
      cell: (row) => <span>{refs[row.productId] ?? ''}</span>,
      card: 'sub',
      width: 14,
    },
    { id: 'percent', header: t('answers.percent'), cell: (row) => <Bar order={row} flat={wide} />, width: 16.5 },
    {
      id: 'forecastEnd',
      header: t('pages.progress.forecastEnd'),
      cell: (row) => <Forecast order={row} />,
      width: 12.5,
    },
    ...(wide
      ? [
          {
            id: 'attention',
            header: t('pages.progress.attention'),
            cell: (row: Progress) => <Attention order={row} flat />,
            width: 16,
          },
        ]
      : []),
    { id: 'dueOn', header: field('dueOn'), cell: (row) => row.dueOn ?? '–', width: 8 },
    {
      id: 'lineId',
      header: field('lineId'),
      cell: (row) => <span>{row.lineId ? (refs[row.lineId] ?? '') : t('pages.progress.noLine')}</span>,
      width: 10,
    },
    {
      id: 'customerId',
      header: field('customerId'),
      cell: (row) => <span>{row.customerId ? (refs[row.customerId] ?? '') : '–'}</span>,
      card: 'none',
      width: 12,
    },
    buildMetricColumn({
      id: 'packedKg',
      word: t('pages.progress.packed'),
      unit: 'kg',
      card: 'none',
      rows,
      value: (row) => row.packedKg,
    }),
    buildMetricColumn({
      id: 'orderedKg',
      word: field('orderedKg'),
      unit: 'kg',
      card: 'none',
      rows,
      value: (row) => row.orderedKg,
    }),
    {
      id: 'startedAt',
      header: field('startedAt'),
      cell: (row) => (row.startedAt ? formatMoment(row.startedAt, zone) : '–'),
      card: 'none',
      width: 11,
    },
    {
      id: 'finishedAt',
      header: field('finishedAt'),
      cell: (row) => (row.finishedAt ? formatMoment(row.finishedAt, zone) : '–'),
      card: 'none',
      width: 11,
    },
  ]
  const props = {
    label: t('actions.workOrder_progressList'),
    columns: columns.map((column) => ({ ...column, sortable: isSorted(column.id, total) })),
    rows,
    rowKey: (row: Progress) => row.id,
    total,
    onOpen,
    ...(openId ? { current: openId } : {}),
    ...(onEnd ? { onEnd } : {}),
  }
  return wide ? (
    <DataTable
      {...props}
      {...(sort ? { sort } : {})}
      onSort={onSort}
      choiceKey={columnsOf.choiceKey}
      layout={columnsOf.layout}
    />
  ) : (
    <CardList {...props} />
  )
}
/** True if a column can be sorted; calculated columns only up to `MAX_SORTED_ORDERS` orders. */
const isSorted = (id: string, total: number): boolean =>
  (workedOut as readonly string[]).includes(id) ? total <= MOST_SORTED : id in workOrder.fields

/** Attention items of an order. `compact`: only the overlap with the next order if there is one, for a table row. */
export function Attention({ order, flat = false }: { order: Progress; flat?: boolean }) {
  const { t } = useTranslation('orders')
  const all = attentionOf(order)
  const first = all[0]?.kind === 'runsInto' ? all.slice(0, 1) : all
  return (flat ? first : all).map((one) => {
    if (one.kind === 'short')
      return (
        <StateBadge key={one.kind} tone="warn">
          {t('pages.progress.short', { percent: one.percent })}
        </StateBadge>
      )
    if (one.kind === 'runsInto') return <RunsInto key={one.kind} order={order} flat={flat} />
    if (one.kind === 'after')
      return (
        <StateBadge key={one.kind} tone="wait">
          {t('pages.progress.afterOrder', { number: one.number })}
        </StateBadge>
      )
    return <PlanShort key={one.kind} order={{ ...order, startsAt: order.plannedStart, endsAt: order.plannedEnd }} />
  })
}
/** Actual, forecast or planned end of an order, or the reason why none is known. */
export function Forecast({ order }: { order: Progress }) {
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
