import type { Application } from '@/server/application'
import type { Context } from '@/server/context'
import type { SingleInsertCall } from '@/server/crud/audit'
import type { AppContext } from '@/server/crud/operations'
import { createQuery } from './prepared-statements'

interface PendingLookup<V> {
  promise: Promise<V | undefined>
  resolve(value: V | undefined): void
  reject(error: unknown): void
}

/** While one query runs, the next one collects keys; a third query would only make the batches smaller. */
const MAX_CONCURRENT_QUERIES = 2
/** Keeps a query short. */
const MAX_KEYS_PER_QUERY = 64

/**
 * Batches concurrent lookups of single rows by key into one query. Nothing is cached: every answer comes from a query
 * that began after the lookup was requested, so it is as current as the answer of a separate query.
 */
export class BatchedLookups<V> {
  #pendingLookups = new Map<string, PendingLookup<V>>()
  #runningCount = 0

  /** @param read finds the values of some keys; missing keys have no entry */
  constructor(private readonly read: (keys: string[]) => Promise<ReadonlyMap<string, V>>) {}

  /** Finds the value of a key. A failing query rejects all lookups that share it. */
  find(key: string): Promise<V | undefined> {
    const pendingLookup = this.#pendingLookups.get(key)
    if (pendingLookup) return pendingLookup.promise
    const { promise, resolve, reject } = createDeferred<V | undefined>()
    this.#pendingLookups.set(key, { promise, resolve, reject })
    if (this.#pendingLookups.size === 1) this.#scheduleRun()
    return promise
  }

  /** Starts the query at the end of this event loop turn, after all requests that came in together have been read. */
  #scheduleRun(): void {
    setImmediate(() => {
      if (this.#pendingLookups.size && this.#runningCount < MAX_CONCURRENT_QUERIES) void this.#run()
    })
  }

  async #run(): Promise<void> {
    const batch = [...this.#pendingLookups].slice(0, MAX_KEYS_PER_QUERY)
    for (const [key] of batch) this.#pendingLookups.delete(key)
    this.#runningCount += 1
    try {
      const valueByKey = await this.read(batch.map(([key]) => key))
      for (const [key, { resolve }] of batch) resolve(valueByKey.get(key))
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
    } finally {
      this.#runningCount -= 1
      if (this.#pendingLookups.size) this.#scheduleRun()
    }
  }
}

/** `Promise.withResolvers` of Node 22. */
function createDeferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let settlers!: { resolve(value: T): void; reject(error: unknown): void }
  const promise = new Promise<T>((resolve, reject) => {
    settlers = { resolve, reject }
  })
  return { promise, ...settlers }
}

type LookupContext = Pick<Context, 'query' | 'site'>

/**
 * Creates a lookup of current values by key. Calls that are a single insert, outside any transaction, share a query
 * with concurrent lookups. A call in a transaction runs its own query on the connection of its transaction.
 * @param read finds the values of some keys; missing keys have no entry
 */
export function createLookup<V>(
  read: (ctx: LookupContext, keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (ctx: Context, key: string) => Promise<V | undefined> {
  const batchersByApp = new WeakMap<Application, BatchedLookups<V>>()
  const getBatcher = (app: Application): BatchedLookups<V> => {
    let batcher = batchersByApp.get(app)
    if (!batcher) {
      const poolContext = { query: createQuery(app.db.pool), site: app.site }
      batchersByApp.set(app, (batcher = new BatchedLookups<V>((keys) => read(poolContext, keys))))
    }
    return batcher
  }
  return async (ctx, key) => {
    const { app, singleInsert } = ctx as AppContext & { readonly singleInsert?: SingleInsertCall }
    return singleInsert ? getBatcher(app).find(key) : (await read(ctx, [key])).get(key)
  }
}
