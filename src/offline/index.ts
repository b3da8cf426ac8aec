import { uuid7 } from '@/contract/id'
import { createClock } from './clock'
import { openCacheDatabase, openOutboxDatabase, type DatabaseOptions } from './database'
import { createDrafts } from './drafts'
import { createDrain, type DrainDeps } from './drain'
import { drainLock } from './drain-lock'
import { createTriggers, type TriggerDeps } from './drain-triggers'
import { createOutbox } from './outbox'
import { countMine, exportItems, listItems, photosOf, watchItems, type OutboxItem } from './outbox-view'
import { createReadCache } from './read-cache'
import { recompressPhoto } from './recompress'
import { createSessionKeeper } from './session-keeper'
import { createShiftPack } from './shift-pack'
import { evictFrom, persistStorage, storageState } from './storage'
import { createSyncStatus } from './sync-status'
import { createUnsettledWatch, unsettled, type Unsettled } from './unsettled'
import { createTransport, type Transport, type TransportOptions } from './transport'

export { OutboxRefusal, type PhotoInput, type Saved, type SaveRequest } from './outbox'
export { overlay, type Overlaid, type OverlayOptions, type PendingMark, type Preview } from './overlay'
export { StorageFull, type StorageState } from './storage'
export { normalCode, type Found } from './shift-pack'
export type { OutboxItem, PhotoView } from './outbox-view'
export type { Unsettled } from './unsettled'
export type { SyncStatus } from './sync-status'
export type { SignOutResult, UnsentPerson } from './session-keeper'
export type { PassReport, Session } from './drain'

export interface OfflineOptions
  extends
    TransportOptions,
    Pick<DrainDeps, 'recompress' | 'onSent' | 'random'>,
    Pick<TriggerDeps, 'askForSync' | 'later'> {
  /** Called for failures of the store that no caller waits for. */
  onError: (error: unknown) => void
  transport?: Transport
  databases?: DatabaseOptions
  /** Null: use a lease in the database instead. */
  locks?: LockManager | null
}
export type Offline = ReturnType<typeof openOffline>

/** Opens the offline core on one pair of databases. One instance per page and worker. */
export function openOffline(options: OfflineOptions) {
  const { onError, databases = {}, now = Date.now } = options
  const db = openOutboxDatabase(databases)
  const cache = openCacheDatabase({ ...databases, ...(databases.name ? { name: `${databases.name}-cache` } : {}) })
  const evict = evictFrom(cache)
  const clock = createClock(db, now)
  const transport = options.transport ?? createTransport(options)
  const session = () => keeper.session()
  const status = createSyncStatus(db, session, onError)
  const queries = createReadCache(cache, evict, now)
  const drain = createDrain({
    db,
    transport,
    clock,
    session,
    exclusive: drainLock(db, now, uuid7, options.locks),
    onPhase: status.setPhase,
    recompress: options.recompress ?? recompressPhoto,
    // The server has the photo, so a failure to store it here must not delay anything.
    keepSent: (photo) => queries.keepPhoto(photo).catch(onError),
    ...(options.onSent ? { onSent: options.onSent } : {}),
    ...(options.random ? { random: options.random } : {}),
  })
  const unsent = async () => {
    const me = session()
    return me ? (await countMine(db, me.userId)).unsent : 0
  }
  const triggers = createTriggers({
    drain,
    now,
    unsent,
    onError,
    ...(options.later ? { later: options.later } : {}),
    ...(options.askForSync ? { askForSync: options.askForSync } : {}),
  })
  const keeper = createSessionKeeper({
    db,
    cache,
    send: () => triggers.ask('wish'),
    onChange: (next) => {
      void status.refresh().catch(onError)
      if (next) void triggers.ask('login').catch(onError)
    },
  })
  const outbox = createOutbox({ db, clock, evict, onSaved: () => void triggers.ask('save').catch(onError) })
  const pack = createShiftPack({ cache, outbox: db, transport, clock, session, evict })
  return {
    /** The databases, for diagnosis. */
    stores: { db, cache },
    clock,
    drain,
    triggers,
    keeper,
    status,
    outbox,
    drafts: createDrafts(db, evict, now),
    queries,
    pack: {
      ...pack,
      /** Refreshes the pack and updates the status. */
      async refresh() {
        const end = await pack.refresh()
        status.setReadyAt(await pack.readyAt())
        return end
      },
    },
    items: (userId: string): Promise<OutboxItem[]> => listItems(db, userId, now()),
    watchItems: (userId: string, listener: (items: OutboxItem[]) => void) =>
      watchItems(db, userId, now, listener, onError),
    photosOf: (outboxId: string) => photosOf(db, outboxId),
    exportItems: (userId: string, only?: readonly string[]) => exportItems(db, userId, clock.moment(), only),
    unsettled: (userId: string, resource: string): Promise<Unsettled> => unsettled(db, userId, resource),
    watchUnsettled: createUnsettledWatch(db, onError),
    persistStorage,
    storageState,
    /** Restores clock, stored session and age of the pack from an earlier run. Call once at start. */
    async start(): Promise<void> {
      await clock.load()
      await keeper.restore()
      status.setReadyAt(await pack.readyAt())
      await status.refresh()
    },
    close(): void {
      db.close()
      cache.close()
    },
  }
}
