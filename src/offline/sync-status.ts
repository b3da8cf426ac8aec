import { liveQuery, type Subscription } from 'dexie'
import { readMeta, type OutboxDatabase } from './database'
import type { DrainPhase, PhoneSession } from './drain'
import { countUserUnsent } from './outbox-view'

/**
 * Status that the dot in the app bar shows. The most urgent state wins, in this order: the person has to sign in, to
 * check a refused item, or only to wait. Moments in ms, phone's clock.
 */
export interface SyncStatus {
  /** `reading`: the items of the signed-in person have not been counted yet. */
  state: 'reading' | 'sent' | 'pending' | 'sending' | 'attention' | 'paused' | 'offline'
  /** Items of the signed-in person that are not completely on the server. */
  unsent: number
  attention: number
  lastSentAt: number | null
  /** When the shift pack was last complete. */
  readyAt: number | null
}
export type SyncStatusStore = ReturnType<typeof createSyncStatus>

/** Creates a store for `useSyncExternalStore`: `get` returns the same object until something changes. */
export function createSyncStatus(
  db: OutboxDatabase,
  getSession: () => PhoneSession | null,
  onError: (error: unknown) => void,
) {
  const listeners = new Set<(status: SyncStatus) => void>()
  let counts = { unsent: 0, attention: 0, lastSentAt: null as number | null }
  let hasCounts = false
  let phase: DrainPhase = 'clear'
  let readyAt: number | null = null
  let subscription: Subscription | null = null
  let status: SyncStatus = { state: 'reading', unsent: 0, attention: 0, lastSentAt: null, readyAt: null }

  function getCurrentState(): SyncStatus['state'] {
    if (phase === 'signedOut' && getSession() !== null) return 'paused'
    if (!hasCounts || getSession() === null) return 'reading'
    if (counts.attention > 0) return 'attention'
    if (phase === 'offline') return 'offline'
    if (counts.unsent === 0) return 'sent'
    return phase === 'trying' || phase === 'sending' ? 'sending' : 'pending'
  }
  function publish(): void {
    const newStatus: SyncStatus = { state: getCurrentState(), ...counts, readyAt }
    if ((Object.keys(newStatus) as (keyof SyncStatus)[]).every((key) => newStatus[key] === status[key])) return
    status = newStatus
    for (const listener of listeners) listener(status)
  }
  async function readCounts(): Promise<typeof counts> {
    const currentSession = getSession()
    const { unsent, attention } = currentSession
      ? await countUserUnsent(db, currentSession.userId)
      : { unsent: 0, attention: 0 }
    return { unsent, attention, lastSentAt: await readMeta<number>(db, 'lastSentAt') }
  }
  function setCounts(newCounts: typeof counts): void {
    counts = newCounts
    hasCounts = true
    publish()
  }
  /**
   * Watches the counts of the signed-in person. Called again when the person changes, because the database does not
   * change then.
   */
  function watchCounts(): void {
    subscription?.unsubscribe()
    subscription = liveQuery(readCounts).subscribe({ next: setCounts, error: onError })
  }
  return {
    get: () => status,
    subscribe(listener: (status: SyncStatus) => void): () => void {
      listeners.add(listener)
      if (!subscription) watchCounts()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        subscription?.unsubscribe()
        subscription = null
      }
    },
    /** Reads the counts at start and after another person signed in. */
    async refresh(): Promise<void> {
      if (subscription) watchCounts()
      setCounts(await readCounts())
    },
    setPhase(newPhase: DrainPhase): void {
      // These phases say nothing new about the connection: waiting after a failure, another tab draining, or a try
      // while the phone is known to be offline.
      if (newPhase === 'backingOff' || newPhase === 'busy' || (newPhase === 'trying' && phase === 'offline')) return
      phase = newPhase
      publish()
    },
    setReadyAt(newReadyAt: number | null): void {
      readyAt = newReadyAt
      publish()
    },
  }
}
