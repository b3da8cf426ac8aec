/** Transactions on either engine: begin, commit or roll back, make durable, and retry after collisions. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Backend } from './backend'
import { isCollision, isReadOnly, KeyHeld } from './errors'
import { insideTransaction, keepsConnection } from './pool'

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** Maximum time a statement may run or wait for a lock, milliseconds; for migrations and backups. */
  patience?: number
  /** Time after the first attempt during which retries may begin, milliseconds; 10 s by default. */
  repeatWithin?: number
  /**
   * False: the commit does not wait for the disk. The caller awaits `flush()` before anybody is answered, once for many
   * transactions.
   */
  durable?: boolean
  /** Maximum wait for a lock, milliseconds; only on a server with several connections. */
  lockWithin?: number
  /** Advisory locks held to the end of the transaction. If another transaction holds one of them, KeyHeld is thrown. */
  keys?: readonly string[]
}

export type TransactionWork<T> = (client: pg.PoolClient) => Promise<T>

const REPEAT_WITHIN_MS = 10_000
/** Maximum pause before the first retry, milliseconds; it doubles with each retry. */
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 500

/**
 * Runs `work` in a transaction and resolves when it is committed **and on disk**.
 * After a collision (serialization failure, deadlock, lock timeout), `work` is retried after a random pause until the
 * time is over. It must therefore have no effects outside the database.
 */
export async function inTransaction<T>(
  backend: Backend,
  work: TransactionWork<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { readOnly, durable = true, repeatWithin = REPEAT_WITHIN_MS } = options
  const began = performance.now()
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, LONGEST_PAUSE_MS)) {
    try {
      const result = await attemptTransaction(backend, work, options)
      // The connection is free again, so that one fsync can serve many.
      if (!readOnly && durable) await backend.durable()
      return result
    } catch (error) {
      const wait = Math.random() * longest
      if (!isCollision(error) || performance.now() - began + wait > repeatWithin) throw error
      await pause(wait)
    }
  }
}

async function attemptTransaction<T>(
  backend: Backend,
  work: TransactionWork<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await backend.pool.connect()
  const context = { open: true }
  const undoPermit = options.patience ? backend.permit(options.patience) : undefined
  let broken: Error | undefined
  try {
    await begin(client, backend.kind, options)
    const result = await insideTransaction.run(context, () => work(client))
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT with ROLLBACK if a statement failed and the error was swallowed.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements failed and the error was not passed on')
    return result
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    context.open = false
    undoPermit?.()
    client.release(broken)
  }
}

/** Begins a transaction in one round trip. @throws KeyHeld */
async function begin(
  client: pg.PoolClient,
  kind: Backend['kind'],
  { isolation, readOnly, patience, durable, lockWithin, keys = [] }: TransactionOptions,
): Promise<void> {
  const parts = [`begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`]
  if (kind === 'postgres' && patience)
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      parts.push(`set local ${limit} = ${Math.round(patience)}`)
  if (kind === 'postgres' && lockWithin) parts.push(`set local lock_timeout = ${Math.round(lockWithin)}`)
  if (kind === 'postgres' && durable === false) parts.push('set local synchronous_commit = off')
  if (keys.length > 0)
    parts.push(
      `select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 7))) as free from unnest(array[${keys.map((key) => pg.escapeLiteral(key)).join(', ')}]) key`,
    )
  const answers = [await client.query<{ free: boolean }>(parts.join('; '))].flat()
  if (keys.length > 0 && !answers.at(-1)?.rows[0]?.free) throw new KeyHeld(keys.join())
}

/** Rolls back. @returns the error to close the connection with, if it is no longer usable */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return isReadOnly(cause) ? new Error('The server takes no writes', { cause }) : undefined
  } catch (error) {
    return keepsConnection(error) ? undefined : new Error('The connection was lost', { cause })
  }
}
