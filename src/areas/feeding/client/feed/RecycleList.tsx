import { useMemo, type ReactNode } from 'react'
import { plantMoment } from '@/client/clock'
import { ResourcePage, type FormParts, type PageParts } from '@/client/resource/ResourcePage'
import { useList } from '@/client/api/use-list'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producing } from '@/areas/orders/rules/work-order'
import { recycle } from '../../contract/recycle'
import { useUsualOrder } from './usual-order'

const COLUMNS = [
  'kind',
  'occurredAt',
  'kg',
  'destination',
  'workOrderId',
  'lineId',
  'businessDate',
  'shift',
  'team',
  'note',
] as const

/** 回收料: edge trim, off-grade and purge, with where it went. A new entry begins with the usual order. */
export function RecycleList({ title, views }: { title: string; views: ReactNode }) {
  const { rows } = useList(workOrder, { state: producing.join(','), size: 100 })
  const order = useUsualOrder(rows)
  const parts = useMemo((): PageParts => ({ title, above: views }), [title, views])
  const form = useMemo(
    (): FormParts => ({
      start: () => ({ occurredAt: plantMoment(), ...(order ? { workOrderId: order.id, lineId: order.lineId } : {}) }),
    }),
    [order],
  )
  return <ResourcePage of={recycle} columns={COLUMNS} parts={parts} form={form} />
}
