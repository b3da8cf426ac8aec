import { mayCall, wantsVerification, type Endpoint } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput, type WantsFirst, type WantsVerification } from '@/contract/errno'
import { checkInput } from '@/contract/schema'
import type { AnyRow, Resource } from '@/contract/resource'
import type { Application, Bound } from './application'
import type { Checked } from './area'
import { withFilesRead } from './call-files'
import type { Context, Origin, Part, Person, Query } from './context'
import type { TransactionOptions } from './db/connect'
import { keepsConnection } from './db/pool'
import { queryOn } from './db/prepared'
import type { Alone } from './crud/audit'
import { Trial } from './crud/import'
import { tellBlocked } from './blocked'
import { NeedsTransaction } from './crud/one-insert'
import type { KitContext } from './crud/operations'
import { rowsOf } from './crud/rows'
import { toldToFollowers, WrittenRows } from './crud/written-rows'
import { readKept } from './crud/read-kept'
import { inLedger, ledgerHash, once } from './ledger'
import type { Notice } from './live/changes'
import type { Language } from './words'

/** One request of any origin: HTTP, the sync of a phone, or the clock. */
export interface Call {
  endpoint: string
  input: unknown
  person: Person | null
  origin: Origin
  language: Language
  parts?: ReadonlyMap<string, Part>
  /** The body of a call that takes raw bytes. */
  bytes?: Buffer
  idempotencyKey?: string | null
}
/** Effects of a finished write outside the database, carried out once it is durable. */
export interface Effects {
  touched: Set<string>
  notices: Notice[]
  after: (() => void | Promise<void>)[]
}
/** Creates an empty set of effects. */
export const noEffects = (): Effects => ({ touched: new Set(), notices: [], after: [] })

/** Checks permission and input, runs the handler (a write in one transaction), and returns its result. */
export async function runCall(app: Application, call: Call): Promise<unknown> {
  const bound = boundOf(app, call.endpoint)
  mustBeAllowed(bound.endpoint, call.person)
  const input = cleaned(bound.endpoint, call.input)
  await mustBeVerified(app, bound.endpoint, call.person, input)
  if (bound.endpoint.effect === 'read') return runRead(app, bound, call, input)
  if (bound.endpoint.effect === 'own') return runOwn(app, bound, call, input)
  try {
    if (!call.parts?.size) return await runWrite(app, bound, call, input)
    admitCall(app, { ...call, input })
    return await withFilesRead(bound.endpoint, call.parts, () => runWrite(app, bound, call, input))
  } catch (error) {
    const attempt = { operation: call.endpoint, body: input, key: null, occurredAt: null }
    await tellBlocked(app, error, attempt, (work) => writeApart(app, call, work))
    throw error
  }
}

async function runWrite(app: Application, bound: Bound, call: Call, input: Record<string, unknown>): Promise<unknown> {
  await bound.before?.(contextOf(app, call, poolQuery(app), noEffects()), input)
  if (bound.oneInsert) {
    const answer = await runAlone(app, bound, call, input)
    if (answer) return answer.data
  }
  const effects = noEffects()
  const entry = keyed(bound.endpoint, call)
  const run = (ctx: Context) => bound.run(ctx, input)
  const result = await (
    entry
      ? inWrite(
          app,
          call,
          effects,
          (ctx) => inLedger(ctx, [entry.key], (ledger) => once(ledger, entry.person, entry, () => run(ctx))),
          { keys: [entry.key] },
        )
      : inWrite(app, call, effects, run)
  ).catch(trialResult)
  await settle(app, effects)
  return bound.file ? bound.file(contextOf(app, call, poolQuery(app), noEffects()), result) : result
}
/** Returns the ledger entry of a call with its person, or null without a key. */
const keyed = (endpoint: Endpoint, { idempotencyKey: key, person, input }: Call) =>
  key && person ? { key, op: endpoint.name, hash: ledgerHash(endpoint, input), person } : null

/**
 * Runs `work` in one transaction with a context for it. `effects` is complete after the commit; attempts that collided
 * with another transaction leave nothing in it.
 */
