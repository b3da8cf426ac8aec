import type { Language } from '@/contract/language'
import type { ChangeFeed } from '../live/change-feed'

/**
 * The JSON is a Buffer because it lies outside the garbage-collected heap, and because a JavaScript string with one
 * Chinese character takes two bytes for every character.
 */
interface CacheEntry {
  versions: string
  json: Buffer
  at: number
}

/**
 * Caches list answers until a row that they show changes. Each entry holds the versions of all resources it was read
 * from. Changes by other instances arrive by message, so entries also expire by age.
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
    return resources.map((r) => this.changes.version(r)).join(',')
  }
  /** Returns the cached JSON of `data` if none of the resources has changed. */
  get(key: string, resources: readonly string[]): Buffer | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    if (entry.versions === this.getVersions(resources) && Date.now() - entry.at <= this.maxAgeMs) return entry.json
    this.#drop(key, entry)
    return null
  }
  /** `versions` must have been taken before the rows were read. */
  put(key: string, versions: string, json: Buffer): void {
    const replacedEntry = this.#entries.get(key)
    if (replacedEntry) this.#drop(key, replacedEntry)
    if (json.length > 1024 * 1024) return
    this.#entries.set(key, { versions, json, at: Date.now() })
    this.#bytes += json.length
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.maxBytes) break
      this.#drop(oldest, entry)
    }
  }
  #drop(key: string, entry: CacheEntry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.json.length
  }
}

/** Above this many rows a total may be slightly stale: recounting after every change would slow everything down. */
const MAX_EXACT_TOTAL = 10_000
/** A large total is reused for this many times the duration of its count, even if rows have changed. */
const COUNT_REUSE_FACTOR = 20

interface CachedTotal {
  version: number
  n: number
  at: number
  tookMs: number
}
interface PendingCount {
  version: number
  n: Promise<number>
}

/**
 * Caches list totals and display names until their resource changes. The cache holds committed data only, so do not use
 * it inside a write.
 */
export class TotalAndNameCache {
  readonly #totals = new Map<string, CachedTotal>()
  readonly #counting = new Map<string, PendingCount>()
  readonly #names = new Map<string, { version: number; at: number; byId: Map<string, string> }>()
  constructor(
    private readonly changes: Pick<ChangeFeed, 'version'>,
    private readonly maxAgeMs: number,
    private readonly maxEntries = 20_000,
  ) {}

  /**
   * Returns the total of a list, exact up to 10,000 rows. Concurrent callers share one count.
   * @param key identifies its condition
   */
  async getTotal(resource: string, key: string, count: () => Promise<number>): Promise<number> {
    const cachedTotal = this.#totals.get(key)
    const age = cachedTotal ? Date.now() - cachedTotal.at : 0
    if (
      cachedTotal &&
      age <= this.maxAgeMs &&
      (cachedTotal.version === this.changes.version(resource) ||
        (cachedTotal.n > MAX_EXACT_TOTAL && age < cachedTotal.tookMs * COUNT_REUSE_FACTOR))
    )
      return cachedTotal.n
    const version = this.changes.version(resource) // read before counting: a change in between invalidates the total
    const pendingCount = this.#counting.get(key)
    if (pendingCount?.version === version) return pendingCount.n
    const n = this.#count(key, version, count)
    this.#counting.set(key, { version, n })
    try {
      return await n
    } finally {
      if (this.#counting.get(key)?.n === n) this.#counting.delete(key)
    }
  }
  async #count(key: string, version: number, count: () => Promise<number>): Promise<number> {
    const began = performance.now()
    const n = await count()
    if (this.#totals.size >= this.maxEntries) this.#totals.clear()
    this.#totals.set(key, { version, n, at: Date.now(), tookMs: performance.now() - began })
    return n
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
    const cachedNames = this.#namesOf(resource, language ? `${resource} ${language}` : resource)
    const missing = ids.filter((id) => !cachedNames.has(id))
    if (missing.length) for (const [id, name] of await read(missing)) cachedNames.set(id, name)
    const namesById = new Map<string, string>()
    for (const id of ids) {
      const name = cachedNames.get(id)
      if (name !== undefined) namesById.set(id, name)
    }
    return namesById
  }
  #namesOf(resource: string, key: string): Map<string, string> {
    const version = this.changes.version(resource)
    const known = this.#names.get(key)
    if (known?.version === version && Date.now() - known.at <= this.maxAgeMs && known.byId.size < this.maxEntries)
      return known.byId
    const byId = new Map<string, string>()
    this.#names.set(key, { version, at: Date.now(), byId })
    return byId
  }
}
/** Serialized JSON in UTF-8, ready to be sent. */
export class SerializedJson {
  constructor(readonly json: Buffer) {}
}
