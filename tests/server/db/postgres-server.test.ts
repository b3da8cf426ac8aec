import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Log } from '@/server/application'
import { openDatabase, type Database } from '@/server/db/connect'
import { DatabaseUnavailable, isUnavailable } from '@/server/db/errors'
import { toRefusal } from '@/server/http/errors'
import { newFolder, quietLog, removeFolder } from './database-fixtures'
import { startTransactionPooler } from './transaction-pooler'

const { DATABASE_URL } = process.env
const quiet: Log = quietLog()

describe.skipIf(!DATABASE_URL)('the server behind DATABASE_URL', () => {
  const dataDir = newFolder()
  let db: Database
  beforeAll(async () => {
    db = await openDatabase({ dataDir, databaseUrl: DATABASE_URL, log: quietLog() })
  })
  afterAll(async () => {
    await db.close()
    removeFolder(dataDir)
  })

  test('refuses a session-sharing pooler at the start, with advice', async () => {
    const pooler = await startTransactionPooler(DATABASE_URL!)
    try {
      const opened = openDatabase({ dataDir, databaseUrl: pooler.url, log: quietLog() })
      await expect(opened).rejects.toThrow(DatabaseUnavailable)
      await expect(opened).rejects.toThrow(/connection pooler.*Set DATABASE_URL to PostgreSQL itself/)
    } finally {
      pooler.close()
    }
  })

  test('treats a read-only server as a temporary error, and drops its connection', async () => {
    let session = 0
    const writeTransaction = db.transaction(
      async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        session = rows[0]!.pid
        await client.query('create table never_made (a integer)')
      },
      { readOnly: true },
    )
    const error: unknown = await writeTransaction.catch((reason: unknown) => reason)
    expect((error as pg.DatabaseError).code).toBe('25006')
    expect(isUnavailable(error)).toBe(true)
    expect(toRefusal(error, quiet).errno).toBe('4502')
    await expect
      .poll(async () => (await db.pool.query('select 1 from pg_stat_activity where pid = $1', [session])).rows)
      .toEqual([])
  })
})
