import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import Dexie, { type DBCore, type DBCoreTransaction } from 'dexie'
import { openOffline, type Offline, type OfflineOptions } from '@/offline'

export class Killed extends Error {
  override name = 'Killed'
}
/** Fault at the n-th database access from now: the tab dies, the connection is lost, or the disk is full. */
export interface Trip {
  after: number
  how: 'kill' | 'lose' | 'full'
}

/** One page or worker on the phone's IndexedDB; it can die at any access to the database or the network. */
export class Tab {
  readonly offline: Offline
  readonly errors: unknown[] = []
  dead = false
  private trip: Trip | null = null

  constructor(factory: IDBFactory, options: Omit<OfflineOptions, 'onError' | 'databases'>) {
    const send = options.fetch ?? fetch
    this.offline = openOffline({
      setTimer: () => () => {},
      ...options,
      databases: { indexedDB: factory, IDBKeyRange },
      onError: (error) => this.errors.push(error),
      fetch: async (input, init) => {
        this.step()
        const answer = await send(input, init)
        this.step()
        return answer
      },
    })
    for (const db of [this.offline.stores.db, this.offline.stores.cache])
      db.use({ stack: 'dbcore', name: 'faults', create: (core) => this.faulty(core) })
  }
  arm(trip: Trip | null): void {
    this.trip = trip
  }
  /** Waits for the background work started by a save or a sign-in. */
  async idle(): Promise<void> {
    while (this.offline.drain.isRunning()) await new Promise((resolve) => setImmediate(resolve))
  }
  close(): void {
    this.dead = true
    this.offline.close()
  }

  private step(trans?: DBCoreTransaction, writes = false): void {
    if (this.dead) throw new Killed()
    if (!this.trip || --this.trip.after > 0) return
    if (this.trip.how === 'full' && !writes) return
    const { how } = this.trip
    this.trip = null
    if (how === 'kill') {
      this.dead = true
      throw new Killed()
    }
    if (how === 'full') throw new DOMException('disk full', 'QuotaExceededError')
    if (!trans) return
    trans.abort()
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  }
  private faulty(core: DBCore): DBCore {
    const around =
      <Q extends { trans: DBCoreTransaction }, A>(call: (request: Q) => Promise<A>, writes = false) =>
      (request: Q): Promise<A> => {
        try {
          this.step(request.trans, writes)
        } catch (error) {
          return Dexie.Promise.reject(error) as Promise<A>
        }
        return call(request)
      }
    return {
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: around((r) => table.mutate(r), true),
          get: around((r) => table.get(r)),
          getMany: around((r) => table.getMany(r)),
          query: around((r) => table.query(r)),
          openCursor: around((r) => table.openCursor(r)),
          count: around((r) => table.count(r)),
        }
      },
    }
  }
}

/** `navigator.locks` of one browser profile, with the functions that the drain uses. */
export function locksOfProfile(): LockManager {
  const heldLocks = new Set<string>()
  const request = async (
    name: string,
    _options: LockOptions,
    work: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    if (heldLocks.has(name)) return work(null)
    heldLocks.add(name)
    try {
      return await work({ name, mode: 'exclusive' })
    } finally {
      heldLocks.delete(name)
    }
  }
  return { request } as unknown as LockManager
}
/** Locks granted to everybody at once, as if there were none. */
export const stubbedLocks = {
  request: (name: string, _o: LockOptions, work: (lock: Lock) => unknown) =>
    Promise.resolve(work({ name, mode: 'exclusive' })),
} as unknown as LockManager
export { IDBFactory }
