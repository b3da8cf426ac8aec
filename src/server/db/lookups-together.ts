interface Waiting<V> {
  found: Promise<V | undefined>
  resolve(value: V | undefined): void
  reject(error: unknown): void
}

/** One query is on its way while the next gathers; a third would only make both smaller. */
const AT_ONCE = 2
/** So that a query stays short. */
const MOST = 64

/**
 * Lookups of single things by a key, those that come at the same moment as one query. Nothing is kept: every answer is of a
 * query begun after it was asked for, so it is no older than if each had asked alone.
 */
export class LookupsTogether<V> {
  #waiting = new Map<string, Waiting<V>>()
  #running = 0

  /** @param read what is found by some keys; a key without an entry is not there */
  constructor(private readonly read: (keys: string[]) => Promise<ReadonlyMap<string, V>>) {}

  /** What is found by a key. A query that fails fails for all who share it. */
  find(key: string): Promise<V | undefined> {
    const asked = this.#waiting.get(key)
    if (asked) return asked.found
    const { promise: found, resolve, reject } = promiseAndEnds<V | undefined>()
    this.#waiting.set(key, { found, resolve, reject })
    if (this.#waiting.size === 1) this.#soon()
    return found
  }

  /** At the end of this turn of the event loop, when the requests that came in together have all been read. */
  #soon(): void {
    setImmediate(() => {
      if (this.#waiting.size && this.#running < AT_ONCE) void this.#run()
    })
  }

  async #run(): Promise<void> {
    const batch = [...this.#waiting].slice(0, MOST)
    for (const [key] of batch) this.#waiting.delete(key)
    this.#running += 1
    try {
      const found = await this.read(batch.map(([key]) => key))
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
    } finally {
      this.#running -= 1
      if (this.#waiting.size) this.#soon()
    }
  }
}

/** `Promise.withResolvers` of Node 22. */
function promiseAndEnds<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let ends!: { resolve(value: T): void; reject(error: unknown): void }
  const promise = new Promise<T>((resolve, reject) => {
    ends = { resolve, reject }
  })
  return { promise, ...ends }
}
