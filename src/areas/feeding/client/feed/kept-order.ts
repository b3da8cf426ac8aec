import { getSession } from '@/client/session/session'
import { recordTrouble } from '@/client/ui/trouble'

const key = () => `feeding/${getSession().userId}/order`

let picked: { by: string; id: string } | null = null
/** The order this person chose since the app was opened: it stands, wherever else they work. */
export const pickedOrder = (): string | null => (picked?.by === getSession().userId ? picked.id : null)
/** The order this person fed last on this phone: most feeds are the next of the same. */
export function keptOrder(): string | null {
  try {
    return localStorage.getItem(key())
  } catch (error) {
    recordTrouble('last order not readable', error)
    return null
  }
}
export function keepOrder(id: string): void {
  picked = { by: getSession().userId, id }
  try {
    localStorage.setItem(key(), id)
  } catch (error) {
    recordTrouble('last order not remembered', error)
  }
}
