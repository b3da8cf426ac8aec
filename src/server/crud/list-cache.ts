import type { Language } from '@/contract/language'
import type { ChangeFeed } from '../live/change-feed'

/**
 * The JSON is a Buffer, because Buffers lie outside the garbage-collected heap and a JavaScript string with one Chinese
 * character takes two bytes for every character.
 */
interface CacheEntry {
  versions: string
  json: Buffer
  cachedAtMs: number
}

/** Larger answers are not cached. */
const MAX_ENTRY_BYTES = 1024 * 1024

/**
 * Caches list answers until a row of one of their resources changes. Each entry holds the versions of all resources that
 * it was read from. Changes by other instances arrive by message, which may get lost, so entries also expire by age.
 */
export class ListCache {
  readonly #entries = new Map<string, CacheEntry>()
  #bytes = 0
  constructor(
    private readonly changes: ChangeFeed,
    private readonly maxAgeMs: number,
    private readonly maxBytes = 48 * 1024 * 1024,
  ) {}

  getVersions(resources: readonly string[]): string {
    return resources.map((resource) => this.changes.getVersion(resource)).join(',')
  }
  /** Returns the cached JSON of `data` if none of the resources has changed. */
  get(key: string, resources: readonly string[]): Buffer | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    if (entry.versions === this.getVersions(resources) && Date.now() - entry.cachedAtMs <= this.maxAgeMs)
      return entry.json
    this.#removeEntry(key, entry)
    return null
  }
  /** `versions` must have been taken before the rows were read. */
  put(key: string, versions: string, json: Buffer): void {
    const replacedEntry = this.#entries.get(key)
    if (replacedEntry) this.#removeEntry(key, replacedEntry)
    if (json.length > MAX_ENTRY_BYTES) return
    this.#entries.set(key, { versions, json, cachedAtMs: Date.now() })
    this.#bytes += json.length
    for (const [oldestKey, entry] of this.#entries) {
      if (this.#bytes <= this.maxBytes) break
      this.#removeEntry(oldestKey, entry)
    }
  }
  #removeEntry(key: string, entry: CacheEntry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.json.length
  }
}

/** Totals above this number may be slightly stale, because recounting after every change would be too slow. */
const MAX_EXACT_TOTAL = 10_000
/** Even if rows have changed, a large total is reused for this many times the duration of its count. */
const COUNT_REUSE_FACTOR = 20

interface CachedTotal {
  version: number
  rowCount: number
  cachedAtMs: number
  countDurationMs: number
}
interface PendingCount {
  version: number
  rowCount: Promise<number>
}

/**
 * Caches list totals and display names until their resource changes. The cache holds committed data only, so do not use
 * it inside a write.
 */
export class TotalAndNameCache {
  readonly #totals = new Map<string, CachedTotal>()
  readonly #pendingCounts = new Map<string, PendingCount>()
  readonly #names = new Map<string, { version: number; cachedAtMs: number; byId: Map<string, string> }>()
  constructor(
    private readonly changes: Pick<ChangeFeed, 'getVersion'>,
    private readonly maxAgeMs: number,
    private readonly maxEntries = 20_000,
  ) {}

  /**
   * Returns the total of a list, exact up to 10,000 rows. Concurrent callers share one count.
   * @param key identifies the condition of the list
   */
  async getTotal(resource: string, key: string, count: () => Promise<number>): Promise<number> {
    const cachedTotal = this.#totals.get(key)
    const ageMs = cachedTotal ? Date.now() - cachedTotal.cachedAtMs : 0
    if (
      cachedTotal &&
      ageMs <= this.maxAgeMs &&
      (cachedTotal.version === this.changes.getVersion(resource) ||
        (cachedTotal.rowCount > MAX_EXACT_TOTAL && ageMs < cachedTotal.countDurationMs * COUNT_REUSE_FACTOR))
    )
      return cachedTotal.rowCount
    const version = this.changes.getVersion(resource) // read before counting: a change in between invalidates the total
    const pendingCount = this.#pendingCounts.get(key)
    if (pendingCount?.version === version) return pendingCount.rowCount
    const rowCount = this.#countAndCache(key, version, count)
    this.#pendingCounts.set(key, { version, rowCount })
    try {
      return await rowCount
    } finally {
      if (this.#pendingCounts.get(key)?.rowCount === rowCount) this.#pendingCounts.delete(key)
    }
  }
  async #countAndCache(key: string, version: number, count: () => Promise<number>): Promise<number> {
    const startedAt = performance.now()
    const rowCount = await count()
    if (this.#totals.size >= this.maxEntries) this.#totals.clear()
    this.#totals.set(key, { version, rowCount, cachedAtMs: Date.now(), countDurationMs: performance.now() - startedAt })
    return rowCount
  }

  /**
   * Returns display names by id, loading missing ones with `read`. Ids without a row are left out.
   * @param language null if names do not depend on it
   */
  async getNames(
    resource: string,
    language: Language | null,
    ids: readonly string[],
    read: (ids: string[]) => Promise<ReadonlyMap<string, string>>,
  ): Promise<ReadonlyMap<string, string>> {
    const cachedNames = this.#getNameCache(resource, language ? `${resource} ${language}` : resource)
    const missingIds = ids.filter((id) => !cachedNames.has(id))
    if (missingIds.length) for (const [id, name] of await read(missingIds)) cachedNames.set(id, name)
    const namesById = new Map<string, string>()
    for (const id of ids) {
      const name = cachedNames.get(id)
      if (name !== undefined) namesById.set(id, name)
    }
    return namesById
  }
  #getNameCache(resource: string, key: string): Map<string, string> {
    const version = this.changes.getVersion(resource)
    const cachedNames = this.#names.get(key)
    if (
      cachedNames?.version === version &&
      Date.now() - cachedNames.cachedAtMs <= this.maxAgeMs &&
      cachedNames.byId.size < this.maxEntries
    )
      return cachedNames.byId
    const byId = new Map<string, string>()
    this.#names.set(key, { version, cachedAtMs: Date.now(), byId })
    return byId
  }
}
/** Serialized JSON in UTF-8, ready to be sent. */
export class SerializedJson {
  constructor(readonly json: Buffer) {}
}
