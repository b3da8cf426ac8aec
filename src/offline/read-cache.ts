import type { Table } from 'dexie'
import { withReconnect, type CacheDatabase, type QueryRow, combineReads } from './database'
import { withEviction, type EvictCache } from './storage'

/** Cached queries older than this are ignored, ms. Must be less than `APPLIED_MAX_AGE_MS`. */
export const MAX_QUERY_AGE_MS = 24 * 3_600_000

/**
 * Caches one row per query of the client, so that a list seen once opens again without a network. `buster` (schema +
 * person) hides entries of other people and older releases. The stored column `state` holds the answer to the query.
 */
export function createReadCache(cache: CacheDatabase, evict: EvictCache, now: () => number = Date.now) {
  const loadQueryRow = combineReads((hashes: readonly string[]) =>
    withReconnect(cache, () => cache.queries.bulkGet([...hashes])),
  )
  const isUsable = (row: QueryRow | undefined, buster: string): row is QueryRow =>
    row !== undefined && row.buster === buster && now() - row.at <= MAX_QUERY_AGE_MS
  return {
    async loadQuery(hash: string, buster: string): Promise<{ answer: unknown; at: number } | null> {
      const row = await loadQueryRow(hash)
      return isUsable(row, buster) ? { answer: row.state, at: row.at } : null
    },
    /** Loads the answers to all queries with a matching hash. Reads the hashes first, because answers are large. */
    async loadAnswers(isMatch: (hash: string) => boolean, buster: string): Promise<unknown[]> {
      const rows = await withReconnect(cache, async () => {
        const hashes = await cache.queries.toCollection().primaryKeys()
        return cache.queries.bulkGet(hashes.filter(isMatch))
      })
      return rows.flatMap((row) => (isUsable(row, buster) ? [row.state] : []))
    },
    /** Stores a query; on a full phone older entries are evicted first. */
    async storeQuery(hash: string, buster: string, answer: unknown): Promise<void> {
      await withEviction(
        () => withReconnect(cache, () => cache.queries.put({ hash, buster, state: answer, at: now() })),
        evict,
      )
    },
    async deleteQuery(hash: string): Promise<void> {
      await withReconnect(cache, () => cache.queries.delete(hash))
    },
    /** Removes expired entries; called at start. */
    async deleteExpired(): Promise<void> {
      for (const table of [cache.queries, cache.thumbs])
        await withReconnect(cache, () =>
          (table as Table)
            .where('at')
            .below(now() - MAX_QUERY_AGE_MS)
            .delete(),
        )
    },
    /** Loads a photo that was taken on this phone and sent. */
    async loadPhoto(id: string): Promise<{ data: ArrayBuffer; mime: string } | null> {
      return (await withReconnect(cache, () => cache.thumbs.get(id))) ?? null
    },
    /** Stores a photo for as long as a query, since no cached view is older. Evicts nothing to make room. */
    async storePhoto({ id, data, mime }: { id: string; data: ArrayBuffer; mime: string }): Promise<void> {
      await withReconnect(cache, () => cache.thumbs.put({ id, data, mime, at: now() }))
    },
  }
}
export type ReadCache = ReturnType<typeof createReadCache>
