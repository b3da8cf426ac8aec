import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/server/db/connect'
import { NestedConnection, getSqlState } from '@/server/db/errors'
import { newDataDir } from './new-data-dir'
import { quietLog, removeFolder } from './database-fixtures'

let dataDir: string
let db: Database
beforeAll(async () => {
  dataDir = await newDataDir()
  db = await openDatabase({ dataDir, log: quietLog() })
  await db.pool.query('create table counted (n integer primary key)')
})
afterAll(async () => {
  await db.close()
  removeFolder(dataDir)
})

describe('statements that share the one connection', () => {
  it('each get their own answer, and only invalid ones an error', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => {
        if (n % 7 === 3) return db.pool.query({ name: 'divided', text: 'select 1 / $1::int as n', values: [0] })
        if (n % 7 === 5) return db.pool.query('select no_such_column')
        return db.pool.query({
          name: n % 2 ? 'odd' : 'even',
          text: `select $1::int as n, '${n % 2}' as kind`,
          values: [n],
        })
      }),
    )
    outcomes.forEach((outcome, n) => {
      if (n % 7 === 3) expect(getSqlState((outcome as PromiseRejectedResult).reason)).toBe('22012')
      else if (n % 7 === 5) expect(getSqlState((outcome as PromiseRejectedResult).reason)).toBe('42703')
      else
        expect((outcome as PromiseFulfilledResult<{ rows: object[] }>).value.rows).toEqual([{ n, kind: String(n % 2) }])
    })
  })
  it('all fail if they are the same invalid statement, and the connection stays usable', async () => {
    const runWrongStatement = () =>
      db.pool.query({ name: 'wrong', text: 'select no_such_column where $1::int = 1', values: [1] }).then(
        () => 'fine',
        () => 'refused',
      )
    expect(
      await Promise.all([
        runWrongStatement(),
        runWrongStatement(),
        db.pool.query('select 1').then(() => 'fine'),
        runWrongStatement(),
      ]),
    ).toEqual(['refused', 'refused', 'fine', 'refused'])
    await db.pool.query('create table no_such (no_such_column integer)')
    await expect(
      db.pool.query({ name: 'wrong', text: 'select no_such_column from no_such where $1::int = 1', values: [1] }),
    ).resolves.toMatchObject({ rows: [] })
  })
  it("never run inside somebody else's transaction, and the transaction does not wait forever", async () => {
    let writing = true
    const writers = Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; writing; i++) await db.pool.query('insert into counted values ($1)', [w * 1_000_000 + i])
    })
    for (let round = 0; round < 20; round++) {
      const counts = await db.transaction(async (client) => {
        const countRows = async () =>
          (await client.query<{ n: number }>('select count(*)::int as n from counted')).rows[0]!.n
        const firstCount = await countRows()
        await new Promise(setImmediate)
        return [firstCount, await countRows()]
      })
      expect(counts[0]).toBe(counts[1])
    }
    writing = false
    await Promise.all(writers)
  })
  it('are refused inside a transaction, even while a connection is shared', async () => {
    const outside = db.pool.query('select pg_sleep(0.05)')
    await expect(db.transaction(() => db.pool.query('select 1'))).rejects.toBeInstanceOf(NestedConnection)
    await outside
  })
})
