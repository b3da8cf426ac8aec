import { errno } from '@/contract/errno'
import type { SyncAnswer } from '@/contract/sync'
import { readMeta, withReconnect, type LastError, type OutboxDatabase, type OutboxRow } from './database'
import {
  REQUEUED_STATE,
  createPlanner,
  allowsFollowers,
  MAX_SERVER_ERRORS,
  calculateRetryDelay,
  type PlannedCommand,
} from './drain-plan'
import { rebaseEdits, storeAppliedRows, type AcknowledgedRow } from './applied-rows'

/** Current time (ms, phone's clock) and a source of random numbers from 0 to 1. */
export interface SettleContext {
  now: number
  random: () => number
}
/** Acknowledged rows are stored this long (ms): longer than any read cache and any correction of the phone's clock. */
export const APPLIED_MAX_AGE_MS = 72 * 3_600_000

/**
 * Takes the next batch of a person's commands and marks it as being sent, in one transaction. From now on the server
 * may have seen them, so they can no longer be edited freely.
 */
export async function takeBatch(
  db: OutboxDatabase,
  userId: string,
  now: number,
  limit: number,
): Promise<{ batch: PlannedCommand[]; nextDueAt: number | null }> {
  return withReconnect(db, () =>
    db.transaction('rw', db.outbox, async () => {
      const planner = createPlanner(now, limit)
      let lastSeq = -Infinity
      for (let hasMore = true; hasMore;) {
        const rows = await db.outbox
          .where('[userId+seq]')
          .between([userId, lastSeq], [userId, Infinity], false, true)
          .limit(limit * 2)
          .toArray()
        hasMore = rows.length === limit * 2
        for (const row of rows) {
          lastSeq = row.seq
          if (!planner.offer(row)) {
            hasMore = false
            break
          }
        }
      }
      const batch = [...planner.getBatch()]
      await db.outbox.bulkPut(
        batch.map(({ row }): OutboxRow => ({
          ...row,
          state: 'sending',
          attempts: row.attempts + 1,
          settled: false,
          sentAt: now,
        })),
      )
      return { batch, nextDueAt: planner.nextDueAt }
    }),
  )
}

/** Requeues a batch without an answer. The server may have applied it; sending it again is harmless. */
export async function releaseBatch(
  db: OutboxDatabase,
  batch: readonly PlannedCommand[],
  lastError: LastError,
): Promise<void> {
  await updateCommands(
    db,
    batch.map(({ row }) => row.id),
    (row) => ({ ...row, state: 'retrying', lastError }),
  )
}

/**
 * Applies the server's answers: an acknowledged command is deleted and its row becomes visible to readers in the same
 * transaction. Commands without an answer are retried. Returns the resource of each acknowledged command.
 */
export async function settleBatch(
  db: OutboxDatabase,
  userId: string,
  batch: readonly PlannedCommand[],
  answers: readonly SyncAnswer[],
  context: SettleContext,
): Promise<string[]> {
  const answerById = new Map(answers.map((answer) => [answer.id, answer]))
  return withReconnect(db, () =>
    db.transaction('rw', db.outbox, db.applied, db.meta, async () => {
      const rows = (await db.outbox.bulkGet(batch.map(({ row }) => row.id))).filter((row) => row !== undefined)
      const sentRows = rows.filter((row) => answerById.get(row.id)?.status === 'done')
      const idsWithDependencies = new Set(
        batch.filter(({ dependsOn }) => dependsOn.length > 0).map(({ row }) => row.id),
      )
      const remainingRows = rows.filter((row) => answerById.get(row.id)?.status !== 'done')
      await db.outbox.bulkDelete(sentRows.map((row) => row.id))
      await db.outbox.bulkPut(
        remainingRows.map((row) => applyAnswer(row, answerById.get(row.id), idsWithDependencies.has(row.id), context)),
      )
      const acknowledgedRows = sentRows.flatMap((row): AcknowledgedRow[] => {
        const data = answerById.get(row.id)?.data
        const isOwnRow = data instanceof Object && 'id' in data && data.id === row.entityId
        return isOwnRow ? [{ command: row, row: data as Record<string, unknown> }] : []
      })
      await retryFinalSteps(db, userId, sentRows)
      await rebaseEdits(db, userId, await storeAppliedRows(db, userId, acknowledgedRows, context.now))
      await db.applied
        .where('at')
        .below(context.now - APPLIED_MAX_AGE_MS)
        .delete()
      if (sentRows.length > 0) await db.meta.put({ key: 'lastSentAt', value: context.now })
      return sentRows.map((row) => row.resource)
    }),
  )
}

/**
 * Requeues a refused final step once all later commands of the same row are sent, because one of them may have supplied
 * what was missing. An earlier retry would be refused again after each of these commands.
 */
