import { SYNC_BATCH, type SyncAnswer, type SyncOp, type SyncResponse } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Application } from './application'
import type { Origin, Person, Query } from './context'
import { asRefusal } from './http/errors'
import { boundOf, cleaned, contextOf, mustBeAllowed, noEffects, once, settle, type Call, type Effects } from './pipeline'
import type { Language } from './words'

const DRIFT_MS = 5 * 60_000

/**
 * Applies commands from a phone's outbox: one transaction, one savepoint a command, an answer for each. A command
 * that fails leaves no trace and does not keep others from being applied.
 */
export async function applySync(app: Application, person: Person, request: { ops: unknown; sentAt: unknown }, origin: Origin, language: Language): Promise<SyncResponse> {
  const receivedAt = app.clock()
  if (!Array.isArray(request.ops) || request.ops.length > SYNC_BATCH) throw new Refusal(errno.parameter, 'contract:errors.parameter', { issues: [{ path: ['ops'], code: Array.isArray(request.ops) ? 'tooMany' : 'wrongType', params: { limit: SYNC_BATCH } }] })
  const sentAt = typeof request.sentAt === 'string' ? Date.parse(request.sentAt) : Number.NaN
  const drift = Number.isFinite(sentAt) && Math.abs(sentAt - receivedAt.getTime()) > DRIFT_MS
  const ops = request.ops.map(checkedOp)
  const effects = noEffects()
  const answers = await app.db.transaction(async (client, drizzle) => {
    effects.touched.clear()
    effects.notices.length = effects.after.length = 0
    const query: Query = async (text, values) => (await client.query(text, values as unknown[])).rows as never
    const made: SyncAnswer[] = []
    for (const op of ops) made.push(await applyOne(app, person, op, { origin, language, query, drizzle, effects, drift }))
    return made
  })
  await settle(app, effects)
  return { answers, receivedAt: receivedAt.toISOString() }
}

interface Scope { origin: Origin; language: Language; query: Query; drizzle: Parameters<typeof contextOf>[3]; effects: Effects; drift: boolean }
type Checked = { ok: true; op: SyncOp } | { ok: false; id: string }

async function applyOne(app: Application, person: Person, checked: Checked, scope: Scope): Promise<SyncAnswer> {
  const t = app.words.t(scope.language)
  if (!checked.ok) return { id: checked.id, status: 'refused', errno: errno.parameter, errmsg: t('contract:errors.badCommand'), data: null }
  const { op } = checked
  const own = noEffects()
  await scope.query('savepoint command')
  try {
    if (op.userId !== person.id) throw new Refusal(errno.forbidden, 'contract:errors.notYours')
    const missing = await missingDependencies(app, scope.query, op)
    if (missing) { await scope.query('release savepoint command'); return { id: op.id, status: 'waiting', errno: errno.busy, errmsg: t('contract:errors.waiting'), data: null } }
    const data = await run(app, person, op, scope, own)
    await scope.query('release savepoint command')
    for (const name of own.touched) scope.effects.touched.add(name)
    scope.effects.notices.push(...own.notices)
    scope.effects.after.push(...own.after)
    return { id: op.id, status: 'done', errno: errno.ok, errmsg: '', data, ...(scope.drift ? { drift: true } : {}) }
  } catch (error) {
    await scope.query('rollback to savepoint command') // throws when the connection itself is lost: then the whole batch is repeated
    return refusedAnswer(app, op, error, scope.language)
  }
}

async function run(app: Application, person: Person, op: SyncOp, scope: Scope, effects: Effects): Promise<unknown> {
  const bound = boundOf(app, op.op)
  if (!bound.endpoint.offline) throw new Refusal(errno.parameter, 'contract:errors.notOffline')
  const origin: Origin = { ...scope.origin, via: 'sync', occurredAt: op.occurredAt, baseVersion: op.baseVersion ?? null }
  const call: Call = { endpoint: op.op, input: op.body, person, origin, language: scope.language }
  mustBeAllowed(bound.endpoint, person)
  const ctx = contextOf(app, call, scope.query, scope.drizzle, effects)
  return once(ctx, call, op.id, () => bound.run(ctx, cleaned(bound.endpoint, op.body) as never), { clientId: op.clientId, seq: op.seq, drift: scope.drift })
}

async function missingDependencies(app: Application, query: Query, op: SyncOp): Promise<boolean> {
  if (!op.dependsOn?.length) return false
  const [found] = await query<{ n: number }>('select count(*)::int as n from sync_op where site_id = $1 and op_id = any($2::uuid[])', [app.site, op.dependsOn])
  return (found?.n ?? 0) < new Set(op.dependsOn).size
}

function refusedAnswer(app: Application, op: SyncOp, error: unknown, language: Language): SyncAnswer {
  const refusal = asRefusal(error, app.log)
  const conflict = typeof refusal.data === 'object' && refusal.data !== null && 'conflict' in refusal.data
  const passing = refusal.errno === errno.serverError || refusal.errno === errno.busy
  return {
    id: op.id, status: conflict ? 'conflict' : passing ? 'retry' : 'refused', errno: refusal.errno,
    errmsg: app.words.t(language)(refusal.key, refusal.params), issues: refusal.issues, data: refusal.data,
  }
}

function checkedOp(raw: unknown): Checked {
  const op = raw as Partial<SyncOp> | null
  const id = isUuid(op?.id) ? op.id : ''
  const fine = op && id && isUuid(op.userId) && typeof op.clientId === 'string' && op.clientId.length <= 64 && Number.isSafeInteger(op.seq)
    && typeof op.op === 'string' && typeof op.body === 'object' && op.body !== null && typeof op.occurredAt === 'string' && !Number.isNaN(Date.parse(op.occurredAt))
    && (op.dependsOn === undefined || (Array.isArray(op.dependsOn) && op.dependsOn.length <= 50 && op.dependsOn.every(isUuid)))
    && (op.baseVersion == null || Number.isSafeInteger(op.baseVersion))
  return fine ? { ok: true, op: op as SyncOp } : { ok: false, id: typeof op?.id === 'string' ? op.id.slice(0, 64) : '' }
}
