import { withReconnect, type OutboxDatabase } from './database'

/** Runs `work` if nothing else drains on this installation, else returns `busy` immediately. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T | 'busy'>
const NAME = 'nonwoven-drain'

/**
 * Creates the lock that allows one drain at a time over all tabs and the worker. It only saves work: the server applies
 * a repeated command once. Where the browser has no locks, a best-effort lease in the database is therefore sufficient.
 */
export function drainLock(
  db: OutboxDatabase,
  now: () => number,
  newId: () => string,
  locks: LockManager | null | undefined = globalThis.navigator?.locks,
): Exclusive {
  return locks
    ? (work) => locks.request(NAME, { ifAvailable: true }, async (lock) => (lock ? await work() : ('busy' as const)))
    : lease(db, now, newId)
}

/** Longer than a pass may take (30 s), so that a lease only expires when its holder is gone. */
const LEASE = 45_000
interface Lease {
  owner: string
  until: number
}
function lease(db: OutboxDatabase, now: () => number, newId: () => string): Exclusive {
  return async (work) => {
    const owner = newId()
    const taken = await withReconnect(db, () =>
      db.transaction('rw', db.meta, async () => {
        const held = (await db.meta.get('lease'))?.value as Lease | undefined
        // A lease beyond this limit was written before the clock was set back.
        if (held && held.owner !== owner && held.until > now() && held.until <= now() + LEASE) return false
        await db.meta.put({ key: 'lease', value: { owner, until: now() + LEASE } satisfies Lease })
        return true
      }),
    )
    if (!taken) return 'busy'
    try {
      return await work()
    } finally {
      await withReconnect(db, () =>
        db.transaction('rw', db.meta, async () => {
          const held = (await db.meta.get('lease'))?.value as Lease | undefined
          if (held?.owner === owner) await db.meta.delete('lease')
        }),
      )
    }
  }
}
