import { OUTBOX_DATABASE_NAME } from './outbox-presence'
import { trackTransaction } from './page-freeze'

/** Key in `meta` under which `SessionStore` stores the session while the person stays signed in here. */
const SESSION_KEY = 'session'
const awaitRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not read'))
  })

/**
 * Reads the stored session and the draft under `draftKey` without loading the code of the whole store, which takes a
 * third of the start time. Null if nobody is signed in, or there is no such draft or no store yet. Rejects if the store
 * cannot be read.
 */
export async function readStoredSession(
  draftKey: string,
): Promise<{ userId: string; token: string; draft: unknown } | null> {
  const openRequest = indexedDB.open(OUTBOX_DATABASE_NAME)
  openRequest.onupgradeneeded = () => openRequest.transaction?.abort() // no database yet: the store itself creates it
  let db: IDBDatabase
  try {
    db = await awaitRequest(openRequest)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
  try {
    const transaction = db.transaction(['meta', 'drafts'])
    trackTransaction(transaction)
    const row = (await awaitRequest(transaction.objectStore('meta').get(SESSION_KEY))) as
      | { value?: { userId?: unknown; token?: unknown } }
      | undefined
    const { userId, token } = row?.value ?? {}
    if (typeof userId !== 'string' || typeof token !== 'string') return null
    const draft = (await awaitRequest(transaction.objectStore('drafts').get([userId, draftKey]))) as
      | { value?: unknown }
      | undefined
    return draft ? { userId, token, draft: draft.value } : null
  } finally {
    db.close()
  }
}
