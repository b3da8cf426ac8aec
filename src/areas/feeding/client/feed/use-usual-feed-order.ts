import type { Row } from '@/contract/resource'
import { useMyLine } from '@/plant/client/line/my-line'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { getStoredOrderId, getChosenOrderId } from './stored-order'

type Order = Row<typeof workOrder>
/**
 * Returns the order to preselect: chosen in this session, chosen last at the person's line, running there, any at
 * that line, chosen last elsewhere, or the only one.
 */
export function useUsualFeedOrder(orders: readonly Order[]): Order | null {
  const myLineId = useMyLine()
  const findOrder = (id: string | null, candidates = orders) => candidates.find((row) => row.id === id)
  const lineOrders = orders.filter((row) => row.lineId === myLineId)
  return (
    findOrder(getChosenOrderId()) ??
    findOrder(getStoredOrderId(), lineOrders) ??
    lineOrders.find(({ state }) => state === 'running') ??
    lineOrders[0] ??
    findOrder(getStoredOrderId()) ??
    (orders.length === 1 ? orders[0]! : null)
  )
}
