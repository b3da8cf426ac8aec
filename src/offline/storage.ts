import { isQuotaError, withReconnect, type CacheDatabase } from './database'

/** The phone is full even without the read caches. Nothing was written. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super('no room left on this phone', { cause })
    this.name = 'StorageFull'
  }
}
/** Evicts read caches: step 0 sent photos and cached queries, step 1 everything, including the shift pack. */
export type EvictCache = (step: 0 | 1) => Promise<void>

/** Runs a write. On a full phone it evicts read caches (never the outbox) and retries. @throws StorageFullError */
export async function withEviction<T>(write: () => Promise<T>, evict: EvictCache): Promise<T> {
  for (const step of [0, 1] as const) {
    try {
      return await write()
    } catch (error) {
      if (!isQuotaError(error)) throw error
      await evict(step)
    }
  }
  try {
    return await write()
  } catch (error) {
    throw isQuotaError(error) ? new StorageFullError(error) : error
  }
}

/** Creates the function that evicts entries of the cache database. */
export const createEvictCache =
  (cache: CacheDatabase): EvictCache =>
  (step) =>
    withReconnect(cache, () =>
      step === 0
        ? cache.transaction('rw', cache.thumbs, cache.queries, async () => {
            await cache.thumbs.clear()
            await cache.queries.clear()
          })
        : wipeCache(cache),
    )

/** Empties the read caches, for sign-out and when the phone is full. */
export async function wipeCache(cache: CacheDatabase): Promise<void> {
  await withReconnect(cache, () =>
    cache.transaction('rw', cache.tables, async () => {
      for (const table of cache.tables) await table.clear()
    }),
  )
}

export interface StorageState {
  /** The browser has promised not to clear this site's data. Null if it cannot be asked. */
  persisted: boolean | null
  /** Used and available bytes, estimated by the browser. */
  usage: number | null
  quota: number | null
}
/** Reads the browser's information about this site's storage. */
export async function readStorageState(
  storage: StorageManager | undefined = globalThis.navigator?.storage,
): Promise<StorageState> {
  if (!storage) return { persisted: null, usage: null, quota: null }
  // Safari before 17 can persist data but has no estimate.
  const { usage = null, quota = null } = storage.estimate ? await storage.estimate() : {}
  return { persisted: storage.persisted ? await storage.persisted() : null, usage, quota }
}
/**
 * Asks the browser to persist this site's data (only possible in a window). False if it declines or cannot be asked.
 */
export async function persistStorage(
  storage: StorageManager | undefined = globalThis.navigator?.storage,
): Promise<boolean> {
  if (!storage?.persist) return false
  return (await storage.persisted()) || (await storage.persist())
}
