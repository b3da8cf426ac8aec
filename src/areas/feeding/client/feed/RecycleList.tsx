import { useCallback, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lookUpRow } from '@/client/api/look-up-rows'
import { getPlantMoment } from '@/client/clock'
import type { FormCheck } from '@/client/resource/CommandForm'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { useList } from '@/client/api/use-list'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOrderSettled, producingStates } from '@/areas/orders/rules/work-order'
import { recycle } from '../../contract/recycle'
import { useDefaultFeedOrder } from './use-usual-feed-order'

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

/**
 * 回收料: list of edge trim, off-grade and purgings with their destination. A new entry is preset with the order that
 * this person usually feeds.
 */
export function RecycleList({ title, viewTabs }: { title: string; viewTabs: ReactNode }) {
  const { rows } = useList(workOrder, { state: producingStates.join(','), size: 100 })
  const defaultOrder = useDefaultFeedOrder(rows)
  const parts = useMemo((): PageParts => ({ title, above: viewTabs }), [title, viewTabs])
  const check = useRecycleCheck()
  const form = useMemo(
    (): ResourceFormParts => ({
      check,
      getStartValues: () => ({
        occurredAt: getPlantMoment(),
        ...(defaultOrder ? { workOrderId: defaultOrder.id, lineId: defaultOrder.lineId } : {}),
      }),
    }),
    [check, defaultOrder],
  )
  return <ResourcePage resource={recycle} columns={COLUMNS} parts={parts} form={form} />
}

/** Form check with the rule of the server: the order is not settled. */
function useRecycleCheck(): FormCheck {
  const { t } = useTranslation(['feeding', 'orders'])
  return useCallback(
    async ({ workOrderId }) => {
      const order = typeof workOrderId === 'string' ? await lookUpRow(workOrder, workOrderId) : null
      const settledState =
        order && isOrderSettled(order.state) ? t(`orders:workOrder.options.state.${order.state}`) : null
      return order && settledState
        ? [{ name: 'workOrderId', message: t('refusals.orderNotOpen', { order: order.number, state: settledState }) }]
        : []
    },
    [t],
  )
}
