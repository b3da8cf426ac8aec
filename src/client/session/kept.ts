import { keptSession } from '../api/phone'
import { recordTrouble } from '../ui/trouble'

/** Set while a session is persisted on this phone, so that a start without one need not open the store. */
const KEPT = 'kept'

/** Records whether a session is persisted on this phone. */
export function rememberKept(kept: boolean): void {
  try {
    if (kept) localStorage.setItem(KEPT, '1')
    else localStorage.removeItem(KEPT)
  } catch (error) {
    recordTrouble('not remembered', error)
  }
}
/** True if a session is persisted on this phone. */
export function isKept(): boolean {
  try {
    return localStorage.getItem(KEPT) === '1'
  } catch {
    return false // storage is blocked: nothing was persisted
  }
}

type Kept = Awaited<ReturnType<typeof keptSession>>
let ahead: Promise<Kept> | null = null
/** Starts to read the persisted session early. `loadPersistedSession` reports a failure. */
export function readKeptAhead(): void {
  ahead = keptSession()
  ahead.catch(() => undefined)
}
/** Loads the session persisted on this phone, or null. Rejects if it cannot be read. */
export function takeKept(): Promise<Kept> {
  if (!isKept()) return Promise.resolve(null)
  const taken = ahead ?? keptSession()
  ahead = null
  return taken
}
