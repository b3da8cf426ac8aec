import type { Language } from '@/contract/language'
import type { Changes } from '../live/changes'

/** Outside the engine's own heap, which would copy and mark each one, and as bytes: text with one Chinese character takes two for each. */
interface Entry {
  versions: string
  json: Buffer
  at: number
}

/**
 * Answers of lists, kept until a row that they show changes. Each entry remembers the versions of every resource it was
 * read from. With several instances another one's change arrives by message, so an entry also grows old.
 */
export class ListCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  constructor(
    private readonly changes: Changes,
    private readonly maxAgeMs: number,
    private readonly maxBytes = 48 * 1024 * 1024,
  ) {}

  versionsOf(resources: readonly string[]): string {
    return resources.map((r) => this.changes.version(r)).join(',')
  }
  /** The kept JSON of `data`, if nothing it shows has changed. */
  get(key: string, resources: readonly string[]): Buffer | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    if (entry.versions === this.versionsOf(resources) && Date.now() - entry.at <= this.maxAgeMs) return entry.json
    this.#drop(key, entry)
    return null
  }
  /** `versions` must have been taken before the rows were read. */
  put(key: string, versions: string, json: Buffer): void {
    const old = this.#entries.get(key)
    if (old) this.#drop(key, old)
    if (json.length > 1024 * 1024) return
    this.#entries.set(key, { versions, json, at: Date.now() })
    this.#bytes += json.length
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.maxBytes) break
      this.#drop(oldest, entry)
    }
  }
  #drop(key: string, entry: Entry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.json.length
  }
}

/** Beyond this many rows a total may be a little old: counting them again after every change would slow everything else down. */
const MANY = 10_000
/** A total of many rows is used for this many times as long as counting it took, though rows have changed meanwhile. */
const REPAID = 20

interface Total {
  version: number
  n: number
  at: number
  tookMs: number
}
interface Counting {
  version: number
  n: Promise<number>
}

/** Totals of lists and display names of rows, kept until their resource changes. What is kept here was committed: not for use inside a write. */
export class KeptFigures {
  readonly #totals = new Map<string, Total>()
  readonly #counting = new Map<string, Counting>()
  readonly #names = new Map<string, { version: number; at: number; byId: Map<string, string> }>()
  constructor(
    private readonly changes: Pick<Changes, 'version'>,
    private readonly maxAgeMs: number,
    private readonly most = 20_000,
  ) {}

  /** The total of a list of `resource`; `key` tells its condition. Up to 10,000 rows it is exact. Those who ask at the same time share one count. */
  async total(resource: string, key: string, count: () => Promise<number>): Promise<number> {
    const known = this.#totals.get(key)
    const age = known ? Date.now() - known.at : 0
    if (
      known &&
      age <= this.maxAgeMs &&
      (known.version === this.changes.version(resource) || (known.n > MANY && age < known.tookMs * REPAID))
    )
      return known.n
    const version = this.changes.version(resource) // before counting: a change meanwhile makes it old
    const underway = this.#counting.get(key)
    if (underway?.version === version) return underway.n
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
    if (this.#totals.size >= this.most) this.#totals.clear()
    this.#totals.set(key, { version, n, at: Date.now(), tookMs: performance.now() - began })
    return n
  }

  /** Display names by id, in one language if they differ by it; those not known yet are read by `read`. An id without a row has none. */
  async names(
    resource: string,
    language: Language | null,
    ids: readonly string[],
    read: (ids: string[]) => Promise<ReadonlyMap<string, string>>,
  ): Promise<ReadonlyMap<string, string>> {
    const kept = this.#namesOf(resource, language ? `${resource} ${language}` : resource)
    const missing = ids.filter((id) => !kept.has(id))
    if (missing.length) for (const [id, name] of await read(missing)) kept.set(id, name)
    const found = new Map<string, string>()
    for (const id of ids) {
      const name = kept.get(id)
      if (name !== undefined) found.set(id, name)
    }
    return found
  }
  #namesOf(resource: string, key: string): Map<string, string> {
    const version = this.changes.version(resource)
    const known = this.#names.get(key)
    if (known?.version === version && Date.now() - known.at <= this.maxAgeMs && known.byId.size < this.most)
      return known.byId
    const byId = new Map<string, string>()
    this.#names.set(key, { version, at: Date.now(), byId })
    return byId
  }
}
/** JSON that is ready to be sent, in UTF-8. */
export class ReadyJson {
  constructor(readonly json: Buffer) {}
}
