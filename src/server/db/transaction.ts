/** Transactions on either engine: begun, committed or rolled back, durable, repeated when the database asks for it. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Backend } from './backend'
import { isCollision, isReadOnly, KeyHeld } from './errors'
import { insideTransaction, keepsConnection } from './pool'

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** longest a single statement may run or wait for a lock, milliseconds; for migrations and backups */
  patience?: number
  /** for how long after its begin the work may be begun again, milliseconds; 10 s unless told */
  repeatWithin?: number
  /** false: the commit does not wait for the disk; who asked for it awaits `flush()` before anybody is answered, once for many */
  durable?: boolean
  /** longest wait for a lock, milliseconds, on a server that has more than one connection */
  lockWithin?: number
  /** held to the end of the transaction: while another one holds any of them, it is refused with KeyHeld */
  keys?: readonly string[]
}

export type TransactionWork<T> = (client: pg.PoolClient) => Promise<T>

const REPEAT_WITHIN_MS = 10_000
/** Most of the pause before the first repeat, milliseconds; each next may be twice as long. */
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 500

/**
 * Runs `work` in a transaction and resolves when it is committed **and on disk**.
 * When it met another transaction (serialization failure, deadlock, a lock not given in time), `work` runs again from its
 * beginning, after a pause of random length, until its time is over: it must have no effects but in the database.
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
      // the connection is free again, so that one fsync can serve many
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
    // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the error was swallowed
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

/** All of it goes in one round trip. @throws KeyHeld */
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

/** @returns the error to close the connection with, when it is no longer good */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return isReadOnly(cause) ? new Error('The server takes no writes', { cause }) : undefined
  } catch (error) {
    return keepsConnection(error) ? undefined : new Error('The connection was lost', { cause })
  }
}
