import { withReconnect, type OutboxDatabase } from './database'

/** Runs `work` unless another tab or the worker is sending the outbox; then returns `busy` at once. */
export type RunExclusively = <T>(work: () => Promise<T>) => Promise<T | 'busy'>
const LOCK_NAME = 'nonwoven-drain'

/**
 * Creates the lock that allows one drain (sending the outbox) at a time over all tabs and the worker. The lock only
 * avoids needless requests, because the server applies a repeated command only once. A browser without locks therefore uses a
 * best-effort lease in the database.
 */
export function createDrainLock(
  db: OutboxDatabase,
  now: () => number,
  newId: () => string,
  locks: LockManager | null | undefined = globalThis.navigator?.locks,
): RunExclusively {
  return locks
    ? (work) =>
        locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => (lock ? await work() : ('busy' as const)))
    : createLeaseLock(db, now, newId)
}

/** Longer than a drain may take (30 s), so that a lease only expires when its holder is gone. */
const LEASE_MS = 45_000
/** Row of `meta` that stands for the lock; `until` in ms since 1970. */
interface Lease {
  owner: string
  until: number
}
/** Creates a lock from a lease in the database: a tab that was closed loses the lease after `LEASE_MS`. */
function createLeaseLock(db: OutboxDatabase, now: () => number, newId: () => string): RunExclusively {
  return async (work) => {
    const owner = newId()
    const isAcquired = await withReconnect(db, () =>
      db.transaction('rw', db.meta, async () => {
        const storedLease = (await db.meta.get('lease'))?.value as Lease | undefined
        // A lease that ends after `now() + LEASE_MS` was written before the clock was set back, and does not count.
        if (
          storedLease &&
          storedLease.owner !== owner &&
          storedLease.until > now() &&
          storedLease.until <= now() + LEASE_MS
        )
          return false
        await db.meta.put({ key: 'lease', value: { owner, until: now() + LEASE_MS } satisfies Lease })
        return true
      }),
    )
    if (!isAcquired) return 'busy'
    try {
      return await work()
    } finally {
      await withReconnect(db, () =>
        db.transaction('rw', db.meta, async () => {
          const storedLease = (await db.meta.get('lease'))?.value as Lease | undefined
          if (storedLease?.owner === owner) await db.meta.delete('lease')
        }),
      )
    }
  }
}
