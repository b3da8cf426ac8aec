import { errno } from '@/contract/errno'
import type { SyncAnswer } from '@/contract/sync'
import {
  readMeta,
  withReconnect,
  type AppliedRow,
  type LastError,
  type OutboxDatabase,
  type OutboxRow,
} from './database'
import { again, createPlanner, givesWay, POISON_LIMIT, waitAfter, type Planned } from './drain-plan'

export interface Moment {
  now: number
  random: () => number
}
/** Acknowledged rows are stored this long (ms): longer than any read cache and any correction of the phone's clock. */
export const APPLIED_KEPT = 72 * 3_600_000

/**
 * Takes the next batch of a person's commands and marks it as being sent, in one transaction. From now on the server
 * may have seen them, so they can no longer be edited freely.
 */
export async function takeBatch(
  db: OutboxDatabase,
  userId: string,
  now: number,
  limit: number,
): Promise<{ batch: Planned[]; nextDue: number | null }> {
  return withReconnect(db, () =>
    db.transaction('rw', db.outbox, async () => {
      const planner = createPlanner(now, limit)
      let after = -Infinity
      for (let more = true; more;) {
        const rows = await db.outbox
          .where('[userId+seq]')
          .between([userId, after], [userId, Infinity], false, true)
          .limit(limit * 2)
          .toArray()
        more = rows.length === limit * 2
        for (const row of rows) {
          after = row.seq
          if (!planner.offer(row)) {
            more = false
            break
          }
        }
      }
      const batch = [...planner.chosen()]
      await db.outbox.bulkPut(
        batch.map(({ row }): OutboxRow => ({
          ...row,
          state: 'sending',
          attempts: row.attempts + 1,
          settled: false,
          sentAt: now,
        })),
      )
      return { batch, nextDue: planner.nextDue }
    }),
  )
}

/** Requeues a batch without an answer. The server may have applied it; sending it again is harmless. */
export async function releaseBatch(db: OutboxDatabase, batch: readonly Planned[], error: LastError): Promise<void> {
  await change(
    db,
    batch.map(({ row }) => row.id),
    (row) => ({ ...row, state: 'retrying', lastError: error }),
  )
}

/**
 * Applies the server's answers: an acknowledged command is deleted and its row becomes visible to readers in the same
 * transaction. Commands without an answer are retried. Returns the resource of each acknowledged command.
 */
export async function settleBatch(
  db: OutboxDatabase,
  userId: string,
  batch: readonly Planned[],
  answers: readonly SyncAnswer[],
  at: Moment,
): Promise<string[]> {
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return withReconnect(db, () =>
    db.transaction('rw', db.outbox, db.applied, db.meta, async () => {
      const rows = (await db.outbox.bulkGet(batch.map(({ row }) => row.id))).filter((row) => row !== undefined)
      const done = rows.filter((row) => byId.get(row.id)?.status === 'done')
      const open = new Set(batch.filter(({ dependsOn }) => dependsOn.length > 0).map(({ row }) => row.id))
      const rest = rows.filter((row) => byId.get(row.id)?.status !== 'done')
      await db.outbox.bulkDelete(done.map((row) => row.id))
      await db.outbox.bulkPut(rest.map((row) => afterAnswer(row, byId.get(row.id), open.has(row.id), at)))
      const answered = done.flatMap((row): Answered[] => {
        const data = byId.get(row.id)?.data
        const isTheThing = data instanceof Object && 'id' in data && data.id === row.entityId
        return isTheThing
          ? [{ op: row, row: data as Record<string, unknown>, version: versionOf(data as Record<string, unknown>) }]
          : []
      })
      await tryClosing(db, userId, done)
      await rebase(db, userId, await keepApplied(db, userId, answered, at.now))
      await db.applied
        .where('at')
        .below(at.now - APPLIED_KEPT)
        .delete()
      if (done.length > 0) await db.meta.put({ key: 'lastSentAt', value: at.now })
      return done.map((row) => row.resource)
    }),
  )
}

/**
 * Requeues a refused final step once all later commands of the same row are sent, because one of them may have supplied
 * what was missing. Earlier it would be refused again after each of them.
 */
async function tryClosing(db: OutboxDatabase, userId: string, done: readonly OutboxRow[]): Promise<void> {
  const newest = new Map<string, number>()
  for (const { entityKey, seq } of done) newest.set(entityKey, Math.max(seq, newest.get(entityKey) ?? seq))
  for (const [entityKey, seq] of newest) {
    const chain = await db.outbox
      .where('[userId+entityKey+seq]')
      .between([userId, entityKey, -Infinity], [userId, entityKey, Infinity])
      .toArray()
    if (chain.some((row) => row.state !== 'attention')) continue
    const closing = chain.filter((row) => givesWay(row) && row.seq < seq)
    await db.outbox.bulkPut(closing.map((row): OutboxRow => ({ ...row, ...again })))
  }
}
/** An acknowledged command whose answer is its row. */
interface Answered {
  op: OutboxRow
  row: Record<string, unknown>
  version: number
}

/**
 * Stores the acknowledged rows unless a newer one is stored, and the version from which only own commands led there.
 * Returns the rows stored now.
 */
