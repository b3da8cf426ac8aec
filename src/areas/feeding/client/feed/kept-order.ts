import { session } from '@/client/session/session'
import { noteTrouble } from '@/client/ui/trouble'

const key = () => `feeding/${session().userId}/order`

/** The order this person fed last on this phone: most feeds are the next of the same. */
export function keptOrder(): string | null {
  try {
    return localStorage.getItem(key())
  } catch (error) {
    noteTrouble('last order not readable', error)
    return null
  }
}
export function keepOrder(id: string): void {
  try {
    localStorage.setItem(key(), id)
  } catch (error) {
    noteTrouble('last order not remembered', error)
  }
}
