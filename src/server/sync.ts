import { SYNC_BATCH, type SyncAnswer, type SyncOp, type SyncResponse } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { CLOCK_DRIFT_MS } from '@/contract/entered-moment'
import type { Application } from './application'
import type { Origin, Person, Query } from './context'
import { prepared } from './db/prepared'
import { asRefusal } from './http/errors'
import { boundOf, cleaned, contextOf, mustBeAllowed, noEffects, settle, type Call, type Effects } from './pipeline'
import { requestHash } from './request-hash'
import type { Language } from './words'

/**
 * Applies commands from a phone's outbox: one transaction, one savepoint a command, an answer for each. A command
 * that fails leaves no trace and does not keep others from being applied.
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
  const drift = Number.isFinite(sentAt) && Math.abs(sentAt - receivedAt.getTime()) > CLOCK_DRIFT_MS
  const ops = request.ops.map(checkedOp)
  const effects = noEffects()
  const answers = await app.db.transaction(async (client, drizzle) => {
    effects.touched.clear()
    effects.notices.length = effects.after.length = 0
    const query: Query = async (text, values) => (await client.query(prepared(text, values))).rows as never
    const ids = ops.flatMap((o) => (o.ok ? [o.op.id] : []))
    const scope: Scope = {
      origin,
      language,
      query,
      drizzle,
      effects,
      drift,
      ...(await ledgerOf(app, query, ids)),
      entries: [],
    }
    const made: SyncAnswer[] = []
    await query('savepoint command')
    for (const op of ops) {
      const answer = await applyOne(app, person, op, scope)
      // One round trip keeps or drops what the command did and begins the next. It throws when the connection itself is lost: then the whole batch is repeated.
      await query(
        answer.status === 'done' ? 'release savepoint command; savepoint command' : 'rollback to savepoint command',
      )
      made.push(answer)
    }
    await query('release savepoint command')
    await writeLedger(app, query, person, scope.entries, receivedAt, drift)
    return made
  })
  await settle(app, effects)
  return { answers, receivedAt: receivedAt.toISOString() }
}

interface Known {
  user_id: string
  request_hash: string
  response: { data: unknown }
}
interface Entry {
  op: SyncOp
  hash: string
  data: unknown
}
interface Scope {
  origin: Origin
  language: Language
  query: Query
  drizzle: Parameters<typeof contextOf>[3]
  effects: Effects
  drift: boolean
  /** Commands applied before, by id; those another request is applying right now; those of this batch that are done. */
  known: Map<string, Known>
  inFlight: Set<string>
  entries: Entry[]
}
type Checked = { ok: true; op: SyncOp } | { ok: false; id: string }

/** What is known of the batch's commands. Each id is held until the transaction ends, so that a repeat at the same moment waits its turn. */
async function ledgerOf(app: Application, query: Query, ids: string[]): Promise<Pick<Scope, 'known' | 'inFlight'>> {
  const held = await query<{ id: string; free: boolean }>(
    'select id, pg_try_advisory_xact_lock(hashtextextended(id, 7)) as free from unnest($1::text[]) id',
    [[...new Set(ids)].sort()],
  )
  const rows = await query<Known & { op_id: string }>(
    'select op_id, user_id, request_hash, response from sync_op where site_id = $1 and op_id = any($2::uuid[])',
    [app.site, ids],
  )
  return {
    known: new Map(rows.map((row) => [row.op_id, row])),
    inFlight: new Set(held.filter((h) => !h.free).map((h) => h.id)),
  }
}

async function applyOne(app: Application, person: Person, checked: Checked, scope: Scope): Promise<SyncAnswer> {
  const t = app.words.t(scope.language)
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
    if (op.userId !== person.id) throw new Refusal(errno.forbidden, 'contract:errors.notYours')
    if (scope.inFlight.has(op.id)) throw new Refusal(errno.busy, 'contract:errors.inFlight')
    if (await missingDependencies(app, op, scope))
      return { id: op.id, status: 'waiting', errno: errno.busy, errmsg: t('contract:errors.waiting'), data: null }
    return {
      id: op.id,
      status: 'done',
      errno: errno.ok,
      errmsg: '',
      data: await applied(app, person, op, scope),
      ...(scope.drift ? { drift: true } : {}),
    }
  } catch (error) {
    return refusedAnswer(app, op, error, scope.language)
  }
}

/** The stored answer of a command that was applied before, else that of applying it now. */
async function applied(app: Application, person: Person, op: SyncOp, scope: Scope): Promise<unknown> {
  const { endpoint, run } = boundOf(app, op.op)
  if (!endpoint.offline) throw new Refusal(errno.parameter, 'contract:errors.notOffline')
  const origin: Origin = {
    ...scope.origin,
    via: 'sync',
    occurredAt: new Date(op.occurredAt).toISOString(),
    baseVersion: op.baseVersion ?? null,
  }
  const call: Call = { endpoint: op.op, input: op.body, person, origin, language: scope.language }
  mustBeAllowed(endpoint, person)
  const hash = requestHash(call)
  const before = scope.known.get(op.id)
  if (before) {
    if (before.request_hash !== hash || before.user_id !== person.id)
      throw new Refusal(errno.message, 'contract:errors.keyReused')
    return before.response.data
  }
  const own = noEffects()
  const data = await run(contextOf(app, call, scope.query, scope.drizzle, own), cleaned(endpoint, op.body) as never)
  for (const name of own.touched) scope.effects.touched.add(name)
  scope.effects.notices.push(...own.notices)
  scope.effects.after.push(...own.after)
  scope.entries.push({ op, hash, data: data ?? null })
  scope.known.set(op.id, { user_id: person.id, request_hash: hash, response: { data: data ?? null } })
  return data ?? null
}

/** The ledger goes into the transaction of the effects: an answer is stored if and only if they are. */
async function writeLedger(
  app: Application,
  query: Query,
  person: Person,
  entries: Entry[],
  receivedAt: Date,
  drift: boolean,
): Promise<void> {
  if (!entries.length) return
  await query(
    `insert into sync_op (site_id, op_id, user_id, op, request_hash, response, client_id, seq, occurred_at, received_at, drift)
     select $1, o.id, $2, o.op, o.hash, o.response, o.client, o.seq, o.at, $3, $4 from jsonb_to_recordset($5::jsonb) as o(id uuid, op text, hash text, response jsonb, client text, seq bigint, at timestamptz)`,
    [
      app.site,
      person.id,
      receivedAt,
      drift,
      JSON.stringify(
        entries.map(({ op, hash, data }) => ({
          id: op.id,
          op: op.op,
          hash,
          response: { data },
          client: op.clientId,
          seq: op.seq,
          at: op.occurredAt,
        })),
      ),
    ],
  )
}

async function missingDependencies(app: Application, op: SyncOp, scope: Scope): Promise<boolean> {
  const open = [...new Set(op.dependsOn)].filter((id) => !scope.known.has(id))
  if (!open.length) return false
  const [found] = await scope.query<{ n: number }>(
    'select count(*)::int as n from sync_op where site_id = $1 and op_id = any($2::uuid[])',
    [app.site, open],
  )
  return (found?.n ?? 0) < open.length
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
