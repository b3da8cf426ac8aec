import { canCall, needsReauthentication, type Endpoint } from '@/contract/endpoint'
import {
  errno,
  Refusal,
  refuse,
  refuseInput,
  type AccountSetupRequired,
  type ReauthenticationRequired,
} from '@/contract/errno'
import { checkInput } from '@/contract/schema'
import type { Application, BoundEndpoint } from './application'
import type { CheckedInput } from './area'
import { withParsedFiles } from './with-parsed-files'
import type { Context, Person, Query } from './context'
import { isConnectionReusable } from './db/pool'
import { DryRunRollback } from './crud/import-errors'
import { reportBlockedWrite } from './crud/month-guard'
import { NeedsTransaction } from './crud/single-insert'
import { readThroughCache } from './crud/read-through-cache'
import { withLedger, hashEndpointInput, applyOnce } from './ledger'
import { createContext, createEffects, getPoolQuery, type Call } from './create-context'
import type { ReplicaSource } from './replica-reads'
import { sql } from './sql'
import { carryOutEffects, runInSeparateTransaction, runWriteTransaction } from './run-in-transaction'

/** Checks permission and input, runs the handler (a write in one transaction), and returns the handler's result. */
export async function runCall(app: Application, call: Call): Promise<unknown> {
  const boundEndpoint = getBoundEndpoint(app, call.endpoint)
  assertCallAllowed(boundEndpoint.endpoint, call.person)
  const input = parseEndpointInput(boundEndpoint.endpoint, call.input)
  await assertRecentlyVerified(app, boundEndpoint.endpoint, call.person, input)
  if (boundEndpoint.endpoint.effect === 'read') return runRead(app, boundEndpoint, call, input)
  if (boundEndpoint.endpoint.effect === 'ownTransactions')
    return runWithOwnTransactions(app, boundEndpoint, call, input)
  try {
    if (!call.parts?.size) return await runWrite(app, boundEndpoint, call, input)
    assertCallAdmitted(app, { ...call, input })
    return await withParsedFiles(boundEndpoint.endpoint, call.parts, () => runWrite(app, boundEndpoint, call, input))
  } catch (error) {
    const attempt = { operation: call.endpoint, body: input, key: null, occurredAt: null }
    await reportBlockedWrite(app, error, attempt, (work) => runInSeparateTransaction(app, call, work))
    throw error
  }
}

async function runWrite(
  app: Application,
  boundEndpoint: BoundEndpoint,
  call: Call,
  input: Record<string, unknown>,
): Promise<unknown> {
  await boundEndpoint.runBeforeTransaction?.(createContext(app, call, getPoolQuery(app), createEffects()), input)
  if (boundEndpoint.isSingleInsert) {
    const answer = await runSingleInsert(app, boundEndpoint, call, input)
    if (answer) return answer.data
  }
  const effects = createEffects()
  const ledgerEntry = toLedgerEntry(boundEndpoint.endpoint, call)
  const run = (ctx: Context) => boundEndpoint.run(ctx, input)
  const result = await (
    ledgerEntry
      ? runWriteTransaction(
          app,
          call,
          effects,
          (ctx) =>
            withLedger(ctx, [ledgerEntry.key], (ledger) =>
              applyOnce(ledger, ledgerEntry.person, ledgerEntry, () => run(ctx)),
            ),
          { lockKeys: [ledgerEntry.key] },
        )
      : runWriteTransaction(app, call, effects, run)
  ).catch(unwrapDryRunResult)
  await carryOutEffects(app, effects)
  return boundEndpoint.buildFile
    ? boundEndpoint.buildFile(createContext(app, call, getPoolQuery(app), createEffects()), result)
    : result
}
/** Returns the ledger entry of a call with its person, or null without a key. */
const toLedgerEntry = (endpoint: Endpoint, { idempotencyKey: key, person, input }: Call) =>
  key && person ? { key, endpoint: endpoint.name, hash: hashEndpointInput(endpoint, input), person } : null

/**
 * Runs a single insert, with its ledger entry, as one statement without a transaction. Returns null if the call needs a
 * transaction after all.
 */
async function runSingleInsert(
  app: Application,
  boundEndpoint: BoundEndpoint,
  call: Call,
  input: Record<string, unknown>,
): Promise<{ data: unknown } | null> {
  const effects = createEffects()
  const singleInsert = {
    isInserted: false,
    ledger: toLedgerEntry(boundEndpoint.endpoint, call),
    batcher: app.insertBatcher,
  }
  try {
    const data = await boundEndpoint.run(createContext(app, call, getPoolQuery(app), effects, { singleInsert }), input)
    await app.db.waitUntilDurable()
    await carryOutEffects(app, effects)
    return { data }
  } catch (error) {
    // A refusal is not final: the key may belong to an earlier call that succeeded. If the connection broke, the statement
    // may have been applied, so it is not retried.
    if (
      !singleInsert.isInserted &&
      (error instanceof NeedsTransaction || error instanceof Refusal || isConnectionReusable(error))
    )
      return null
    throw error
  }
}

