import { liveQuery, type Subscription } from 'dexie'
import { readMeta, type OutboxDatabase } from './database'
import type { PassEnd, Session } from './drain'
import { countUnsent } from './outbox-view'

/** What the dot in the bar says, the most urgent first: log in, look at something, wait. Moments in ms, phone's clock. */
export interface SyncStatus {
  state: 'sent' | 'pending' | 'sending' | 'attention' | 'paused' | 'offline'
  /** Things of the person signed in that are not wholly on the server. */
  unsent: number
  attention: number
  lastSentAt: number | null
  /** When the shift pack was last complete. */
  readyAt: number | null
}
export type SyncStatusStore = ReturnType<typeof createSyncStatus>

/** A store for `useSyncExternalStore`: `get` answers the same object until something changes. */
export function createSyncStatus(db: OutboxDatabase, session: () => Session | null, onError: (error: unknown) => void) {
  const listeners = new Set<(status: SyncStatus) => void>()
  let facts = { unsent: 0, attention: 0, lastSentAt: null as number | null }
  let phase: 'sending' | PassEnd = 'clear'
  let readyAt: number | null = null
  let watching: Subscription | null = null
  let status: SyncStatus = { state: 'sent', unsent: 0, attention: 0, lastSentAt: null, readyAt: null }

  function stateNow(): SyncStatus['state'] {
    if (phase === 'signedOut' && session() !== null) return 'paused'
    if (facts.attention > 0) return 'attention'
    if (phase === 'offline') return 'offline'
    if (facts.unsent === 0) return 'sent'
    return phase === 'sending' ? 'sending' : 'pending'
  }
  function tell(): void {
    const next: SyncStatus = { state: stateNow(), ...facts, readyAt }
    if ((Object.keys(next) as (keyof SyncStatus)[]).every((key) => next[key] === status[key])) return
    status = next
    for (const listener of listeners) listener(status)
  }
  /** Reads the counts again; also after another person signed in, since the database does not change then. */
  async function refresh(): Promise<void> {
    const me = session()?.userId
    const [counts, lastSentAt] = [await countUnsent(db), await readMeta<number>(db, 'lastSentAt')]
    const mine = counts.find((count) => count.userId === me)
    facts = { unsent: mine?.unsent ?? 0, attention: mine?.attention ?? 0, lastSentAt }
    tell()
  }
  return {
    get: () => status,
    subscribe(listener: (status: SyncStatus) => void): () => void {
      listeners.add(listener)
      watching ??= liveQuery(async () => [await countUnsent(db), await readMeta(db, 'lastSentAt')]).subscribe({ next: () => void refresh().catch(onError), error: onError })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        watching?.unsubscribe()
        watching = null
      }
    },
    refresh,
    setPhase(next: 'sending' | PassEnd): void {
      // Too early after a failure, or another tab at work, says nothing new about the road.
      if (next === 'backingOff' || next === 'busy') return
      phase = next
      tell()
    },
    setReadyAt(at: number | null): void {
      readyAt = at
      tell()
    },
  }
}
