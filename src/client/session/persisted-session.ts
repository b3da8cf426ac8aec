import { readPersistedSession } from '../api/phone'
import { recordTrouble } from '../ui/trouble'

/**
 * localStorage key that is set while a session is persisted on this phone. Without the key a start need not open the
 * store.
 */
const STORAGE_KEY = 'kept'

/** Records whether a session is persisted on this phone. */
export function setSessionPersisted(persisted: boolean): void {
  try {
    if (persisted) localStorage.setItem(STORAGE_KEY, '1')
    else localStorage.removeItem(STORAGE_KEY)
  } catch (error) {
    recordTrouble('not remembered', error)
  }
}
/** True if a session is persisted on this phone. */
export function isSessionPersisted(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === '1'
  } catch {
    return false // storage is blocked: nothing was persisted
  }
}

type PersistedSession = Awaited<ReturnType<typeof readPersistedSession>>
let prefetchRequest: Promise<PersistedSession> | null = null
/** Starts to read the persisted session early. `loadPersistedSession` reports a failure. */
export function prefetchPersistedSession(): void {
  prefetchRequest = readPersistedSession()
  prefetchRequest.catch(() => undefined)
}
/** Loads the session persisted on this phone, or null. Rejects if it cannot be read. */
export function loadPersistedSession(): Promise<PersistedSession> {
  if (!isSessionPersisted()) return Promise.resolve(null)
  const request = prefetchRequest ?? readPersistedSession()
  prefetchRequest = null
  return request
}

/** sessionStorage key of the user id. */
export const USER_ID_KEY = 'userId'
/** Returns the user id that the route guard checks; null if nobody is signed in in this tab. */
export const getStoredUserId = (): string | null => sessionStorage.getItem(USER_ID_KEY)
