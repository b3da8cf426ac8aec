import { SYNC_BATCH, type SyncAnswer, type SyncOp, type SyncResponse } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import { saidNumbers } from './said-numbers'
import { isUuid } from '@/contract/id'
import { isMoment } from '@/contract/schema'
import { CLOCK_DRIFT_MS } from '@/contract/entered-moment'
import type { Application } from './application'
import type { Origin, Person, Query } from './context'
import { isCollision, isUnavailable } from './db/errors'
import { queryOn } from './db/prepared'
import { asRefusal } from './http/errors'
import { inLedger, knownOf, type OpenLedger } from './ledger'
import { noEffects, poolQuery, settle } from './pipeline'
import { blockedBy } from './crud/facts'
import { applyAlone, applyWithin, keep, tellAllBlocked, type Batch } from './sync-apply'
import type { Language } from './words'

/** A phone waits 15 s for an answer. Commands not begun within this time are left for its next request. */
const BEGIN_WITHIN_MS = 8_000
/**
 * Commands that share a transaction while there is no contention: begin, ledger and commit cost as much as half a
 * command.
 */
const TOGETHER = 10
/** A shared transaction gives up if it would wait longer than this for a row. */
const LOCK_WITHIN_MS = 20

/**
 * Applies commands from a phone's outbox and answers each. Commands are independent: a failed one leaves no trace and
 * does not affect the others.
 * Several share a transaction until they collide with another phone's. Holding the rows of one command while waiting
 * for those of the next would eventually deadlock, so from then on each command has its own transaction.
 */
export async function applySync(
  app: Application,
  person: Person,
  request: { ops?: unknown; sentAt?: unknown },
  origin: Origin,
  language: Language,
): Promise<SyncResponse> {
  const receivedAt = app.clock()
  if (!Array.isArray(request.ops) || request.ops.length > SYNC_BATCH)
    throw new Refusal(errno.parameter, 'contract:errors.parameter', {
      issues: [
        { path: ['ops'], code: Array.isArray(request.ops) ? 'tooMany' : 'wrongType', params: { limit: SYNC_BATCH } },
      ],
    })
  const sentAt = typeof request.sentAt === 'string' ? Date.parse(request.sentAt) : Number.NaN
  const ops = request.ops.map(checkedOp)
  const batch: Batch = {
    person,
    origin,
    language,
    drift: Number.isFinite(sentAt) && Math.abs(sentAt - receivedAt.getTime()) > CLOCK_DRIFT_MS,
    until: performance.now() + BEGIN_WITHIN_MS,
    known: ops.length > 1 ? await knownOf(poolQuery(app), app.site, named(ops)) : new Map(),
    crowded: false,
    effects: noEffects(),
    blocked: new Map(),
  }
  const answers: SyncAnswer[] = []
  try {
    while (answers.length < ops.length) {
      const size = batch.crowded ? 1 : TOGETHER
      answers.push(...(await answersOf(app, ops.slice(answers.length, answers.length + size), batch)))
    }
  } finally {
    // If the database becomes unavailable, the effects of applied commands still follow.
    await app.db.flush()
    await settle(app, batch.effects)
    await tellAllBlocked(app, batch)
  }
  return { answers, receivedAt: receivedAt.toISOString() }
}

type Checked = { ok: true; op: SyncOp } | { ok: false; id: string }
/** Returns the ledger keys of commands and of their dependencies. */
const named = (ops: readonly Checked[]): string[] => [
  ...new Set(ops.flatMap((o) => (o.ok ? [o.op.id, ...(o.op.dependsOn ?? [])] : []))),
]

/**
 * Applies a group of commands.
 * @throws errors of an unavailable database; the phone then sends the whole batch again, and applied commands have
 * their answers in the ledger
 */
async function answersOf(app: Application, ops: readonly Checked[], batch: Batch): Promise<SyncAnswer[]> {
  if (ops.length > 1) {
    try {
      return await app.draining.take(() => together(app, ops, batch))
    } catch (error) {
      if (isUnavailable(error)) throw error
      // Everything was rolled back: apply each one separately.
      batch.crowded = isCollision(error)
    }
  }
  const answers: SyncAnswer[] = []
  for (const op of ops)
    answers.push(await answerOf(app, op, batch, (one) => applyAlone(app, one, batch), isUnavailable))
  return answers
}

