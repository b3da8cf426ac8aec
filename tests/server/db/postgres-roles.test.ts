import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Log } from '@/server/application'
import { openDatabase, type Database } from '@/server/db/connect'
import { DatabaseUnavailable, isUnavailable } from '@/server/db/errors'
import { toRefusal } from '@/server/http/errors'
import { newFolder, quietLog, removeFolder } from './plant'
import { startTransactionPooler } from './transaction-pooler'

const { DATABASE_URL } = process.env
const quiet: Log = quietLog()

describe.skipIf(!DATABASE_URL)('what lies at the other end of DATABASE_URL', () => {
  const dataDir = newFolder()
  let db: Database
  beforeAll(async () => {
    db = await openDatabase({ dataDir, databaseUrl: DATABASE_URL, log: quietLog() })
  })
  afterAll(async () => {
    await db.close()
    removeFolder(dataDir)
  })

  test('a pooler that shares sessions is refused at the start, with what to do', async () => {
    const pooler = await startTransactionPooler(DATABASE_URL!)
    try {
      const opened = openDatabase({ dataDir, databaseUrl: pooler.url, log: quietLog() })
      await expect(opened).rejects.toThrow(DatabaseUnavailable)
      await expect(opened).rejects.toThrow(/connection pooler.*Set DATABASE_URL to PostgreSQL itself/)
    } finally {
      pooler.close()
    }
  })

  test('a server that became read-only is a passing trouble, and its connection is not used again', async () => {
    let session = 0
    const written = db.transaction(
      async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        session = rows[0]!.pid
        await client.query('create table never_made (a integer)')
      },
      { readOnly: true },
    )
    const error: unknown = await written.catch((reason: unknown) => reason)
    expect((error as pg.DatabaseError).code).toBe('25006')
    expect(isUnavailable(error)).toBe(true)
    expect(toRefusal(error, quiet).errno).toBe('4502')
    await expect
      .poll(async () => (await db.pool.query('select 1 from pg_stat_activity where pid = $1', [session])).rows)
      .toEqual([])
  })
})
