import { getSession } from '@/client/session/session'
import { recordTrouble } from '@/client/ui/trouble'

const key = () => `feeding/${getSession().userId}/order`

let picked: { by: string; id: string } | null = null
/** Returns the order that this person chose since the app was opened; it takes precedence over all other orders. */
export const pickedOrder = (): string | null => (picked?.by === getSession().userId ? picked.id : null)
/** Returns the order that this person chose last on this phone, from localStorage; null if there is none. */
export function keptOrder(): string | null {
  try {
    return localStorage.getItem(key())
  } catch (error) {
    recordTrouble('last order not readable', error)
    return null
  }
}
/** Stores the chosen order in memory and in localStorage. */
export function keepOrder(id: string): void {
  picked = { by: getSession().userId, id }
  try {
    localStorage.setItem(key(), id)
  } catch (error) {
    recordTrouble('last order not remembered', error)
  }
}
