import type { SyncCommand } from '@/contract/sync'
import type { OutboxRow, OutboxState } from './database'

/** Longest delay between two attempts, ms. */
export const MAX_WAIT_MS = 300_000
/** A command is parked (state `attention`) after this many server errors while other commands succeed. */
export const MAX_SERVER_ERRORS = 8

/**
 * Calculates the delay after the n-th failure in a row (n from 1), ms: `min(2^n, 300 s)`. Half of the delay is random,
 * so that phones that lost the network together do not all retry at once.
 */
export function calculateRetryDelay(failures: number, random: () => number): number {
  const fullWaitMs = Math.min(2 ** Math.min(failures, 20) * 1000, MAX_WAIT_MS)
  return Math.round(fullWaitMs * (0.5 + random() * 0.5))
}
/**
 * True if a moment is due. A moment beyond the longest delay means that the phone's clock was set back, so it is due,
 * too.
 */
export const isDue = (dueAt: number, now: number): boolean => dueAt <= now || dueAt > now + MAX_WAIT_MS

/** A command to send. `dependsOn` are the ids of commands in the same batch that the server must apply first. */
export interface PlannedCommand {
  row: OutboxRow
  dependsOn: string[]
}
export interface Planner {
  /** Offers the next command in order of `seq`; false once the batch is full. */
  offer(row: OutboxRow): boolean
  /** The batch to send. A command that made a batch fail is sent alone, and only if nothing else can be sent. */
  getBatch(): readonly PlannedCommand[]
  /** Moment at which the next delayed command is due, ms; null if none is delayed. */
  readonly nextDueAt: number | null
}

/** Fields that requeue a parked command. */
export const REQUEUED_STATE = { state: 'retrying', nextAttemptAt: 0, serverErrors: 0, firstErrorAt: 0 } as const
/** True for a parked final step: later commands may pass, because the final step may need their input. */
export const allowsFollowers = ({ closes, state }: { closes?: 0 | 1; state: OutboxState }): boolean =>
  closes === 1 && state === 'attention'

/**
 * Creates a planner that chooses the commands to send now. A parked or delayed command blocks only its own chain (same
 * `entityKey`) and its dependents; a parked final step blocks no chain. Each command is sent with the earlier commands
 * of its chain as dependencies, so the server also holds back the commands that follow a refused one.
 */
export function createPlanner(now: number, limit: number): Planner {
  const batch: PlannedCommand[] = []
  const postponedIds = new Set<string>()
  const blockedChains = new Set<string>()
  const batchIds = new Set<string>()
  const lastIdByChain = new Map<string, string>()
  let isolatedCommand: PlannedCommand | null = null
  const planner = {
    getBatch: () => (batch.length === 0 && isolatedCommand ? [isolatedCommand] : batch),
    nextDueAt: null as number | null,
    offer(row: OutboxRow): boolean {
      const isParked = row.state === 'attention'
      const isEarly = !isParked && !isDue(row.nextAttemptAt, now)
      if (isParked || isEarly || blockedChains.has(row.entityKey) || row.dependsOn.some((id) => postponedIds.has(id))) {
        postponedIds.add(row.id)
        if (!allowsFollowers(row)) blockedChains.add(row.entityKey)
        if (isEarly) planner.nextDueAt = Math.min(planner.nextDueAt ?? row.nextAttemptAt, row.nextAttemptAt)
        return true
      }
      if (row.alone) {
        isolatedCommand ??= { row, dependsOn: [] }
        postponedIds.add(row.id)
        blockedChains.add(row.entityKey)
        return true
      }
      const previousId = lastIdByChain.get(row.entityKey)
      // An edit of a row with an earlier unsent command waits for the answer to that command, because the answer
      // contains the row's new version.
      if (previousId !== undefined && row.baseVersion !== null) {
        postponedIds.add(row.id)
        blockedChains.add(row.entityKey)
        return true
      }
      const dependsOn = row.dependsOn.filter((id) => batchIds.has(id))
      if (previousId !== undefined && !dependsOn.includes(previousId)) dependsOn.push(previousId)
      batch.push({ row, dependsOn })
      batchIds.add(row.id)
      lastIdByChain.set(row.entityKey, row.id)
      return batch.length < limit
    },
  }
  return planner
}

/** A command that was being sent for this long has no answer: its tab was closed or its request failed. */
const ABANDONED_AFTER_MS = 60_000
/**
 * Derives the displayed states: `waiting` for a command blocked by another, `retrying` for a command that was sent but
 * has had no answer for `ABANDONED_AFTER_MS`.
 */
export function deriveOutboxStates(rows: readonly OutboxRow[], now: number): Map<string, OutboxState> {
  const stateById = new Map<string, OutboxState>()
  const blockedChains = new Set<string>()
  for (const row of rows) {
    const isBlocked =
      blockedChains.has(row.entityKey) ||
      row.dependsOn.some((id) => stateById.get(id) === 'attention' || stateById.get(id) === 'waiting')
    const isAbandoned = row.state === 'sending' && now - row.sentAt > ABANDONED_AFTER_MS
    let state: OutboxState = isAbandoned ? 'retrying' : row.state
    if (isBlocked && row.state !== 'attention') state = 'waiting'
    stateById.set(row.id, state)
    if (state === 'waiting' || (state === 'attention' && !allowsFollowers(row))) blockedChains.add(row.entityKey)
  }
  return stateById
}

/**
 * Converts a command into its wire format.
 * @param currentOffsetMs clock offset that a row of an older version, which did not store it, probably contains
 */
export const toSyncOp = ({ row, dependsOn }: PlannedCommand, currentOffsetMs: number): SyncCommand => ({
  id: row.id,
  userId: row.userId,
  clientId: row.clientId,
  seq: row.seq,
  op: row.op,
  schemaVersion: row.schemaVersion,
  body: row.body,
  baseVersion: row.baseVersion,
  occurredAt: row.occurredAt,
  clockOffsetMs: row.clockOffsetMs ?? currentOffsetMs,
  ...(dependsOn.length > 0 ? { dependsOn } : {}),
})
