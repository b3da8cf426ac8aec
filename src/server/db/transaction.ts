/** Transactions on either engine: begun, committed or rolled back, durable, repeated when the database asks for it. */
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Backend } from './backend'
import { sqlState } from './errors'
import { insideTransaction, keepsConnection } from './pool'

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** longest a single statement may run, milliseconds; for migrations and backups */
  patience?: number
}

export type TransactionWork<T> = (client: pg.PoolClient, drizzle: NodePgDatabase) => Promise<T>

/** serialization failure, deadlock */
const repeatable = new Set(['40001', '40P01'])
const ATTEMPTS = 4

/**
 * Runs `work` in a transaction and resolves when it is committed **and on disk**.
 * After a serialization failure or deadlock, `work` runs again (at most three times): it must have no effects but in the database.
 */
export async function inTransaction<T>(
  backend: Backend,
  work: TransactionWork<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await attemptTransaction(backend, work, options)
      // the connection is free again, so that one fsync can serve many
      if (!options.readOnly) await backend.durable()
      return result
    } catch (error) {
      if (attempt >= ATTEMPTS || !repeatable.has(sqlState(error) ?? '')) throw error
      await pause(Math.random() * 20 * attempt)
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
    const result = await insideTransaction.run(context, () => work(client, drizzle(client)))
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

async function begin(
  client: pg.PoolClient,
  kind: Backend['kind'],
  { isolation, readOnly, patience }: TransactionOptions,
): Promise<void> {
  await client.query(`begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`)
  if (patience && kind === 'postgres') {
    await client.query(
      `set local statement_timeout = ${Math.round(patience)}; set local idle_in_transaction_session_timeout = ${Math.round(patience)}`,
    )
  }
}

/** @returns the error to close the connection with, when it is no longer good */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return keepsConnection(error) ? undefined : new Error('The connection was lost', { cause })
  }
}
