import type { Table } from 'dexie'
import { withReconnect, type CacheDatabase } from './database'
import { withRoom, type Evict } from './storage'
import { together } from './together'

/** Kept queries older than this are not shown, ms. Less than `APPLIED_KEPT`, see there. */
export const QUERY_KEPT = 24 * 3_600_000

/**
 * One row per query of the client, so that a list seen once opens again without a network. `buster` (schema + person)
 * makes everything kept for another person or an older release invisible. `state` is whatever the client dehydrates.
 */
export function createReadCache(cache: CacheDatabase, evict: Evict, now: () => number = Date.now) {
  const rowOf = together((hashes: readonly string[]) => withReconnect(cache, () => cache.queries.bulkGet([...hashes])))
  return {
    async loadQuery(hash: string, buster: string): Promise<{ state: unknown; at: number } | null> {
      const row = await rowOf(hash)
      if (!row || row.buster !== buster || now() - row.at > QUERY_KEPT) return null
      return { state: row.state, at: row.at }
    },
    /** Keeping what can be fetched again is not worth an error: when the phone is full, older entries go first. */
    async keepQuery(hash: string, buster: string, state: unknown): Promise<void> {
      await withRoom(() => withReconnect(cache, () => cache.queries.put({ hash, buster, state, at: now() })), evict)
    },
    async dropQuery(hash: string): Promise<void> {
      await withReconnect(cache, () => cache.queries.delete(hash))
    },
    /** Removes entries past their age; called at start. */
    async prune(): Promise<void> {
      for (const table of [cache.queries, cache.thumbs])
        await withReconnect(cache, () =>
          (table as Table)
            .where('at')
            .below(now() - QUERY_KEPT)
            .delete(),
        )
    },
    /** A photo that was taken here and sent. */
    async loadPhoto(id: string): Promise<{ data: ArrayBuffer; mime: string } | null> {
      return (await withReconnect(cache, () => cache.thumbs.get(id))) ?? null
    },
    /** Keeps a photo for as long as a query: what shows it is no older. Nothing else goes to make room for it. */
    async keepPhoto({ id, data, mime }: { id: string; data: ArrayBuffer; mime: string }): Promise<void> {
      await withReconnect(cache, () => cache.thumbs.put({ id, data, mime, at: now() }))
    },
  }
}
export type ReadCache = ReturnType<typeof createReadCache>
