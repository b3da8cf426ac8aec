import type { SyncOp } from '@/contract/sync'
import type { OutboxRow, OutboxState } from './database'

/** Longest wait between two tries, ms. */
export const LONGEST_WAIT = 300_000
/** A command is parked after this many errors of the server while others passed. */
export const POISON_LIMIT = 8

/**
 * How long to wait after the n-th failure in a row (n from 1), ms: `min(2^n, 300 s)`, half of it at random so that phones
 * which lost the network together do not come back together.
 */
export function waitAfter(failures: number, random: () => number): number {
  const whole = Math.min(2 ** Math.min(failures, 20) * 1000, LONGEST_WAIT)
  return Math.round(whole * (0.5 + random() * 0.5))
}
/** A moment set further ahead than any wait can be means that the phone's clock was set back: it is due. */
export const isDue = (at: number, now: number): boolean => at <= now || at > now + LONGEST_WAIT

/** One command as it will be sent, with what must be on the server before it. */
export interface Planned {
  row: OutboxRow
  dependsOn: string[]
}
export interface Planner {
  /** Offers the next command in order of `seq`; false when the batch is complete. */
  offer(row: OutboxRow): boolean
  /** What to send. A command that brought a batch down goes by itself, and when nothing else can: the others pass first. */
  chosen(): readonly Planned[]
  /** When the earliest command that only waits for its time is due, ms; null when none waits. */
  readonly nextDue: number | null
}

/** What puts a parked command back in line. */
export const again = { state: 'retrying', nextAttemptAt: 0, serverErrors: 0, firstErrorAt: 0 } as const
/** Whether a command that is parked lets those behind it pass: a last step, which they may be wanted for. */
export const givesWay = ({ closes, state }: { closes?: 0 | 1; state: OutboxState }): boolean =>
  closes === 1 && state === 'attention'

/**
 * Chooses what may be sent now. A command that is parked or waits for its time holds back only its own chain (the same
 * `entityKey`) and what depends on it; a last step that is parked holds no chain. Within a batch the order of a chain is handed to the server as dependencies, so a
 * command refused there holds back its followers there too.
 */
export function createPlanner(now: number, limit: number): Planner {
  const batch: Planned[] = []
  const held = new Set<string>()
  const heldChains = new Set<string>()
  const open = new Set<string>()
  const last = new Map<string, string>()
  let suspect: Planned | null = null
  const plan = {
    chosen: () => (batch.length === 0 && suspect ? [suspect] : batch),
    nextDue: null as number | null,
    offer(row: OutboxRow): boolean {
      const resting = row.state === 'attention'
      const early = !resting && !isDue(row.nextAttemptAt, now)
      if (resting || early || heldChains.has(row.entityKey) || row.dependsOn.some((id) => held.has(id))) {
        held.add(row.id)
        if (!givesWay(row)) heldChains.add(row.entityKey)
        if (early) plan.nextDue = Math.min(plan.nextDue ?? row.nextAttemptAt, row.nextAttemptAt)
        return true
      }
      if (row.alone) {
        suspect ??= { row, dependsOn: [] }
        held.add(row.id)
        heldChains.add(row.entityKey)
        return true
      }
      const before = last.get(row.entityKey)
      // An edit made on top of an own command waits for that one's answer, which says what version it is now based on.
      if (before !== undefined && row.baseVersion !== null) {
        held.add(row.id)
        heldChains.add(row.entityKey)
        return true
      }
      const dependsOn = row.dependsOn.filter((id) => open.has(id))
      if (before !== undefined && !dependsOn.includes(before)) dependsOn.push(before)
      batch.push({ row, dependsOn })
      open.add(row.id)
      last.set(row.entityKey, row.id)
      return batch.length < limit
    },
  }
  return plan
}

/** The state to show: `waiting` for a command held back by another, `retrying` for a sending that nobody finished. */
export function shownStates(rows: readonly OutboxRow[], now: number): Map<string, OutboxState> {
  const states = new Map<string, OutboxState>()
  const heldChains = new Set<string>()
  for (const row of rows) {
    const blocked =
      heldChains.has(row.entityKey) ||
      row.dependsOn.some((id) => states.get(id) === 'attention' || states.get(id) === 'waiting')
    const abandoned = row.state === 'sending' && now - row.sentAt > 60_000
    const state = row.state === 'attention' ? 'attention' : blocked ? 'waiting' : abandoned ? 'retrying' : row.state
    states.set(row.id, state)
    if (state === 'waiting' || (state === 'attention' && !givesWay(row))) heldChains.add(row.entityKey)
  }
  return states
}

/** The command in the shape of the wire. */
export const wireOp = ({ row, dependsOn }: Planned): SyncOp => ({
  id: row.id,
  userId: row.userId,
  clientId: row.clientId,
  seq: row.seq,
  op: row.op,
  schemaVersion: row.schemaVersion,
  body: row.body,
  baseVersion: row.baseVersion,
  occurredAt: row.occurredAt,
  ...(dependsOn.length > 0 ? { dependsOn } : {}),
})
