import { SYNC_BATCH_SIZE, type SyncAnswer, type SyncCommand, type SyncResponse } from '@/contract/sync'
import { errno, Refusal } from '@/contract/errno'
import { type Language, formatNumbers } from './translations'
import { isUuid } from '@/contract/id'
import { isMoment } from '@/contract/schema'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import type { Application } from './application'
import type { Origin, Person, Query } from './context'
import { DatabaseUnavailable, isCollision, isUnavailable } from './db/errors'
import { createTransactionQuery } from './db/transaction'
import { toRefusal } from './http/errors'
import { countLedgerRows, withLedger, loadLedgerRows, type OpenLedger } from './ledger'
import { carryOutEffects } from './run-in-transaction'
import { runInTraceOfTap } from './traces'
import { createEffects, getPoolQuery } from './create-context'
import { getBlockedWrite } from './crud/month-guard'
import {
  applyInOwnTransaction,
  applyInSharedTransaction,
  mergeEffects,
  reportBlockedCommands,
  type SyncBatch,
} from './sync-apply'

/** A phone waits 15 s for an answer. Commands not begun within this time are left for its next request. */
const BEGIN_TIMEOUT_MS = 8_000
/**
 * Number of commands that share a transaction while there is no contention. Sharing saves begin, ledger and commit,
 * which cost half as much as a command.
 */
const MAX_COMMANDS_PER_TRANSACTION = 10
const MAX_CLIENT_ID_LENGTH = 64
const MAX_DEPENDENCIES = 50
/** A shared transaction gives up if it would wait longer than this for a row. */
const SHARED_LOCK_TIMEOUT_MS = 20

/**
 * Applies commands from a phone's outbox and answers each. Commands are independent: a failed command leaves no trace
 * and affects only commands that name it in `dependsOn`. Commands share a transaction until they collide with commands
 * of another phone. From then on each command has its own transaction. A shared transaction would keep the rows of one
 * command locked while it waits for rows of the next command, which leads to deadlocks.
 */
export async function applySync(
  app: Application,
  person: Person,
  request: { ops?: unknown; sentAt?: unknown },
  origin: Origin,
  language: Language,
): Promise<SyncResponse> {
  const receivedAt = app.clock()
  if (!Array.isArray(request.ops) || request.ops.length > SYNC_BATCH_SIZE)
    throw new Refusal(errno.parameter, 'contract:errors.parameter', {
      issues: [
        {
          path: ['ops'],
          code: Array.isArray(request.ops) ? 'tooMany' : 'wrongType',
          params: { limit: SYNC_BATCH_SIZE },
        },
      ],
    })
  const sentMs = typeof request.sentAt === 'string' ? Date.parse(request.sentAt) : Number.NaN
  const clockOffsetMs = Number.isFinite(sentMs) ? sentMs - receivedAt.getTime() : null
  const commands = request.ops.map(parseCommand)
  const batch: SyncBatch = {
    person,
    origin,
    language,
    isClockOff: Math.abs(clockOffsetMs ?? 0) > MAX_CLOCK_DRIFT_MS,
    clockOffsetMs,
    deadline: performance.now() + BEGIN_TIMEOUT_MS,
    appliedRows:
      commands.length > 1 ? await loadLedgerRows(getPoolQuery(app), app.site, getLedgerKeys(commands)) : new Map(),
    hasContention: false,
    effects: createEffects(),
    blockedCommands: new Map(),
  }
  const answers: SyncAnswer[] = []
  try {
    while (answers.length < commands.length) {
      const size = batch.hasContention ? 1 : MAX_COMMANDS_PER_TRANSACTION
      answers.push(...(await applyCommands(app, commands.slice(answers.length, answers.length + size), batch)))
    }
  } finally {
    // If the database becomes unavailable, the effects of applied commands still follow.
    await app.db.flush()
    await assertStored(app, answers)
    await carryOutEffects(app, batch.effects)
    await reportBlockedCommands(app, batch)
  }
  return { answers, receivedAt: receivedAt.toISOString() }
}

/**
 * Asserts that the database still has the commands that are answered as done. Their commits did not wait for the disk or
 * a standby, so the commands are lost if the PostgreSQL primary fails before the flush.
 * @throws DatabaseUnavailable; the phone then sends all commands again
 */
async function assertStored(app: Application, answers: readonly SyncAnswer[]): Promise<void> {
  const ids = answers.filter(({ status }) => status === 'done').map(({ id }) => id)
  if (app.db.kind !== 'postgres' || ids.length === 0) return
  if ((await countLedgerRows(getPoolQuery(app), app.site, ids)) < new Set(ids).size)
    throw new DatabaseUnavailable('the PostgreSQL server failed before it had stored the commands')
}

/** A command of the request; not `ok` if it is malformed. */
type ParsedCommand = { ok: true; command: SyncCommand } | { ok: false; id: string }
/** Returns the ledger keys of commands and of their dependencies. */
const getLedgerKeys = (commands: readonly ParsedCommand[]): string[] => [
  ...new Set(commands.flatMap((parsed) => (parsed.ok ? [parsed.command.id, ...(parsed.command.dependsOn ?? [])] : []))),
]

/**
 * Applies a group of commands.
 * @throws errors of an unavailable database; the phone then sends the whole batch again, and applied commands have
 * their answers in the ledger
 */
