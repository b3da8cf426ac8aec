import { liveQuery, type Subscription } from 'dexie'
import { readMeta, type OutboxDatabase } from './database'
import type { Phase, Session } from './drain'
import { countMine } from './outbox-view'

/** What the dot in the bar says, the most urgent first: log in, look at something, wait. Moments in ms, phone's clock. */
export interface SyncStatus {
  /** `reading`: the store has not been counted yet for whoever is signed in. */
  state: 'reading' | 'sent' | 'pending' | 'sending' | 'attention' | 'paused' | 'offline'
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
  let counted = false
  let phase: Phase = 'clear'
  let readyAt: number | null = null
  let watching: Subscription | null = null
  let status: SyncStatus = { state: 'reading', unsent: 0, attention: 0, lastSentAt: null, readyAt: null }

  function stateNow(): SyncStatus['state'] {
    if (phase === 'signedOut' && session() !== null) return 'paused'
    if (!counted || session() === null) return 'reading'
    if (facts.attention > 0) return 'attention'
    if (phase === 'offline') return 'offline'
    if (facts.unsent === 0) return 'sent'
    return phase === 'trying' || phase === 'sending' ? 'sending' : 'pending'
  }
  function tell(): void {
    const next: SyncStatus = { state: stateNow(), ...facts, readyAt }
    if ((Object.keys(next) as (keyof SyncStatus)[]).every((key) => next[key] === status[key])) return
    status = next
    for (const listener of listeners) listener(status)
  }
  async function count(): Promise<typeof facts> {
    const me = session()
    const { unsent, attention } = me ? await countMine(db, me.userId) : { unsent: 0, attention: 0 }
    return { unsent, attention, lastSentAt: await readMeta<number>(db, 'lastSentAt') }
  }
  function take(next: typeof facts): void {
    facts = next
    counted = true
    tell()
  }
  /** Watches the store for the person signed in; begun anew when that changes, since the database does not change then. */
  function watch(): void {
    watching?.unsubscribe()
    watching = liveQuery(count).subscribe({ next: take, error: onError })
  }
  return {
    get: () => status,
    subscribe(listener: (status: SyncStatus) => void): () => void {
      listeners.add(listener)
      if (!watching) watch()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        watching?.unsubscribe()
        watching = null
      }
    },
    /** Reads the counts again: at start, and after another person signed in. */
    async refresh(): Promise<void> {
      if (watching) watch()
      take(await count())
    },
    setPhase(next: Phase): void {
      // Too early after a failure, or another tab at work, says nothing new about the road; nor does a try before it is heard.
      if (next === 'backingOff' || next === 'busy' || (next === 'trying' && phase === 'offline')) return
      phase = next
      tell()
    },
    setReadyAt(at: number | null): void {
      readyAt = at
      tell()
    },
  }
}
