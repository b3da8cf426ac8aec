/** Lookups of single values by key from within a call. */
import type { Application } from './application'
import type { Context } from './context'
import type { SingleInsertCall } from './crud/audit'
import type { KitContext } from './crud/operations'
import { BatchedLookups } from './db/batched-lookups'
import { createQuery } from './db/prepared-statements'

type LookupContext = Pick<Context, 'query' | 'site'>

/**
 * Creates a lookup of current values by key. Calls that are a single insert, outside any transaction, share a query
 * with concurrent lookups. A call in a transaction queries alone, on its own connection.
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
    const { app, alone } = ctx as KitContext & { readonly alone?: SingleInsertCall }
    return alone ? getBatcher(app).find(key) : (await read(ctx, [key])).get(key)
  }
}
