import { useList } from '@/client/api/use-list'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOrderSettled } from '@/areas/orders/rules/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cuttableJumboStates } from '@/areas/rolls/rules/jumbo-roll'

/** Jumbos in the hall that wait for a slitter, the longest waiting first. */
const UNCUT_QUERY = { state: cuttableJumboStates.join(','), sort: 'startedAt', size: 50 }

/** Returns the numbers of the closed orders among the given ids, by id. Nothing more may be cut for closed orders. */
export function useClosedOrders(ids: readonly string[]): ReadonlyMap<string, string> {
  const orderIds = [...new Set(ids)].sort()
  const { rows } = useList(workOrder, { id: orderIds.join(','), size: 100 }, { enabled: orderIds.length > 0 })
  return new Map(
    rows.filter((row) => orderIds.includes(row.id) && isOrderSettled(row.state)).map(({ id, number }) => [id, number]),
  )
}
/** Returns the jumbos to cut next, and the jumbos of closed orders. The slitter page and its card share this query. */
export function useUncutJumbos() {
  const { rows, ...listState } = useList(jumboRoll, UNCUT_QUERY)
  const closedOrders = useClosedOrders(rows.map((row) => row.workOrderId))
  return {
    ...listState,
    rows: rows.filter((row) => !closedOrders.has(row.workOrderId)),
    jumbosOfClosedOrders: rows.flatMap((row) => {
      const closedOrderNumber = closedOrders.get(row.workOrderId)
      return closedOrderNumber === undefined ? [] : [{ ...row, closedOrderNumber }]
    }),
  }
}
