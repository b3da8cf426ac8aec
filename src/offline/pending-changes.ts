import { liveQuery } from 'dexie'
import { withReconnect, type AppliedRow, type OutboxDatabase, type OutboxRow } from './database'
import { readUnsentInTransaction } from './outbox-view'

/** Input of `overlayRows`: unsent commands, and rows that the server acknowledged recently. */
export interface PendingChanges {
  commands: OutboxRow[]
  applied: AppliedRow[]
}
/** Reads all pending changes of a person. */
const readAllChanges = (db: OutboxDatabase, userId: string): Promise<PendingChanges> =>
  withReconnect(db, () =>
    db.transaction('r', db.outbox, db.applied, async () => ({
      commands: await readUnsentInTransaction(db, userId),
      applied: await db.applied
        .where('[userId+resource+rowId]')
        .between([userId, '', ''], [userId, '\uffff', '\uffff'])
        .toArray(),
    })),
  )
const filterByResource = ({ commands, applied }: PendingChanges, resource: string): PendingChanges => ({
  commands: commands.filter((row) => row.resource === resource),
  applied: applied.filter((row) => row.resource === resource),
})
/** Loads the pending changes of one resource. */
export const loadPendingChanges = async (
  db: OutboxDatabase,
  userId: string,
  resource: string,
): Promise<PendingChanges> => filterByResource(await readAllChanges(db, userId), resource)

interface Listener {
  resource: string
  onChange: (changes: PendingChanges) => void
  /** Key of the changes that the listener was last called with. */
  lastKey: string | null
}
interface PersonWatch {
  listeners: Set<Listener>
  lastChanges: PendingChanges | null
  stop: () => void
}
const toChangeKey = ({ commands, applied }: PendingChanges): string =>
  JSON.stringify([commands, applied.map(({ rowId, at }) => [rowId, at])])

/**
 * Creates a function that reports the pending changes of a resource now and after every change. A home page has fifty
 * lists. One live query per person serves all of them; each list is notified about its own resource only.
 */
export function createPendingChangesWatch(db: OutboxDatabase, onError: (error: unknown) => void) {
  const watchesByUser = new Map<string, PersonWatch>()
  const notifyListener = (changes: PendingChanges, listener: Listener) => {
    const resourceChanges = filterByResource(changes, listener.resource)
    const changeKey = toChangeKey(resourceChanges)
    if (changeKey === listener.lastKey) return
    listener.lastKey = changeKey
    listener.onChange(resourceChanges)
  }
  function startWatch(userId: string): PersonWatch {
    const watch: PersonWatch = { listeners: new Set(), lastChanges: null, stop: () => undefined }
    watchesByUser.set(userId, watch)
    const subscription = liveQuery(() => readAllChanges(db, userId)).subscribe({
      next: (changes) => {
        watch.lastChanges = changes
        for (const listener of watch.listeners) notifyListener(changes, listener)
      },
      error: onError,
    })
    watch.stop = () => {
      subscription.unsubscribe()
      watchesByUser.delete(userId)
    }
    return watch
  }
  /** Returns a function that stops watching. */
  return (userId: string, resource: string, onChange: (changes: PendingChanges) => void): (() => void) => {
    const watch = watchesByUser.get(userId) ?? startWatch(userId)
    const listener: Listener = { resource, onChange, lastKey: null }
    watch.listeners.add(listener)
    queueMicrotask(() => {
      if (watch.lastChanges && watch.listeners.has(listener)) notifyListener(watch.lastChanges, listener)
    })
    return () => {
      watch.listeners.delete(listener)
      if (watch.listeners.size === 0 && watchesByUser.get(userId) === watch) watch.stop()
    }
  }
}
