/** Looking up single things by a key from within a call. */
import type { Application } from './application'
import type { Context } from './context'
import type { Alone } from './crud/audit'
import type { KitContext } from './crud/operations'
import { LookupsTogether } from './db/lookups-together'
import { queryOn } from './db/prepared'

type Asking = Pick<Context, 'query' | 'site'>

/**
 * What is found by a key, as it is now. A call that is one insert, outside of any transaction, asks together with others
 * that look for the same at the same moment; one in a transaction asks by itself, on its own connection.
 * @param read what is found by some keys; a key without an entry is not there
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
