import { OUTBOX } from './present'
import { mayBeGivenUp } from './put-aside'

/** Key in `meta` under which `SessionKeeper` stores the session while the person stays signed in here. */
const SESSION = 'session'
const got = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not read'))
  })

/**
 * Reads the stored session and the draft under `draftKey` without loading the code of the whole store, which is a third
 * of the start. Null if nobody is signed in or there is no store yet. Rejects if the store cannot be read.
 */
export async function readKept(draftKey: string): Promise<{ userId: string; token: string; draft: unknown } | null> {
  const asked = indexedDB.open(OUTBOX)
  asked.onupgradeneeded = () => asked.transaction?.abort() // no database yet: the store itself creates it
  let db: IDBDatabase
  try {
    db = await got(asked)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
  try {
    const read = db.transaction(['meta', 'drafts'])
    mayBeGivenUp(read)
    const row = (await got(read.objectStore('meta').get(SESSION))) as
      | { value?: { userId?: unknown; token?: unknown } }
      | undefined
    const { userId, token } = row?.value ?? {}
    if (typeof userId !== 'string' || typeof token !== 'string') return null
    const draft = (await got(read.objectStore('drafts').get([userId, draftKey]))) as { value?: unknown } | undefined
    return draft ? { userId, token, draft: draft.value } : null
  } finally {
    db.close()
  }
}