/** Returns the result of a dry run, which throws its result in order to roll back. */
function unwrapDryRunResult(error: unknown): unknown {
  if (error instanceof DryRunRollback) return error.result
  throw error
}

/** Returns an endpoint with its handler. @throws notFound for an unknown name */
export function getBoundEndpoint(app: Application, name: string): BoundEndpoint {
  const boundEndpoint = app.endpoints.get(name)
  if (!boundEndpoint) throw new Refusal(errno.notFound, 'contract:errors.notFound')
  return boundEndpoint
}
/**
 * Asserts that the person may call the endpoint. A person who must change the password or set up a second factor may do
 * nothing else.
 * @throws errno.forbidden
 */
export function assertCallAllowed(endpoint: Endpoint, person: Person | null): void {
  if (!canCall(endpoint.access, person))
    throw new Refusal(errno.forbidden, person ? 'contract:errors.forbidden' : 'contract:errors.signIn', {
      params: { key: String(endpoint.access) },
    })
  const setupStep = person?.mustChange ? 'mustChangePassword' : person?.mustEnrol ? 'mustEnrol' : null
  if (!setupStep || endpoint.access === 'public' || endpoint.allowedBeforePasswordChange) return
  if (setupStep === 'mustEnrol' && endpoint.allowedBeforeSecondFactor) return
  // Automatic calls of a phone get `busy`, so that the phone waits. The phone would mistake a refusal of the call for a
  // refusal of its command.
  throw new Refusal(endpoint.area === 'contract' ? errno.busy : errno.message, `contract:errors.${setupStep}`, {
    data: { first: setupStep } satisfies AccountSetupRequired,
  })
}
/**
 * Asserts that the password was recently re-entered if the endpoint requires it. Queries the database each time,
 * because such calls are rare. Sync does not need this check, because it accepts no such calls.
 * @throws errno.message with `verification` in its data
 */
async function assertRecentlyVerified(
  app: Application,
  endpoint: Endpoint,
  person: Person | null,
  input: Record<string, unknown>,
): Promise<void> {
  if (!person || !needsReauthentication(endpoint, input)) return
  const verifiedSince = new Date(app.clock().getTime() - app.verifiedMinutes * 60_000)
  const verifiedSessions = await getPoolQuery(app)(
    sql`select 1 from session where site_id = ${app.site} and id = ${person.sessionId} and verified_at > ${verifiedSince}`,
  )
  if (!verifiedSessions.length)
    throw refuse('contract:errors.verification', undefined, { verification: true } satisfies ReauthenticationRequired)
}
/** Checks an input against its endpoint and returns the parsed values. @throws Refusal naming every issue */
export function parseEndpointInput(endpoint: Endpoint, input: unknown): Record<string, unknown> {
  if (endpoint.handlerChecksInput) return input as Record<string, unknown>
  const checkResult = checkInput(endpoint, input)
  if (!checkResult.ok) throw refuseInput(checkResult.issues)
  return checkResult.value
}

/** Calls `assertAdmitted` of the handler, which may refuse the caller; the input may be incomplete. See `HandlerEntry`. */
export function assertCallAdmitted(app: Application, call: Call): void {
  const { assertAdmitted } = getBoundEndpoint(app, call.endpoint)
  assertAdmitted?.(createContext(app, call, getPoolQuery(app), createEffects()), call.input as CheckedInput)
}

/**
 * Runs a handler that manages its own transactions. Writes before a refusal stay and are made durable before the
 * answer.
 */
async function runWithOwnTransactions(
  app: Application,
  boundEndpoint: BoundEndpoint,
  call: Call,
  input: Record<string, unknown>,
): Promise<unknown> {
  const effects = createEffects()
  try {
    return await boundEndpoint.run(createContext(app, call, getPoolQuery(app), effects), input)
  } finally {
    await app.db.waitUntilDurable()
    await carryOutEffects(app, effects)
  }
}

async function runRead(
  app: Application,
  boundEndpoint: BoundEndpoint,
  call: Call,
  input: Record<string, unknown>,
): Promise<unknown> {
  // A call with a token has already caught up with the changes of other instances in `authenticate`.
  if (!call.person) await app.changes.catchUp()
  const readPrimary = () => runReadOn(app, boundEndpoint, call, input, getPoolQuery(app))
  if (!boundEndpoint.endpoint.mayLag || !app.replicaReads) return readPrimary()
  return app.replicaReads.run(
    call.person?.id ?? null,
    async (replica) => {
      const answer = await runReadOn(app, boundEndpoint, call, input, replica.query, replica)
      if (replica.asOf) call.onLag?.(replica.asOf)
      return answer
    },
    readPrimary,
  )
}
async function runReadOn(
  app: Application,
  boundEndpoint: BoundEndpoint,
  call: Call,
  input: Record<string, unknown>,
  query: Query,
  replica: ReplicaSource | null = null,
): Promise<unknown> {
  const ctx = createContext(app, call, query, createEffects(), { replica })
  return boundEndpoint.cachedListResource
    ? readThroughCache(app, boundEndpoint.cachedListResource, { ...call, input }, () => boundEndpoint.run(ctx, input))
    : boundEndpoint.run(ctx, input)
}
