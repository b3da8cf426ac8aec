import type { Changes } from '../live/changes'

interface Entry { versions: string; json: string; at: number }

/**
 * Answers of lists, kept until a row that they show changes. Each entry remembers the versions of every resource it was
 * read from. With several instances another one's change arrives by message, so an entry also grows old.
 */
export class ListCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  constructor(private readonly changes: Changes, private readonly maxAgeMs: number, private readonly maxBytes = 48 * 1024 * 1024) {}

  versionsOf(resources: readonly string[]): string { return resources.map((r) => this.changes.version(r)).join(',') }
  /** The kept JSON of `data`, if nothing it shows has changed. */
  get(key: string, resources: readonly string[]): string | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    if (entry.versions === this.versionsOf(resources) && Date.now() - entry.at <= this.maxAgeMs) return entry.json
    this.#drop(key, entry)
    return null
  }
  /** `versions` must have been taken before the rows were read. */
  put(key: string, versions: string, json: string): void {
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
  #drop(key: string, entry: Entry): void { if (this.#entries.delete(key)) this.#bytes -= entry.json.length }
}
/** JSON that is ready to be sent. */
export class ReadyJson { constructor(readonly json: string) {} }
