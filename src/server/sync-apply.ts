/** Applies commands from a phone's outbox, each in its own transaction or several in a shared one. */
import type { Endpoint } from '@/contract/endpoint'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import type { SyncCommand } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import type { Application, BoundEndpoint } from './application'
import { reportBlockedWrite } from './crud/month-guard'
import type { Context, Origin, Person, Query } from './context'
import { runWithRowTriggers } from './crud/written-rows'
import {
  withLedger,
  hashEndpointInput,
  applyOnce,
  getStoredAnswer,
  type LedgerRow,
  type LedgerEntry,
  type OpenLedger,
} from './ledger'
import { getBoundEndpoint, parseEndpointInput, assertCallAllowed } from './pipeline'
import { runWriteTransaction, runInSeparateTransaction } from './run-in-transaction'
import { createContext, createEffects, type Call, type Effects } from './create-context'
import type { Language } from './translations'

/** Maximum time that a command may wait for locks in its own transaction. The commands behind it in the batch wait, too. */
const SINGLE_COMMAND_TIMEOUT_MS = 2_000

/** The state that all commands of one sync request share. */
export interface SyncBatch {
  person: Person
  origin: Origin
  language: Language
  /** True if the phone's clock is wrong. */
  isClockOff: boolean
  /** See `Origin.clockOffsetMs`. */
  clockOffsetMs: number | null
  /** No command is begun after this time, ms of `performance.now`. */
  deadline: number
  /**
   * Ledger rows of commands applied before the batch, by id. Empty if the batch has one command: its ledger row is then
   * read in its own transaction.
   */
  appliedRows: ReadonlyMap<string, LedgerRow>
  /** True once a command collided with commands of other phones. */
  hasContention: boolean
  /** Effects of the applied commands, carried out after the batch. */
  effects: Effects
  /** Commands refused because of a closed month, by id; reported after all transactions have ended. */
  blockedCommands: Map<string, { command: SyncCommand; error: unknown }>
}
/** A command that its person may call, ready to apply. */
interface PreparedCommand {
  boundEndpoint: BoundEndpoint
  call: Omit<Call, 'input'>
  entry: LedgerEntry
}

/** Prepares a command. @throws Refusal for a command that is refused before anything is read or written */
function prepareCommand(
  app: Application,
  command: SyncCommand,
  { person, origin, language, isClockOff, clockOffsetMs }: SyncBatch,
): PreparedCommand {
  if (command.userId !== person.id) throw new Refusal(errno.forbidden, 'contract:errors.notYours')
  const boundEndpoint = getBoundEndpoint(app, command.op)
  const { endpoint } = boundEndpoint
  if (!endpoint.offline) throw new Refusal(errno.parameter, 'contract:errors.notOffline')
  assertCallAllowed(endpoint, person)
  const occurredAt = new Date(command.occurredAt).toISOString()
  const errorMs = getClockErrorMs(command, clockOffsetMs)
  return {
    boundEndpoint,
    call: {
      endpoint: command.op,
      person,
      origin: {
        ...origin,
        via: 'sync',
        occurredAt: correctSlowMoment(occurredAt, errorMs, app.clock().getTime()),
        isClockOff,
        hasCorrectedMoments: command.clockOffsetMs !== undefined,
        clockOffsetMs: clockOffsetMs === null ? null : clockOffsetMs + (command.clockOffsetMs ?? 0),
        baseVersion: command.baseVersion ?? null,
      },
      language,
    },
    entry: {
      key: command.id,
      endpoint: command.op,
      hash: hashEndpointInput(endpoint, command.body),
      phone: { clientId: command.clientId, seq: command.seq, occurredAt, isClockOff },
    },
  }
}

/**
 * Applies a command in its own transaction, or returns its stored answer if it was applied before.
 * @throws errno.busy if no time is left
 */
export async function applyInOwnTransaction(
  app: Application,
  command: SyncCommand,
  batch: SyncBatch,
): Promise<unknown> {
  const { person } = batch
  const { boundEndpoint, call, entry } = prepareCommand(app, command, batch)
  const appliedRow = batch.appliedRows.get(command.id)
  if (appliedRow) return getStoredAnswer(appliedRow, person, entry.hash)
  const ownEffects = createEffects()
  const data = await app.phoneSyncLimit.run(() => {
    const remainingMs = batch.deadline - performance.now()
    if (remainingMs <= 0) throw new Refusal(errno.busy, 'contract:errors.busy')
    const apply = (ctx: Context, ledger: OpenLedger) =>
      applyOnce(ledger, person, entry, () => {
        assertDependenciesApplied(command, ledger)
        return boundEndpoint.run(ctx, parseCommandInput(ctx, boundEndpoint.endpoint, command, batch.clockOffsetMs))
      })
    const ledgerKeys = [command.id, ...(command.dependsOn ?? [])]
    return runWriteTransaction(
      app,
      call,
      ownEffects,
      (ctx) => withLedger(ctx, ledgerKeys, (ledger) => apply(ctx, ledger)),
      {
        lockKeys: [command.id],
        retryForMs: Math.min(remainingMs, SINGLE_COMMAND_TIMEOUT_MS),
        lockTimeoutMs: SINGLE_COMMAND_TIMEOUT_MS,
        durable: false,
      },
    )
  })
  mergeEffects(batch, ownEffects)
  return data
}

