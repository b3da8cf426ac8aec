import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/server/db/connect'
import { isUnavailable, NestedConnection, getSqlState } from '@/server/db/errors'
import { MAX_NAMED_STATEMENTS, createQuery } from '@/server/db/prepared-statements'
import { createTransactionQuery } from '@/server/db/transaction'
import { sql } from '@/server/sql'
import { newDataDir } from './new-data-dir'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

const { DATABASE_URL } = process.env
/** One engine per run: `npm test` runs the suites on both. */
const engines: { engine: string; databaseUrl?: string }[] = [
  DATABASE_URL ? { engine: 'postgres', databaseUrl: DATABASE_URL } : { engine: 'embedded' },
]

/** The row as every engine and both query paths must return it. */
const row = {
  id: 9007199254740991,
  name: '纺粘',
  amount: 12.5,
  day: '2024-02-29',
  at: '2024-02-29T23:59:59.120Z',
  body: { a: [1, null] },
}

const buildInsert = ({ id, name, amount, day, at, body }: typeof row) =>
  sql`insert into engine_sample (id, name, amount, day, at, body) values (${id}, ${name}, ${amount}, ${day}, ${at}, ${JSON.stringify(body)})`

describe.each(engines)('on $engine', ({ databaseUrl }) => {
  let dataDir: string
  let db: Database

  beforeAll(async () => {
    dataDir = await newDataDir()
    db = await openDatabase({ dataDir, databaseUrl, log: quietLog() })
    await db.pool.query('drop table if exists engine_sample')
    await db.pool.query(
      'create table engine_sample (id bigint primary key, name text unique, amount numeric, day date, at timestamptz(3), body jsonb)',
    )
  })
  afterAll(async () => {
    await db?.pool.query('drop table engine_sample')
    await db?.close()
    removeFolder(dataDir)
  })

  it('writes nothing of a branch that goes on after another has failed', async () => {
    await db.pool.query('truncate engine_sample')
    let slowBranch: Promise<unknown> = Promise.resolve()
    const refused = db.transaction(async (client) => {
      const query = createTransactionQuery(client)
      const failAtOnce = async () => {
        await query('select 1')
        throw new Error('refused')
      }
      slowBranch = (async () => {
        await query('select 1')
        await pause(100)
        await query(buildInsert(row))
      })()
      await Promise.all([failAtOnce(), slowBranch])
    })
    await expect(refused).rejects.toThrow('refused')
    await expect(slowBranch).rejects.toThrow('The transaction has ended')
    expect((await db.pool.query('select * from engine_sample')).rows).toEqual([])
  })

  it('returns every value in the same form from the driver and from typed SQL', async () => {
    await db.pool.query('truncate engine_sample')
    await createQuery(db.pool)(buildInsert(row))
    const driverResult = await db.pool.query('select * from engine_sample')
    expect(driverResult.rows).toEqual([row])
    expect(
      await createQuery(db.pool)(sql`select * from engine_sample where id = ${row.id} and at = ${row.at}`),
    ).toEqual([row])
    await db.transaction(async (client) => {
      expect((await client.query('select * from engine_sample')).rows).toEqual([row])
      expect(await createQuery(client)(sql`select * from engine_sample`)).toEqual([row])
    })
    const arrays = await db.pool.query(
      `select array[at, null] as moments, array[day] as days, array[[1::int8, 2]] as counts, array[0.5::numeric] as amounts, interval '90 min' as span, '2024-01-01 10:00:00.5'::timestamp as local from engine_sample`,
    )
    expect(arrays.rows).toEqual([
      {
        moments: [row.at, null],
        days: [row.day],
        counts: [[1, 2]],
        amounts: [0.5],
        span: '01:30:00',
        local: '2024-01-01 10:00:00.5',
      },
    ])
  })

  it('keeps used statements prepared, however many there were before', async () => {
    const buildStatement = (n: number): string => `select $1::int + ${n} as sum`
    const listPrepared = async (client: Pick<PoolClient, 'query'>): Promise<string[]> =>
      (await client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
        ({ statement }) => statement,
      )
    await db.transaction(async (client) => {
      const query = createQuery(client)
      const runThrice = async (n: number): Promise<void> => {
        for (let times = 0; times < 3; times++) expect(await query(buildStatement(n), [1])).toEqual([{ sum: n + 1 }])
      }
      for (let n = 0; n < MAX_NAMED_STATEMENTS + 50; n++) {
        await runThrice(n)
        if (n % 100 === 0) await runThrice(1_000_000)
      }
      const statements = await listPrepared(client)
      expect(statements).toContain(buildStatement(MAX_NAMED_STATEMENTS + 49))
      expect(statements).toContain(buildStatement(1_000_000))
      expect(statements).not.toContain(buildStatement(0))
      expect(statements.length).toBeLessThanOrEqual(MAX_NAMED_STATEMENTS)
      // A dropped statement is prepared again.
      await runThrice(0)
      expect(await listPrepared(client)).toContain(buildStatement(0))
    })
  })

  it('drops no statements in a failed transaction, and still knows them afterwards', async () => {
    const buildStatement = (n: number): string => `select $1::int - ${n} as rest`
    const runEachThrice = async (client: PoolClient, from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++)
        for (let times = 0; times < 3; times++) await createQuery(client)(buildStatement(n), [n]).catch(() => undefined)
    }
    const client = await db.pool.connect()
    try {
      await runEachThrice(client, 0, MAX_NAMED_STATEMENTS)
      await client.query('begin')
      await client.query('select 1/0').catch(() => undefined)
      await runEachThrice(client, MAX_NAMED_STATEMENTS, MAX_NAMED_STATEMENTS + 20)
      await client.query('rollback')
      for (let n = 0; n < MAX_NAMED_STATEMENTS + 20; n++)
        expect(await createQuery(client)(buildStatement(n), [n + 7])).toEqual([{ rest: 7 }])
    } finally {
      client.release()
    }
  })

  it('refuses an integer beyond the range of a JavaScript number', async () => {
    await expect(db.pool.query(`select 9007199254740993::int8`)).rejects.toThrow(RangeError)
    await expect(db.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })

  it('reads dates as UTC in any time zone of the machine', async () => {
    const { rows } = await db.pool.query(
      `select $1::timestamptz as at, $1::date as day, current_setting('TimeZone') as zone`,
      [new Date('2024-02-29T23:30:00Z')],
    )
    expect(rows).toEqual([{ at: '2024-02-29T23:30:00.000Z', day: '2024-02-29', zone: 'UTC' }])
  })

  it('reports constraint violations with their code, and keeps working', async () => {
    const insertSameName = (): Promise<unknown> => createQuery(db.pool)(buildInsert({ ...row, id: 5, name: 'same' }))
    await insertSameName()
    expect(await insertSameName().catch(getSqlState)).toBe('23505')
    expect(await insertSameName().catch(isUnavailable)).toBe(false)
  })

  it('rolls back on an error, even if the callback swallows it', async () => {
    await db.pool.query('truncate engine_sample')
    await expect(
      db.transaction(async (client) => {
        await client.query('insert into engine_sample (id) values (1)')
        throw new Error('on purpose')
      }),
    ).rejects.toThrow('on purpose')
    await expect(
      db.transaction(async (client) => {
        await client.query('insert into engine_sample (id) values (1)')
        await client.query('select 1/0').catch(() => undefined)
      }),
    ).rejects.toThrow(/rolled back/)
    expect((await db.pool.query('select count(*) as n from engine_sample')).rows).toEqual([{ n: 0 }])
  })

  it('repeats after serialization failures, and gives up with an error', async () => {
    let runs = 0
    const conflictStatement = `do $$ begin raise exception using errcode = '40001'; end $$`
    const result = await db.transaction(async (client) => {
      if (++runs < 3) await client.query(conflictStatement)
      return runs
    })
    expect(result).toBe(3)
    runs = 0
    expect(
      await db
        .transaction(async (client) => {
          runs++
          await client.query(conflictStatement)
        })
        .catch(getSqlState),
    ).toBe('40001')
    expect(runs).toBeGreaterThan(3)
  })

  it('refuses a second connection inside a transaction instead of a deadlock', async () => {
    await db.transaction(async () => {
      await expect(db.pool.query('select 1')).rejects.toThrow(NestedConnection)
      await expect(db.transaction(async () => 1)).rejects.toThrow(NestedConnection)
    })
    await expect(db.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })

  it('isolates concurrent transactions', async () => {
    await db.pool.query('truncate engine_sample')
    await db.pool.query('insert into engine_sample (id, amount) values (1, 0)')
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction(async (client) => {
          const { rows } = await client.query<{ amount: number }>(
            'select amount from engine_sample where id = 1 for update',
          )
          await client.query('update engine_sample set amount = $1 where id = 1', [(rows[0]?.amount ?? 0) + 1])
        }),
      ),
    )
    expect((await db.pool.query('select amount from engine_sample')).rows).toEqual([{ amount: 20 }])
  })

  it('delivers messages to the subscribers of a channel until they unsubscribe', async () => {
    const messages: string[] = []
    const leave = await db.subscribe('rolls "1"', (payload) => messages.push(payload))
    const unsubscribeOther = await db.subscribe('other', (payload) => messages.push(`other ${payload}`))
    await db.publish('rolls "1"', '落卷')
    await expect.poll(() => messages).toEqual(['落卷'])
    await leave()
    await db.publish('rolls "1"', 'too late')
    await db.publish('other', 'end')
    await expect.poll(() => messages).toEqual(['落卷', 'other end'])
    await unsubscribeOther()
    await expect(db.publish('other', 'x'.repeat(8000))).rejects.toThrow(RangeError)
  })

  it('returns large results completely', async () => {
    const { rows } = await db.pool.query<{ line: string }>(
      `select repeat('纺', 1000) as line from generate_series(1, 3000)`,
    )
    expect(rows.length).toBe(3000)
    expect(rows.every(({ line }) => line.length === 1000)).toBe(true)
  })

  it('is healthy while open, and not after close', async () => {
    expect(db.getHealth()).toEqual({ ok: true })
    const otherDir = await newDataDir()
    const otherDatabase = await openDatabase({ dataDir: otherDir, databaseUrl, log: quietLog() })
    await otherDatabase.close()
    removeFolder(otherDir)
    expect(otherDatabase.getHealth().ok).toBe(false)
    await expect(otherDatabase.pool.query('select 1').catch(isUnavailable)).resolves.toBe(true)
  })
})

describe.skipIf(!DATABASE_URL)('a PostgreSQL server', () => {
  it('reports possibly missed messages, and listens again', async () => {
    const db = await openDatabase({ dataDir: newFolder(), databaseUrl: DATABASE_URL, log: quietLog() })
    const messages: string[] = []
    let gapCount = 0
    await db.subscribe(
      'gap_test',
      (payload) => messages.push(payload),
      () => gapCount++,
    )
    await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen "gap_test"%'`)
    await expect.poll(() => gapCount).toBe(1)
    expect(db.getHealth()).toEqual({ ok: true })
    await db.publish('gap_test', 'after')
    await expect.poll(() => messages).toEqual(['after'])
    await db.close()
  })

  it('ends an endless statement', async () => {
    const db = await openDatabase({ dataDir: newFolder(), databaseUrl: DATABASE_URL, log: quietLog() })
    const startMs = performance.now()
    expect(
      await db
        .transaction((client) => client.query('select count(*) from generate_series(1, 1e12)'), {
          statementTimeoutMs: 300,
        })
        .catch(getSqlState),
    ).toBe('57014')
    expect(performance.now() - startMs).toBeLessThan(5000)
    await db.close()
  })
})
