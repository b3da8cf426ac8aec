/** Instances of a plant that start at the same time take turns. */
import type { Database } from './connect'

/** Key of the advisory lock; a random number, so that no other program on the server uses it. */
const START_LOCK_KEY = 4_720_011_966

/**
 * Runs the start of an instance while no other one starts on the same database: a start reads tables that another one
 * locks for minutes while it migrates them or loads the demonstration.
 * @param onWait called if another instance is starting
 */
export async function startInTurn<T>(db: Database, start: () => Promise<T>, onWait: () => void): Promise<T> {
  // A data folder belongs to one process, which has one connection.
  if (db.kind === 'embedded') return start()
  const client = await db.pool.connect()
  // If the server ends the connection, the start itself fails or succeeds without the lock.
  const ignoreEnd = (): void => undefined
  client.on('error', ignoreEnd)
  try {
    await client.query('begin')
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set local ${limit} = 0`)
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock($1) as "isFree"', [
      START_LOCK_KEY,
    ])
    if (!rows[0]!.isFree) {
      onWait()
      await client.query('select pg_advisory_xact_lock($1)', [START_LOCK_KEY])
    }
    return await start()
  } finally {
    // Closes the connection, which also ends the transaction and its lock.
    client.off('error', ignoreEnd)
    client.release(true)
  }
}