async function retryFinalSteps(db: OutboxDatabase, userId: string, sentRows: readonly OutboxRow[]): Promise<void> {
  const lastSeqByChain = new Map<string, number>()
  for (const { entityKey, seq } of sentRows)
    lastSeqByChain.set(entityKey, Math.max(seq, lastSeqByChain.get(entityKey) ?? seq))
  for (const [entityKey, seq] of lastSeqByChain) {
    const chain = await db.outbox
      .where('[userId+entityKey+seq]')
      .between([userId, entityKey, -Infinity], [userId, entityKey, Infinity])
      .toArray()
    if (chain.some((row) => row.state !== 'attention')) continue
    const finalSteps = chain.filter((row) => allowsFollowers(row) && row.seq < seq)
    await db.outbox.bulkPut(finalSteps.map((row): OutboxRow => ({ ...row, ...REQUEUED_STATE })))
  }
}

function applyAnswer(
  row: OutboxRow,
  answer: SyncAnswer | undefined,
  hasOpenDependency: boolean,
  context: SettleContext,
): OutboxRow {
  const createError = (kind: LastError['kind']): LastError => ({
    kind,
    errno: answer?.errno ?? null,
    message: answer?.errmsg ?? '',
    issues: answer?.issues ?? [],
    data: answer?.data ?? null,
    at: context.now,
  })
  switch (answer?.status) {
    case 'conflict':
      return { ...row, state: 'attention', settled: true, lastError: createError('conflict') }
    case 'refused':
      return { ...row, state: 'attention', settled: true, lastError: createError('refused') }
    case 'waiting':
      // The command depends on a command that is still on this phone, and is sent after that command.
      return hasOpenDependency
        ? { ...row, state: 'pending', lastError: createError('waiting') }
        : countServerError(row, createError('waiting'), { ...context, haveOthersPassed: true })
    case 'retry': {
      const isBusy = answer.errno === errno.busy || answer.errno === errno.limited
      // The server states that nothing was applied, so the command may be edited.
      const editableRow = { ...row, settled: true }
      return isBusy
        ? retryLater(editableRow, createError('busy'), row.attempts, context)
        : countServerError(editableRow, createError('server'), { ...context, haveOthersPassed: true })
    }
    default:
      return retryLater(row, createError('unanswered'), row.attempts, context)
  }
}
const retryLater = (row: OutboxRow, error: LastError, failures: number, context: SettleContext): OutboxRow => ({
  ...row,
  state: 'retrying',
  nextAttemptAt: context.now + calculateRetryDelay(failures, context.random),
  lastError: error,
})

/**
 * Counts a server error of the command and parks it at the limit if the server applied other commands since the first
 * error.
 */
function countServerError(
  row: OutboxRow,
  error: LastError,
  context: SettleContext & { haveOthersPassed: boolean },
): OutboxRow {
  const countedRow = { ...row, serverErrors: row.serverErrors + 1, firstErrorAt: row.firstErrorAt || context.now }
  // If nothing else passed, the server as a whole may be failing, so the command is retried.
  if (countedRow.serverErrors >= MAX_SERVER_ERRORS && context.haveOthersPassed)
    return { ...countedRow, state: 'attention', lastError: error }
  return retryLater(countedRow, error, countedRow.serverErrors, context)
}

/** Records a server error that this command alone caused. */
export async function recordServerFailure(
  db: OutboxDatabase,
  id: string,
  message: string,
  context: SettleContext,
): Promise<void> {
  const lastSentAt = (await withReconnect(db, () => readMeta<number>(db, 'lastSentAt'))) ?? 0
  await updateCommands(db, [id], (row) => {
    const error: LastError = {
      kind: 'server',
      errno: errno.serverError,
      message,
      issues: [],
      data: null,
      at: context.now,
    }
    const haveOthersPassed = lastSentAt > row.firstErrorAt && row.firstErrorAt > 0
    return { ...countServerError(row, error, { ...context, haveOthersPassed }), alone: true }
  })
}
/** Parks a command until the person decides. */
export async function parkCommand(db: OutboxDatabase, id: string, error: LastError): Promise<void> {
  await updateCommands(db, [id], (row) => ({ ...row, state: 'attention', settled: true, lastError: error }))
}

async function updateCommands(
  db: OutboxDatabase,
  ids: string[],
  updateRow: (row: OutboxRow) => OutboxRow,
): Promise<void> {
  await withReconnect(db, () =>
    db.transaction('rw', db.outbox, async () => {
      const rows = (await db.outbox.bulkGet(ids)).filter((row) => row !== undefined)
      await db.outbox.bulkPut(rows.map(updateRow))
    }),
  )
}