export const inWrite = <T>(
  app: Application,
  call: Omit<Call, 'input'>,
  effects: Effects,
  work: (ctx: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> =>
  app.db.transaction((client) => {
    effects.touched.clear()
    effects.notices.length = effects.after.length = 0
    return toldToFollowers(contextOf(app, call, queryOn(client), effects), work)
  }, options)

/**
 * Runs a single insert as one statement, ledger entry included, without a transaction. Returns null if it needs a
 * transaction after all.
 */
async function runAlone(
  app: Application,
  bound: Bound,
  call: Call,
  input: Record<string, unknown>,
): Promise<{ data: unknown } | null> {
  const effects = noEffects()
  const alone = {
    done: false,
    ledger: keyed(bound.endpoint, call),
    together: app.together,
  }
  try {
    const data = await bound.run(contextOf(app, call, poolQuery(app), effects, alone), input)
    await app.db.durable()
    await settle(app, effects)
    return { data }
  } catch (error) {
    // A refusal is not final: the key may belong to a call that succeeded. A statement whose connection broke may have
    // been applied, so it is not retried.
    if (!alone.done && (error instanceof NeedsTransaction || error instanceof Refusal || keepsConnection(error)))
      return null
    throw error
  }
}

/** Returns the result of a trial, which throws it in order to roll back. */
function trialResult(error: unknown): unknown {
  if (error instanceof Trial) return error.result
  throw error
}

/** Returns an endpoint with its handler. @throws notFound for an unknown name */
export function boundOf(app: Application, name: string): Bound {
  const bound = app.endpoints.get(name)
  if (!bound) throw new Refusal(errno.notFound, 'contract:errors.notFound')
  return bound
}
/**
 * Asserts that the person may call the endpoint. A person who must change the password or set up a second factor may do
 * nothing else.
 * @throws 401
 */
export function mustBeAllowed(endpoint: Endpoint, person: Person | null): void {
  if (!mayCall(endpoint.access, person))
    throw new Refusal(errno.forbidden, person ? 'contract:errors.forbidden' : 'contract:errors.signIn', {
      params: { key: String(endpoint.access) },
    })
  const first = person?.mustChange ? 'mustChangePassword' : person?.mustEnrol ? 'mustEnrol' : null
  if (!first || endpoint.access === 'public' || endpoint.beforePassword) return
  if (first === 'mustEnrol' && endpoint.beforeFactor) return
  // Automatic calls of a phone get `busy` and wait there; a refusal would be taken for that of the command.
  throw new Refusal(endpoint.area === 'contract' ? errno.busy : errno.message, `contract:errors.${first}`, {
    data: { first } satisfies WantsFirst,
  })
}
/**
 * Asserts that the password was recently re-entered if the endpoint requires it. Queries the database each time,
 * because such calls are rare. They never arrive through sync, which accepts only calls declared for it.
 * @throws 6000 with `verification` in its data
 */
async function mustBeVerified(
  app: Application,
  endpoint: Endpoint,
  person: Person | null,
  input: Record<string, unknown>,
): Promise<void> {
  if (!person || !wantsVerification(endpoint, input)) return
  const since = new Date(app.clock().getTime() - app.verifiedMinutes * 60_000)
  const { rows } = await app.db.pool.query(
    'select 1 from session where site_id = $1 and id = $2 and verified_at > $3',
    [app.site, person.sessionId, since],
  )
  if (!rows.length)
    throw refuse('contract:errors.verification', undefined, { verification: true } satisfies WantsVerification)
}
/** Checks an input against its endpoint and returns the parsed values. @throws Refusal naming every issue */
export function cleaned(endpoint: Endpoint, input: unknown): Record<string, unknown> {
  if (endpoint.ownCheck) return input as Record<string, unknown>
  const checked = checkInput(endpoint, input)
  if (!checked.ok) throw refuseInput(checked.issues)
  return checked.value
}

/** Calls the handler's `admit`, which may refuse the caller; the input may be incomplete. See `HandlerEntry`. */
export function admitCall(app: Application, call: Call): void {
  const { admit } = boundOf(app, call.endpoint)
  admit?.(contextOf(app, call, poolQuery(app), noEffects()), call.input as Checked)
}

/**
 * Runs a handler that manages its own transactions. Writes before a refusal stay and are made durable before the
 * answer.
 */
async function runOwn(app: Application, bound: Bound, call: Call, input: Record<string, unknown>): Promise<unknown> {
  const effects = noEffects()
  try {
    return await bound.run(contextOf(app, call, poolQuery(app), effects), input)
  } finally {
    await app.db.durable()
    await settle(app, effects)
  }
}
/** Runs a part of a handler of effect `own` in one transaction; its effects follow when it is durable. */
export async function inOneTransaction<T>(
  ctx: Context,
  work: (inside: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const { app } = ctx as KitContext
  const { person, origin, language, parts, operation: endpoint } = ctx as Context & { operation: string }
  return writeApart(app, { endpoint, person, origin, language, parts }, work, options)
}
/** Runs work in a new transaction; its effects follow when it is durable. */
export async function writeApart<T>(
  app: Application,
  call: Omit<Call, 'input'>,
  work: (inside: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const effects = noEffects()
  const result = await inWrite(app, call, effects, work, options)
  await settle(app, effects)
  return result
}
const onPools = new WeakMap<object, Query>()
/** Returns the query function for statements outside any transaction. */
export function poolQuery({ db }: Pick<Application, 'db'>): Query {
  const query = onPools.get(db.pool) ?? queryOn(db.pool)
  onPools.set(db.pool, query)
  return query
}

async function runRead(app: Application, bound: Bound, call: Call, input: Record<string, unknown>): Promise<unknown> {
  if (!call.person) await app.changes.catchUp() // with a token, its look-up does
  const ctx = contextOf(app, call, poolQuery(app), noEffects())
  return bound.plainList
    ? readKept(app, bound.plainList, { ...call, input }, () => bound.run(ctx, input))
    : bound.run(ctx, input)
}

/** Creates the context of a handler on a given connection. */
export function contextOf(
  app: Application,
  call: Omit<Call, 'input'>,
  query: Query,
  effects: Effects,
  alone?: Alone,
): Context {
  const now = app.clock()
  const guard = app.factGuard
  const base = {
    query,
    person: call.person,
    site: app.site,
    now,
    timeZone: app.timeZone,
    language: call.language,
    t: app.words.t(call.language),
    origin: call.origin,
    parts: call.parts ?? new Map<string, Part>(),
    bytes: call.bytes ?? Buffer.alloc(0),
    operation: call.endpoint,
    idempotencyKey: call.idempotencyKey ?? null,
    resource: (name: string) => app.resources.get(name),
    mayView: (name: string) => {
      const list = app.endpoints.get(`${name}.list`)
      return list ? mayCall(list.endpoint.access, call.person) : false
    },
    touch: (resource: string) => void effects.touched.add(resource),
    touched: (resource: string) => effects.touched.has(resource),
    notify: (notice: Parameters<Context['notify']>[0]) =>
      void effects.notices.push({ ...notice, title: { zh: notice.title('zh'), en: notice.title('en') } }),
    afterCommit: (fn: () => void | Promise<void>) => void effects.after.push(fn),
    app,
    inTransaction: query !== poolQuery(app),
    writtenRows: new WrittenRows(app.followers),
    ...(guard
      ? {
          factGuard: {
            concerns: (values: readonly string[]) => guard.concerns(ctx, values),
            mustBeOpen: (resource: Resource, values: readonly string[]) => guard.mustBeOpen(ctx, resource, values),
            written: (resource: Resource, before: AnyRow | null, after: AnyRow | null) =>
              guard.written(ctx, resource, before, after),
          },
        }
      : {}),
    ...(alone ? { alone } : {}),
  }
  const ctx: Context = { ...base, rows: rowsOf(base) }
  return ctx
}
/**
 * Carries out the effects after the commit is durable: invalidates cached lists, notifies screens, runs effects outside
 * the database.
 */
export async function settle(app: Application, effects: Effects): Promise<void> {
  await app.changes.publish(effects.touched, effects.notices)
  for (const fn of effects.after) {
    try {
      await fn()
    } catch (error) {
      app.log.error({ err: error }, 'an effect after a commit failed')
    }
  }
}