async function keepApplied(
  db: OutboxDatabase,
  userId: string,
  answered: readonly Answered[],
  at: number,
): Promise<AppliedRow[]> {
  const known = await db.applied.bulkGet(
    answered.map(({ op }): [string, string, string] => [userId, op.resource, op.entityId]),
  )
  const newest = new Map(
    known.flatMap((row): [string, AppliedRow][] => (row ? [[`${row.resource}:${row.rowId}`, row]] : [])),
  )
  const changed = new Map<string, AppliedRow>()
  for (const { op, row, version } of answered) {
    const before = newest.get(op.entityKey)
    const was = before ? versionOf(before.row) : -1
    // Answers may arrive out of order; an older one still proves that its command was an own one.
    const older = before && was > version
    const ownFrom =
      before && was >= version - 1 ? (version === before.ownFrom ? version - 1 : before.ownFrom) : version - 1
    const next = older
      ? { ...before, ownFrom }
      : { userId, resource: op.resource, rowId: op.entityId, row, ownFrom, at }
    newest.set(op.entityKey, next)
    changed.set(op.entityKey, next)
  }
  await db.applied.bulkPut([...changed.values()])
  return [...changed.values()]
}

/**
 * Rebases later edits of the same row. The person saw the effects of their own commands in every list. If only own
 * commands led from the version of an edit to the current one, the edit is based on the current version and causes no
 * conflict. If somebody else changed the row in between, the server compares.
 */
async function rebase(db: OutboxDatabase, userId: string, applied: readonly AppliedRow[]): Promise<void> {
  const rows = new Map(applied.map((row) => [`${row.resource}:${row.rowId}`, row]))
  const things = [...new Set(applied.map((row) => row.rowId))].map((id): [string, string] => [userId, id])
  const waiting = await db.outbox
    .where('[userId+entityId]')
    .anyOf(things)
    .filter((row) => row.baseVersion !== null && row.attempts === 0)
    .toArray()
  await db.outbox.bulkPut(waiting.map((row) => basedOn(row, rows.get(row.entityKey))))
}
function basedOn(row: OutboxRow, applied: AppliedRow | undefined): OutboxRow {
  const seen = row.baseVersion
  const version = applied ? versionOf(applied.row) : 0
  if (!applied || seen === null || seen < applied.ownFrom || seen >= version) return row
  return { ...row, baseVersion: version, body: row.body['version'] === seen ? { ...row.body, version } : row.body }
}
const versionOf = (row: Record<string, unknown>): number => (typeof row['version'] === 'number' ? row['version'] : 0)

function afterAnswer(
  row: OutboxRow,
  answer: SyncAnswer | undefined,
  hasOpenDependency: boolean,
  at: Moment,
): OutboxRow {
  const failed = (kind: LastError['kind']): LastError => ({
    kind,
    errno: answer?.errno ?? null,
    message: answer?.errmsg ?? '',
    issues: answer?.issues ?? [],
    data: answer?.data ?? null,
    at: at.now,
  })
  switch (answer?.status) {
    case 'conflict':
      return { ...row, state: 'attention', settled: true, lastError: failed('conflict') }
    case 'refused':
      return { ...row, state: 'attention', settled: true, lastError: failed('refused') }
    case 'waiting':
      // Blocked by a command that is still on this phone; it is sent after that one.
      return hasOpenDependency
        ? { ...row, state: 'pending', lastError: failed('waiting') }
        : afterServerError(row, failed('waiting'), true, at)
    case 'retry': {
      const crowded = answer.errno === errno.busy || answer.errno === errno.limited
      // The server states that nothing was applied, so the command may be edited.
      const kept = { ...row, settled: true }
      return crowded
        ? later(kept, failed('busy'), row.attempts, at)
        : afterServerError(kept, failed('server'), true, at)
    }
    default:
      return later(row, failed('unanswered'), row.attempts, at)
  }
}
const later = (row: OutboxRow, error: LastError, failures: number, at: Moment): OutboxRow => ({
  ...row,
  state: 'retrying',
  nextAttemptAt: at.now + waitAfter(failures, at.random),
  lastError: error,
})

/**
 * Counts a server error of the command and parks it at the limit if the server applied other commands since the first
 * error.
 */
function afterServerError(row: OutboxRow, error: LastError, othersPassed: boolean, at: Moment): OutboxRow {
  const counted = { ...row, serverErrors: row.serverErrors + 1, firstErrorAt: row.firstErrorAt || at.now }
  if (counted.serverErrors >= POISON_LIMIT && othersPassed) return { ...counted, state: 'attention', lastError: error }
  return later(counted, error, counted.serverErrors, at)
}

/** Records a server error that this command alone caused. */
export async function blame(db: OutboxDatabase, id: string, message: string, at: Moment): Promise<void> {
  const lastSentAt = (await withReconnect(db, () => readMeta<number>(db, 'lastSentAt'))) ?? 0
  await change(db, [id], (row) => {
    const error: LastError = { kind: 'server', errno: errno.serverError, message, issues: [], data: null, at: at.now }
    return { ...afterServerError(row, error, lastSentAt > row.firstErrorAt && row.firstErrorAt > 0, at), alone: true }
  })
}
/** Parks a command until the person decides. */
export async function park(db: OutboxDatabase, id: string, error: LastError): Promise<void> {
  await change(db, [id], (row) => ({ ...row, state: 'attention', settled: true, lastError: error }))
}

async function change(db: OutboxDatabase, ids: string[], next: (row: OutboxRow) => OutboxRow): Promise<void> {
  await withReconnect(db, () =>
    db.transaction('rw', db.outbox, async () => {
      const rows = (await db.outbox.bulkGet(ids)).filter((row) => row !== undefined)
      await db.outbox.bulkPut(rows.map(next))
    }),
  )
}