/** Applies several commands in one transaction, with a savepoint per command. */
async function together(app: Application, ops: readonly Checked[], batch: Batch): Promise<SyncAnswer[]> {
  let own = batch
  const work = async (query: Query, ledger: OpenLedger): Promise<SyncAnswer[]> => {
    own = { ...batch, effects: noEffects() }
    const answers: SyncAnswer[] = []
    await query('savepoint command')
    for (const op of ops) {
      const apply = (one: SyncOp) => applyWithin(app, one, { batch: own, query, ledger })
      const answer = await answerOf(app, op, own, apply, (error) => isCollision(error) || isUnavailable(error))
      // One round trip keeps or drops the command's writes and begins the next one.
      await query(
        answer.status === 'done' ? 'release savepoint command; savepoint command' : 'rollback to savepoint command',
      )
      answers.push(answer)
    }
    return answers
  }
  const keys = ops.flatMap((o) => (o.ok ? [o.op.id] : []))
  const answers = await app.db.transaction(
    (client) => {
      const query = queryOn(client)
      const { person } = batch
      return inLedger({ query, site: app.site, person, now: app.clock() }, named(ops), (ledger) => work(query, ledger))
    },
    { keys, repeatWithin: 0, durable: false, lockWithin: LOCK_WITHIN_MS },
  )
  keep(batch, own.effects)
  return answers
}

/**
 * Applies one command and converts errors to an answer.
 * @param shouldRethrow true for errors that concern more than this command
 */
async function answerOf(
  app: Application,
  checked: Checked,
  { language, drift, blocked }: Batch,
  apply: (op: SyncOp) => Promise<unknown>,
  passOn: (error: unknown) => boolean,
): Promise<SyncAnswer> {
  if (!checked.ok) {
    const errmsg = app.words.t(language)('contract:errors.badCommand')
    return { id: checked.id, status: 'refused', errno: errno.parameter, errmsg, data: null }
  }
  const { op } = checked
  try {
    const data = await apply(op)
    return { id: op.id, status: 'done', errno: errno.ok, errmsg: '', data, ...(drift ? { drift: true } : {}) }
  } catch (error) {
    if (passOn(error)) throw error
    const answer = refusedAnswer(app, op, error, language)
    if (!blockedBy(error)) return answer
    blocked.set(op.id, { op, error })
    return { ...answer, errmsg: app.words.t(language)('contract:errors.keptForDecision', { refused: answer.errmsg }) }
  }
}

function refusedAnswer(app: Application, op: SyncOp, error: unknown, language: Language): SyncAnswer {
  const refusal = asRefusal(error, app.log)
  return {
    id: op.id,
    status: statusOf(refusal),
    errno: refusal.errno,
    errmsg: app.words.t(language)(refusal.key, saidNumbers(refusal.params)),
    issues: refusal.issues,
    data: refusal.data,
  }
}
function statusOf({ key, errno: code, data }: Refusal): SyncAnswer['status'] {
  if (typeof data === 'object' && data !== null && 'conflict' in data) return 'conflict'
  if (key === 'contract:errors.waiting') return 'waiting'
  return code === errno.serverError || code === errno.busy ? 'retry' : 'refused'
}

function checkedOp(raw: unknown): Checked {
  const op = raw as Partial<SyncOp> | null
  const id = isUuid(op?.id) ? op.id : ''
  const fine =
    op &&
    id &&
    isUuid(op.userId) &&
    typeof op.clientId === 'string' &&
    op.clientId.length <= 64 &&
    Number.isSafeInteger(op.seq) &&
    typeof op.op === 'string' &&
    typeof op.body === 'object' &&
    op.body !== null &&
    typeof op.occurredAt === 'string' &&
    isMoment(op.occurredAt) &&
    (op.dependsOn === undefined ||
      (Array.isArray(op.dependsOn) && op.dependsOn.length <= 50 && op.dependsOn.every(isUuid))) &&
    (op.baseVersion == null || Number.isSafeInteger(op.baseVersion))
  return fine ? { ok: true, op: op as SyncOp } : { ok: false, id: typeof op?.id === 'string' ? op.id.slice(0, 64) : '' }
}
