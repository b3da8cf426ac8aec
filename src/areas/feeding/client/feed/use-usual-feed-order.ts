import type { Row } from '@/contract/resource'
import { useMyLine } from '@/plant/client/line/my-line'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { getSession } from '@/client/session/session'
import { recordTrouble } from '@/client/ui/trouble'

type Order = Row<typeof workOrder>
/**
 * Returns the order to preselect. An order chosen in this session comes first. Next come the orders at the person's
 * line: the last choice, a running order, any order. Last come the last choice at another line, and the only order.
 */
export function useDefaultFeedOrder(orders: readonly Order[]): Order | null {
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

const getStorageKey = () => `feeding/${getSession().userId}/order`

let chosenOrder: { userId: string; id: string } | null = null
/** Returns the order that this person chose since the app was opened; it takes precedence over all other orders. */
export const getChosenOrderId = (): string | null =>
  chosenOrder?.userId === getSession().userId ? chosenOrder.id : null
/** Returns the order that this person chose last on this phone, from localStorage; null if there is none. */
function getStoredOrderId(): string | null {
  try {
    return localStorage.getItem(getStorageKey())
  } catch (error) {
    recordTrouble('last order not readable', error)
    return null
  }
}
/** Stores the chosen order in memory and in localStorage. */
export function storeOrderId(id: string): void {
  chosenOrder = { userId: getSession().userId, id }
  try {
    localStorage.setItem(getStorageKey(), id)
  } catch (error) {
    recordTrouble('last order not remembered', error)
  }
}
