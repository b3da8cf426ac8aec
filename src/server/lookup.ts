/** Lookups of single values by key from within a call. */
import type { Application } from './application'
import type { Context } from './context'
import type { Alone } from './crud/audit'
import type { KitContext } from './crud/operations'
import { LookupsTogether } from './db/lookups-together'
import { queryOn } from './db/prepared'

type Asking = Pick<Context, 'query' | 'site'>

/**
 * Creates a lookup of current values by key. Calls that are a single insert, outside any transaction, share a query
 * with concurrent lookups. A call in a transaction queries alone, on its own connection.
 * @param read finds the values of some keys; missing keys have no entry
 */
export function lookup<V>(
  read: (ctx: Asking, keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (ctx: Context, key: string) => Promise<V | undefined> {
  const together = new WeakMap<Application, LookupsTogether<V>>()
  const of = (app: Application): LookupsTogether<V> => {
    let lookups = together.get(app)
    if (!lookups) {
      const asking = { query: queryOn(app.db.pool), site: app.site }
      together.set(app, (lookups = new LookupsTogether<V>((keys) => read(asking, keys))))
    }
    return lookups
  }
  return async (ctx, key) => {
    const { app, alone } = ctx as KitContext & { readonly alone?: Alone }
    return alone ? of(app).find(key) : (await read(ctx, [key])).get(key)
  }
}
