import { SYNC_BATCH, type SyncAnswer, type SyncOp, type SyncResponse } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Application } from './application'
import type { Origin, Person } from './context'
import { isUnavailable } from './db/errors'
import { asRefusal } from './http/errors'
import { knownOf, ledgerHash, recorded, storedAnswer, type Known } from './ledger'
import {
  boundOf,
  cleaned,
  inWrite,
  mustBeAllowed,
  noEffects,
  poolQuery,
  settle,
  type Call,
  type Effects,
} from './pipeline'
import type { Language } from './words'

const DRIFT_MS = 5 * 60_000
/** A phone waits 15 s for an answer. What has not been begun after so long is left for its next request, ms. */
const BEGIN_WITHIN_MS = 8_000

/**
 * Applies commands from a phone's outbox, an answer for each. Every command is a transaction of its own: one that fails
 * leaves no trace and does not keep others from being applied, and none holds its rows while others are worked on, so that
 * phones which come back together never wait for each other in a circle.
 */
export async function applySync(
  app: Application,
  person: Person,
  request: { ops: unknown; sentAt: unknown },
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
  const drift = Number.isFinite(sentAt) && Math.abs(sentAt - receivedAt.getTime()) > DRIFT_MS
  const ops = request.ops.map(checkedOp)
  const ids = ops.flatMap((o) => (o.ok ? [o.op.id, ...(o.op.dependsOn ?? [])] : []))
  const batch: Batch = {
    person,
    origin,
    language,
    drift,
    until: performance.now() + BEGIN_WITHIN_MS,
    known: await knownOf(poolQuery(app), app.site, [...new Set(ids)]),
    effects: noEffects(),
  }
  try {
    const answers: SyncAnswer[] = []
    for (const op of ops) answers.push(await answerOf(app, op, batch))
    return { answers, receivedAt: receivedAt.toISOString() }
  } finally {
    // Commands before one that took the database away are done, and told of, all the same.
    await app.db.flush()
    await settle(app, batch.effects)
  }
}

interface Batch {
  person: Person
  origin: Origin
  language: Language
  drift: boolean
  /** Moment after which no command is begun, ms of `performance.now`. */
  until: number
  /** Commands applied before, and those of this batch that are done, by id. */
  known: Map<string, Known>
  /** What the commands that are done owe the world. */
  effects: Effects
}
type Checked = { ok: true; op: SyncOp } | { ok: false; id: string }

/** @throws what takes the database away: then the whole batch is sent again, and what was done of it has its answer in the ledger */
async function answerOf(app: Application, checked: Checked, batch: Batch): Promise<SyncAnswer> {
  const t = app.words.t(batch.language)
  if (!checked.ok)
    return {
      id: checked.id,
      status: 'refused',
      errno: errno.parameter,
      errmsg: t('contract:errors.badCommand'),
      data: null,
    }
  const { op } = checked
  try {
    if (op.userId !== batch.person.id) throw new Refusal(errno.forbidden, 'contract:errors.notYours')
    if (await missesDependency(app, op, batch))
      return { id: op.id, status: 'waiting', errno: errno.busy, errmsg: t('contract:errors.waiting'), data: null }
    const data = await applied(app, op, batch)
    return {
      id: op.id,
      status: 'done',
      errno: errno.ok,
      errmsg: '',
      data,
      ...(batch.drift ? { drift: true } : {}),
    }
  } catch (error) {
    if (isUnavailable(error)) throw error
    return refusedAnswer(app, op, error, batch.language)
  }
}

/** The stored answer of a command that was applied before, else that of applying it now. */
async function applied(app: Application, op: SyncOp, batch: Batch): Promise<unknown> {
  const { person, language, drift } = batch
  const { endpoint, run } = boundOf(app, op.op)
  if (!endpoint.offline) throw new Refusal(errno.parameter, 'contract:errors.notOffline')
  mustBeAllowed(endpoint, person)
  const hash = ledgerHash(endpoint, op.body)
  const before = batch.known.get(op.id)
  if (before) return storedAnswer(before, person, hash)
  const input = cleaned(endpoint, op.body)
  const left = batch.until - performance.now()
  if (left <= 0) throw new Refusal(errno.busy, 'contract:errors.busy')
  const occurredAt = new Date(op.occurredAt).toISOString()
  const origin: Origin = { ...batch.origin, via: 'sync', occurredAt, baseVersion: op.baseVersion ?? null }
  const call: Omit<Call, 'input'> = { endpoint: op.op, person, origin, language }
  const phone = { clientId: op.clientId, seq: op.seq, occurredAt: op.occurredAt, drift }
  const own = noEffects()
  const data = await inWrite(
    app,
    call,
    own,
    (ctx) => recorded(ctx, { key: op.id, op: op.op, hash, phone }, () => run(ctx, input as never)),
    { key: op.id, repeatWithin: left, durable: false },
  ).catch(async (error: unknown) => {
    // Somebody else may have applied it after this batch had looked: then it fails for having been done.
    const since = isUnavailable(error) ? null : (await knownOf(poolQuery(app), app.site, [op.id])).get(op.id)
    if (since) return storedAnswer(since, person, hash)
    throw error
  })
  for (const name of own.touched) batch.effects.touched.add(name)
  batch.effects.notices.push(...own.notices)
  batch.effects.after.push(...own.after)
  batch.known.set(op.id, { op_id: op.id, user_id: person.id, request_hash: hash, response: { data } })
  return data
}

async function missesDependency(app: Application, op: SyncOp, batch: Batch): Promise<boolean> {
  const open = [...new Set(op.dependsOn)].filter((id) => !batch.known.has(id))
  if (!open.length) return false
  for (const [id, known] of await knownOf(poolQuery(app), app.site, open)) batch.known.set(id, known)
  return open.some((id) => !batch.known.has(id))
}

function refusedAnswer(app: Application, op: SyncOp, error: unknown, language: Language): SyncAnswer {
  const refusal = asRefusal(error, app.log)
  const conflict = typeof refusal.data === 'object' && refusal.data !== null && 'conflict' in refusal.data
  const passing = refusal.errno === errno.serverError || refusal.errno === errno.busy
  return {
    id: op.id,
    status: conflict ? 'conflict' : passing ? 'retry' : 'refused',
    errno: refusal.errno,
    errmsg: app.words.t(language)(refusal.key, refusal.params),
    issues: refusal.issues,
    data: refusal.data,
  }
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
    !Number.isNaN(Date.parse(op.occurredAt)) &&
    (op.dependsOn === undefined ||
      (Array.isArray(op.dependsOn) && op.dependsOn.length <= 50 && op.dependsOn.every(isUuid))) &&
    (op.baseVersion == null || Number.isSafeInteger(op.baseVersion))
  return fine ? { ok: true, op: op as SyncOp } : { ok: false, id: typeof op?.id === 'string' ? op.id.slice(0, 64) : '' }
}