interface SharedTransaction {
  batch: SyncBatch
  query: Query
  /** The ledger of the transaction, which holds the locks of its commands' keys. */
  ledger: OpenLedger
}
/** Applies a command inside a transaction shared by several commands. */
export function applyInSharedTransaction(
  app: Application,
  command: SyncCommand,
  { batch, query, ledger }: SharedTransaction,
): Promise<unknown> {
  const { boundEndpoint, call, entry } = prepareCommand(app, command, batch)
  return applyOnce(ledger, batch.person, entry, async () => {
    assertDependenciesApplied(command, ledger)
    if (performance.now() > batch.deadline) throw new Refusal(errno.busy, 'contract:errors.busy')
    const ownEffects = createEffects()
    const data = await runWithRowTriggers(createContext(app, call, query, ownEffects), (ctx) =>
      boundEndpoint.run(ctx, parseCommandInput(ctx, boundEndpoint.endpoint, command, batch.clockOffsetMs)),
    )
    mergeEffects(batch, ownEffects)
    return data
  })
}

/**
 * Returns by how many ms the clock that gave a command its moments is fast (positive) or slow (negative); 0 within the
 * tolerance of slow networks or if unknown. An app that does not send `clockOffsetMs` may have corrected a slow clock
 * itself, so only a fast clock counts.
 */
function getClockErrorMs({ clockOffsetMs: addedMs }: SyncCommand, phoneErrorMs: number | null): number {
  const errorMs = (phoneErrorMs ?? 0) + (addedMs ?? 0)
  if (Math.abs(errorMs) <= MAX_CLOCK_DRIFT_MS) return 0
  return addedMs === undefined ? Math.max(0, errorMs) : errorMs
}
/** Sets the moment of a slow clock forward by its error, unless it would then be in the future. */
function correctSlowMoment(moment: string, errorMs: number, nowMs: number): string {
  const correctedMs = Date.parse(moment) - errorMs
  return errorMs < 0 && correctedMs <= nowMs ? new Date(correctedMs).toISOString() : moment
}
/**
 * Parses the input of a command and corrects moments by the error of its clock. If the clock is fast, this corrects
 * moments that are past for the phone but future for the server. If the clock is slow, this corrects moments that differ
 * from the time of saving by at most the error. A person entered all other moments, which stay unchanged.
 */
function parseCommandInput(
  { now }: Context,
  endpoint: Endpoint,
  command: SyncCommand,
  phoneErrorMs: number | null,
): Record<string, unknown> {
  const input = parseEndpointInput(endpoint, command.body)
  const errorMs = getClockErrorMs(command, phoneErrorMs)
  if (errorMs === 0) return input
  const nowMs = now.getTime()
  const savedMs = Date.parse(command.occurredAt)
  const correctMoment = (moment: string) => {
    const ms = Date.parse(moment)
    if (errorMs < 0) return Math.abs(ms - savedMs) <= -errorMs ? correctSlowMoment(moment, errorMs, nowMs) : moment
    return ms > nowMs && ms - errorMs <= nowMs ? new Date(ms - errorMs).toISOString() : moment
  }
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      endpoint.input[name]?.kind === 'moment' && typeof value === 'string' ? correctMoment(value) : value,
    ]),
  )
}

function assertDependenciesApplied(command: SyncCommand, { rowsByKey }: OpenLedger): void {
  if (command.dependsOn?.some((id) => !rowsByKey.has(id))) throw new Refusal(errno.busy, 'contract:errors.waiting')
}

/** Reports the commands that were refused because of a closed month, so that a person can decide about them. */
export async function reportBlockedCommands(
  app: Application,
  { person, origin, language, blockedCommands }: SyncBatch,
): Promise<void> {
  for (const { command, error } of blockedCommands.values()) {
    const { id: key, op: endpoint, body, occurredAt } = command
    const call = { endpoint, person, origin: { ...origin, via: 'sync' as const }, language }
    const attempt = { operation: endpoint, body, key, occurredAt: new Date(occurredAt).toISOString() }
    await reportBlockedWrite(app, error, attempt, (work) => runInSeparateTransaction(app, call, work))
  }
}

/** Adds the effects of applied commands to the effects of the batch. */
export function mergeEffects(batch: SyncBatch, ownEffects: Effects): void {
  for (const name of ownEffects.changedResources) batch.effects.changedResources.add(name)
  for (const id of ownEffects.writerIds) batch.effects.writerIds.add(id)
  for (const traceparent of ownEffects.traceparents) batch.effects.traceparents.add(traceparent)
  batch.effects.notices.push(...ownEffects.notices)
  batch.effects.afterCommit.push(...ownEffects.afterCommit)
}
