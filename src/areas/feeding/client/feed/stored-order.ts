import { getSession } from '@/client/session/session'
import { recordTrouble } from '@/client/ui/trouble'

const getStorageKey = () => `feeding/${getSession().userId}/order`

let chosenOrder: { userId: string; id: string } | null = null
/** Returns the order that this person chose since the app was opened; it takes precedence over all other orders. */
export const getChosenOrderId = (): string | null =>
  chosenOrder?.userId === getSession().userId ? chosenOrder.id : null
/** Returns the order that this person chose last on this phone, from localStorage; null if there is none. */
export function getStoredOrderId(): string | null {
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
