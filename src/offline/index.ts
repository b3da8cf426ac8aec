import { createUuid7 } from '@/contract/id'
import { createClock } from './clock'
import { openCacheDatabase, openOutboxDatabase, type DatabaseOptions } from './database'
import { createDrafts } from './drafts'
import { createDrain, type DrainDeps } from './drain'
import { createDrainLock } from './drain-lock'
import { createDrainTriggers, type DrainTriggerDeps } from './drain-triggers'
import { createOutbox } from './outbox'
import {
  countUserUnsent,
  exportOutbox,
  listOutboxItems,
  loadPhotos,
  watchOutboxItems,
  type OutboxItem,
} from './outbox-view'
import { createReadCache } from './read-cache'
import { recompressPhoto } from './uploads'
import { createSessionStore } from './session-store'
import { createShiftPack } from './shift-pack'
import { createEvictCache, persistStorage, readStorageState } from './storage'
import { createSyncStatus } from './sync-status'
import { createPendingChangesWatch, loadPendingChanges, type PendingChanges } from './pending-changes'
import { createTransport, type Transport, type TransportOptions } from './transport'

export { OutboxRefusal, type PhotoInput, type SavedCommand, type SaveRequest } from './outbox'
export { overlayRows, type Overlaid, type OverlayOptions, type PendingInfo, type Preview } from './overlay'
export { StorageFullError, type StorageState } from './storage'
export { normalizePackCode as normalizeCode, type PackMatch } from './shift-pack'
export type { OutboxItem, UnsentPhoto } from './outbox-view'
export type { PendingChanges } from './pending-changes'
export type { SyncStatus } from './sync-status'
export type { SignOutResult, UnsentWorkOwner } from './session-store'
export type { PassReport, PhoneSession } from './drain'

export interface OfflineOptions
  extends
    TransportOptions,
    Pick<DrainDeps, 'recompress' | 'onSent' | 'random'>,
    Pick<DrainTriggerDeps, 'requestBackgroundSync' | 'setTimer'> {
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
  const evict = createEvictCache(cache)
  const clock = createClock(db, now)
  const transport = options.transport ?? createTransport(options)
  const getSession = () => sessionStore.getSession()
  const status = createSyncStatus(db, getSession, onError)
  const queries = createReadCache(cache, evict, now)
  const drain = createDrain({
    db,
    transport,
    clock,
    getSession,
    runExclusively: createDrainLock(db, now, createUuid7, options.locks),
    onPhase: status.setPhase,
    recompress: options.recompress ?? recompressPhoto,
    // The server has the photo, so a failure to store it here must not delay anything.
    storeSentPhoto: (photo) => queries.storePhoto(photo).catch(onError),
    ...(options.onSent ? { onSent: options.onSent } : {}),
    ...(options.random ? { random: options.random } : {}),
  })
  const countUnsent = async () => {
    const currentSession = getSession()
    return currentSession ? (await countUserUnsent(db, currentSession.userId)).unsent : 0
  }
  const triggers = createDrainTriggers({
    drain,
    now,
    countUnsent,
    onError,
    ...(options.setTimer ? { setTimer: options.setTimer } : {}),
    ...(options.requestBackgroundSync ? { requestBackgroundSync: options.requestBackgroundSync } : {}),
  })
  const sessionStore = createSessionStore({
    db,
    cache,
    send: () => triggers.requestDrain('userRequest'),
    onChange: (nextSession) => {
      void status.refresh().catch(onError)
      if (nextSession) void triggers.requestDrain('login').catch(onError)
    },
  })
  const outbox = createOutbox({ db, clock, evict, onSaved: () => void triggers.requestDrain('save').catch(onError) })
  const pack = createShiftPack({ cache, outboxDb: db, transport, clock, getSession, evict })
  return {
    /** The databases, for diagnosis. */
    stores: { db, cache },
    clock,
    drain,
    triggers,
    sessionStore,
    status,
    outbox,
    drafts: createDrafts(db, evict, now),
    queries,
    pack: {
      ...pack,
      /** Refreshes the pack and updates the status. */
      async refresh() {
        const result = await pack.refresh()
        status.setReadyAt(await pack.loadReadyAt())
        return result
      },
    },
    items: (userId: string): Promise<OutboxItem[]> => listOutboxItems(db, userId, now()),
    watchItems: (userId: string, listener: (items: OutboxItem[]) => void) =>
      watchOutboxItems(db, userId, now, listener, onError),
    loadPhotos: (outboxId: string) => loadPhotos(db, outboxId),
    exportItems: (userId: string, onlyIds?: readonly string[]) =>
      exportOutbox(db, userId, clock.getServerTime(), onlyIds),
    loadPendingChanges: (userId: string, resource: string): Promise<PendingChanges> =>
      loadPendingChanges(db, userId, resource),
    watchPendingChanges: createPendingChangesWatch(db, onError),
    persistStorage,
    storageState: readStorageState,
    /** Restores clock, stored session and age of the pack from an earlier run. Call once at start. */
    async start(): Promise<void> {
      await clock.load()
      await sessionStore.restore()
      status.setReadyAt(await pack.loadReadyAt())
      await status.refresh()
    },
    close(): void {
      db.close()
      cache.close()
    },
  }
}