async function applyCommands(
  app: Application,
  commands: readonly ParsedCommand[],
  batch: SyncBatch,
): Promise<SyncAnswer[]> {
  if (commands.length > 1) {
    try {
      return await app.phoneSyncLimit.run(() => applyCommandsTogether(app, commands, batch))
    } catch (error) {
      if (isUnavailable(error)) throw error
      // Everything was rolled back: apply each command separately.
      batch.hasContention = isCollision(error)
    }
  }
  const answers: SyncAnswer[] = []
  for (const parsedCommand of commands) {
    const apply = (command: SyncCommand) => applyInOwnTransaction(app, command, batch)
    answers.push(await applyCommand(app, parsedCommand, batch, apply, isUnavailable))
  }
  return answers
}

/** Applies several commands in one transaction, with a savepoint per command. */
async function applyCommandsTogether(
  app: Application,
  commands: readonly ParsedCommand[],
  batch: SyncBatch,
): Promise<SyncAnswer[]> {
  let attemptBatch = batch
  const work = async (query: Query, ledger: OpenLedger): Promise<SyncAnswer[]> => {
    attemptBatch = { ...batch, effects: createEffects() }
    const answers: SyncAnswer[] = []
    await query('savepoint command')
    for (const parsedCommand of commands) {
      const apply = (command: SyncCommand) =>
        applyInSharedTransaction(app, command, { batch: attemptBatch, query, ledger })
      const answer = await applyCommand(
        app,
        parsedCommand,
        attemptBatch,
        apply,
        (error) => isCollision(error) || isUnavailable(error),
      )
      // One round trip keeps or drops the writes of this command and begins the next command.
      await query(
        answer.status === 'done' ? 'release savepoint command; savepoint command' : 'rollback to savepoint command',
      )
      answers.push(answer)
    }
    return answers
  }
  const lockKeys = commands.flatMap((parsed) => (parsed.ok ? [parsed.command.id] : []))
  const answers = await app.db.transaction(
    (client) => {
      const query = createTransactionQuery(client)
      const { person } = batch
      return withLedger({ query, site: app.site, person, now: app.clock() }, getLedgerKeys(commands), (ledger) =>
        work(query, ledger),
      )
    },
    { lockKeys, retryForMs: 0, durable: false, lockTimeoutMs: SHARED_LOCK_TIMEOUT_MS },
  )
  mergeEffects(batch, attemptBatch.effects)
  return answers
}

/**
 * Applies one command and converts errors to an answer.
 * @param shouldRethrow true for errors that concern more than this command
 */
async function applyCommand(
  app: Application,
  parsedCommand: ParsedCommand,
  { language, isClockOff, blockedCommands }: SyncBatch,
  apply: (command: SyncCommand) => Promise<unknown>,
  shouldRethrow: (error: unknown) => boolean,
): Promise<SyncAnswer> {
  if (!parsedCommand.ok) {
    const errmsg = app.translations.t(language)('contract:errors.badCommand')
    return { id: parsedCommand.id, status: 'refused', errno: errno.parameter, errmsg, data: null }
  }
  const { command } = parsedCommand
  try {
    const data = await runInTraceOfTap(command, () => apply(command))
    return { id: command.id, status: 'done', errno: errno.ok, errmsg: '', data, ...(isClockOff ? { drift: true } : {}) }
  } catch (error) {
    if (shouldRethrow(error)) throw error
    const answer = toRefusedAnswer(app, command, error, language)
    if (!getBlockedWrite(error)) return answer
    blockedCommands.set(command.id, { command, error })
    return {
      ...answer,
      errmsg: app.translations.t(language)('contract:errors.keptForDecision', { refused: answer.errmsg }),
    }
  }
}

function toRefusedAnswer(app: Application, command: SyncCommand, error: unknown, language: Language): SyncAnswer {
  const refusal = toRefusal(error, app.log)
  return {
    id: command.id,
    status: toSyncStatus(refusal),
    errno: refusal.errno,
    errmsg: app.translations.t(language)(refusal.key, formatNumbers(refusal.params)),
    issues: refusal.issues,
    data: refusal.data,
  }
}
function toSyncStatus({ key, errno: code, data }: Refusal): SyncAnswer['status'] {
  if (typeof data === 'object' && data !== null && 'conflict' in data) return 'conflict'
  if (key === 'contract:errors.waiting') return 'waiting'
  return code === errno.serverError || code === errno.busy ? 'retry' : 'refused'
}

function parseCommand(value: unknown): ParsedCommand {
  const command = value as Partial<SyncCommand> | null
  const id = isUuid(command?.id) ? command.id : ''
  const isWellFormed =
    command &&
    id &&
    isUuid(command.userId) &&
    typeof command.clientId === 'string' &&
    command.clientId.length <= MAX_CLIENT_ID_LENGTH &&
    Number.isSafeInteger(command.seq) &&
    typeof command.op === 'string' &&
    typeof command.body === 'object' &&
    command.body !== null &&
    typeof command.occurredAt === 'string' &&
    isMoment(command.occurredAt) &&
    (command.dependsOn === undefined ||
      (Array.isArray(command.dependsOn) &&
        command.dependsOn.length <= MAX_DEPENDENCIES &&
        command.dependsOn.every(isUuid))) &&
    (command.clockOffsetMs === undefined || Number.isFinite(command.clockOffsetMs)) &&
    (command.baseVersion == null || Number.isSafeInteger(command.baseVersion))
  return isWellFormed
    ? { ok: true, command: command as SyncCommand }
    : { ok: false, id: typeof command?.id === 'string' ? command.id.slice(0, 64) : '' }
}
