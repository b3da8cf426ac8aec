/** Transactions on either engine: begin, commit or roll back, make durable, and retry after collisions. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Backend } from './backend'
import { isCollision, isReadOnly, isUnavailable, KeyHeld } from './errors'
import type { Query } from '../context'
import type { Sql } from '../sql'
import { transactionStorage, isConnectionReusable } from './pool'
import { createQuery } from './prepared-statements'

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** Maximum time a statement may run or wait for a lock, milliseconds; for migrations and backups. */
  statementTimeoutMs?: number
  /** Time after the first attempt during which retries may begin, milliseconds; 10 s by default. */
  retryForMs?: number
  /**
   * False: the commit does not wait for the disk. The caller awaits `flush()` before anybody is answered, once for many
   * transactions.
   */
  durable?: boolean
  /** Maximum wait for a lock, milliseconds; only on a server with several connections. */
  lockTimeoutMs?: number
  /** Advisory locks held to the end of the transaction. If another transaction holds one of them, KeyHeld is thrown. */
  lockKeys?: readonly string[]
}

export type TransactionWork<T> = (client: pg.PoolClient) => Promise<T>

const RETRY_FOR_MS = 10_000
/** Maximum pause before the first retry, milliseconds; it doubles with each retry. */
const FIRST_MAX_PAUSE_MS = 10
const MAX_PAUSE_MS = 500
/** Maximum number of retries after a lost connection. After them the caller gets DatabaseUnavailable instead of waiting. */
const MAX_LOST_CONNECTIONS = 2
const LOST_CONNECTION_PAUSE_MS = 100

/**
 * Runs `work` in a transaction and resolves when it is committed **and on disk**. After a collision (serialization
 * failure, deadlock, lock timeout), `work` is retried after a random pause until the time is over. Because `work` may
 * run several times, it must have no effects outside the database. A connection lost before the commit was sent also
 * causes a retry. A connection lost later is reported to the caller, since nobody knows whether the transaction was
 * committed.
 */
export async function runInTransaction<T>(
  backend: Backend,
  work: TransactionWork<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { readOnly, durable = true, retryForMs = RETRY_FOR_MS } = options
  const startedAt = performance.now()
  let lostConnectionCount = 0
  for (let maxPauseMs = FIRST_MAX_PAUSE_MS; ; maxPauseMs = Math.min(2 * maxPauseMs, MAX_PAUSE_MS)) {
    const progress: AttemptProgress = { hasConnection: false, isCommitSent: false }
    try {
      const result = await attemptTransaction(backend, work, options, progress)
      // Awaited without holding the connection, so that one fsync can serve many transactions.
      if (!readOnly && durable) await backend.waitUntilDurable()
      return result
    } catch (error) {
      if (canRetryLostConnection(backend, error, progress) && lostConnectionCount < MAX_LOST_CONNECTIONS) {
        lostConnectionCount++
        await pause(LOST_CONNECTION_PAUSE_MS * lostConnectionCount)
        continue
      }
      const pauseMs = Math.random() * maxPauseMs
      if (!isCollision(error) || performance.now() - startedAt + pauseMs > retryForMs) throw error
      await pause(pauseMs)
    }
  }
}

/** The steps that an attempt has reached. */
interface AttemptProgress {
  hasConnection: boolean
  isCommitSent: boolean
}
/** The embedded database restarts by itself; its callers are told to retry. */
const canRetryLostConnection = ({ kind }: Backend, error: unknown, progress: AttemptProgress): boolean =>
  kind === 'postgres' && progress.hasConnection && !progress.isCommitSent && isUnavailable(error)

/**
 * Creates a query function for the work of a transaction. After the transaction has ended it refuses statements, because
 * each of them would be committed separately.
 */
export function createTransactionQuery(client: Pick<pg.ClientBase, 'query'>): Query {
  const query = createQuery(client)
  return (async (statement: string | Sql, values?: readonly unknown[]) => {
    if (transactionStorage.getStore()?.open === false)
      throw new Error('The transaction has ended; another branch of its work failed, or nobody awaited this one')
    return query(statement as string, values)
  }) as Query
}

async function attemptTransaction<T>(
  backend: Backend,
  work: TransactionWork<T>,
  options: TransactionOptions,
  progress: AttemptProgress,
): Promise<T> {
  const client = await backend.pool.connect()
  progress.hasConnection = true
  const context = { open: true }
  const endLongStatements = options.statementTimeoutMs
    ? backend.allowLongStatements(options.statementTimeoutMs)
    : undefined
  let connectionError: Error | undefined
  try {
    const beginPromise = beginTransaction(client, backend.kind, options)
    // Statements are pipelined, so `work` need not wait for the answer. Without a lock, `begin` only fails together with the
    // connection.
    beginPromise.catch(() => undefined)
    if (options.lockKeys?.length) await beginPromise
    const result = await transactionStorage.run(context, () => work(client))
    await beginPromise
    context.open = false
    progress.isCommitSent = true
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT with ROLLBACK if a statement failed and the error was swallowed.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements failed and the error was not passed on')
    return result
  } catch (error) {
    // Other branches of `work` may still run. Their statements must not run after the rollback, where each statement
    // would commit separately.
    context.open = false
    connectionError = await rollBack(client, error)
    throw error
  } finally {
    endLongStatements?.()
    client.release(connectionError)
  }
}

/** Begins a transaction in one round trip. @throws KeyHeld */
async function beginTransaction(
  client: pg.PoolClient,
  kind: Backend['kind'],
  { isolation, readOnly, statementTimeoutMs, durable, lockTimeoutMs, lockKeys = [] }: TransactionOptions,
): Promise<void> {
  const statements = [`begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`]
  if (kind === 'postgres' && statementTimeoutMs)
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      statements.push(`set local ${limit} = ${Math.round(statementTimeoutMs)}`)
  if (kind === 'postgres' && lockTimeoutMs) statements.push(`set local lock_timeout = ${Math.round(lockTimeoutMs)}`)
  if (kind === 'postgres' && durable === false) statements.push('set local synchronous_commit = off')
  // The seed 7 is the same as in `InsertBatcher`, so that both lock the same keys.
  if (lockKeys.length > 0)
    statements.push(
      `select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 7))) as free from unnest(array[${lockKeys.map((key) => pg.escapeLiteral(key)).join(', ')}]) key`,
    )
  const answers = [await client.query<{ free: boolean }>(statements.join('; '))].flat()
  if (lockKeys.length > 0 && !answers.at(-1)?.rows[0]?.free) throw new KeyHeld(lockKeys.join())
}

/** Rolls back. @returns the error to close the connection with, if it is no longer usable */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return isReadOnly(cause) ? new Error('The server takes no writes', { cause }) : undefined
  } catch (error) {
    return isConnectionReusable(error) ? undefined : new Error('The connection was lost', { cause })
  }
}
