import { liveQuery } from 'dexie'
import { withReconnect, type AppliedRow, type OutboxDatabase, type OutboxRow } from './database'
import { opsOf } from './outbox-view'

/** Input of `overlayRows`: unsent commands and recently acknowledged rows. */
export interface Unsettled {
  ops: OutboxRow[]
  applied: AppliedRow[]
}
/** Reads all pending changes of a person. */
const everything = (db: OutboxDatabase, userId: string): Promise<Unsettled> =>
  withReconnect(db, () =>
    db.transaction('r', db.outbox, db.applied, async () => ({
      ops: await opsOf(db, userId),
      applied: await db.applied
        .where('[userId+resource+rowId]')
        .between([userId, '', ''], [userId, '\uffff', '\uffff'])
        .toArray(),
    })),
  )
const ofResource = ({ ops, applied }: Unsettled, resource: string): Unsettled => ({
  ops: ops.filter((row) => row.resource === resource),
  applied: applied.filter((row) => row.resource === resource),
})
/** Loads the pending changes of one resource. */
export const unsettled = async (db: OutboxDatabase, userId: string, resource: string): Promise<Unsettled> =>
  ofResource(await everything(db, userId), resource)

interface Listener {
  resource: string
  hear: (state: Unsettled) => void
  /** Key of the changes it was last called with. */
  told: string | null
}
interface Watch {
  listeners: Set<Listener>
  last: Unsettled | null
  stop: () => void
}
const changeOf = ({ ops, applied }: Unsettled): string =>
  JSON.stringify([ops, applied.map(({ rowId, at }) => [rowId, at])])

/**
 * Creates a function that reports the pending changes of a resource now and after every change. A home page has fifty
 * lists: one live query per person serves all of them, and each list is only notified about its own resource.
 */
export function createUnsettledWatch(db: OutboxDatabase, failed: (error: unknown) => void) {
  const people = new Map<string, Watch>()
  const tell = (state: Unsettled, listener: Listener) => {
    const own = ofResource(state, listener.resource)
    const change = changeOf(own)
    if (change === listener.told) return
    listener.told = change
    listener.hear(own)
  }
  function begin(userId: string): Watch {
    const watch: Watch = { listeners: new Set(), last: null, stop: () => undefined }
    people.set(userId, watch)
    const watching = liveQuery(() => everything(db, userId)).subscribe({
      next: (state) => {
        watch.last = state
        for (const listener of watch.listeners) tell(state, listener)
      },
      error: failed,
    })
    watch.stop = () => {
      watching.unsubscribe()
      people.delete(userId)
    }
    return watch
  }
  /** Returns a function that stops watching. */
  return (userId: string, resource: string, hear: (state: Unsettled) => void): (() => void) => {
    const watch = people.get(userId) ?? begin(userId)
    const listener: Listener = { resource, hear, told: null }
    watch.listeners.add(listener)
    queueMicrotask(() => {
      if (watch.last && watch.listeners.has(listener)) tell(watch.last, listener)
    })
    return () => {
      watch.listeners.delete(listener)
      if (watch.listeners.size === 0 && people.get(userId) === watch) watch.stop()
    }
  }
}
