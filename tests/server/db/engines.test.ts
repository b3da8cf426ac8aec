import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/server/db/connect'
import { isUnavailable, NestedConnection, getSqlState } from '@/server/db/errors'
import { MAX_NAMED_STATEMENTS, createQuery } from '@/server/db/prepared-statements'
import { sql } from '@/server/sql'
import { newDataDir } from './new-data-dir'
import { newFolder, quietLog, removeFolder } from './plant'

const { DATABASE_URL } = process.env
/** One a run: `npm test` runs the suites on both. */
const engines: { engine: string; databaseUrl?: string }[] = [
  DATABASE_URL ? { engine: 'postgres', databaseUrl: DATABASE_URL } : { engine: 'embedded' },
]

/** The one row shape, whatever the engine and the path. */
const row = {
  id: 9007199254740991,
  name: '纺粘',
  amount: 12.5,
  day: '2024-02-29',
  at: '2024-02-29T23:59:59.120Z',
  body: { a: [1, null] },
}

const inserted = ({ id, name, amount, day, at, body }: typeof row) =>
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

  it('gives every value in one shape, by the driver and by typed SQL', async () => {
    await db.pool.query('truncate engine_sample')
    await createQuery(db.pool)(inserted(row))
    const plain = await db.pool.query('select * from engine_sample')
    expect(plain.rows).toEqual([row])
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

  it('keeps the statements prepared that are used, however many there were before', async () => {
    const numbered = (n: number): string => `select $1::int + ${n} as sum`
    const kept = async (client: Pick<PoolClient, 'query'>): Promise<string[]> =>
      (await client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
        ({ statement }) => statement,
      )
    await db.transaction(async (client) => {
      const query = createQuery(client)
      const often = async (n: number): Promise<void> => {
        for (let times = 0; times < 3; times++) expect(await query(numbered(n), [1])).toEqual([{ sum: n + 1 }])
      }
      for (let n = 0; n < MAX_NAMED_STATEMENTS + 50; n++) {
        await often(n)
        if (n % 100 === 0) await often(1_000_000)
      }
      const statements = await kept(client)
      expect(statements).toContain(numbered(MAX_NAMED_STATEMENTS + 49))
      expect(statements).toContain(numbered(1_000_000))
      expect(statements).not.toContain(numbered(0))
      expect(statements.length).toBeLessThanOrEqual(MAX_NAMED_STATEMENTS)
      // One that was let go comes back.
      await often(0)
      expect(await kept(client)).toContain(numbered(0))
    })
  })

  it('lets go of none in a transaction that has failed, and knows it afterwards', async () => {
    const numbered = (n: number): string => `select $1::int - ${n} as rest`
    const three = async (client: PoolClient, from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++)
        for (let times = 0; times < 3; times++) await createQuery(client)(numbered(n), [n]).catch(() => undefined)
    }
    const client = await db.pool.connect()
    try {
      await three(client, 0, MAX_NAMED_STATEMENTS)
      await client.query('begin')
      await client.query('select 1/0').catch(() => undefined)
      await three(client, MAX_NAMED_STATEMENTS, MAX_NAMED_STATEMENTS + 20)
      await client.query('rollback')
      for (let n = 0; n < MAX_NAMED_STATEMENTS + 20; n++)
        expect(await createQuery(client)(numbered(n), [n + 7])).toEqual([{ rest: 7 }])
    } finally {
      client.release()
    }
  })

  it('refuses an integer that a number cannot hold', async () => {
    await expect(db.pool.query(`select 9007199254740993::int8`)).rejects.toThrow(RangeError)
    await expect(db.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })

  it('takes dates as UTC whatever the time zone of the machine', async () => {
    const { rows } = await db.pool.query(
      `select $1::timestamptz as at, $1::date as day, current_setting('TimeZone') as zone`,
      [new Date('2024-02-29T23:30:00Z')],
    )
    expect(rows).toEqual([{ at: '2024-02-29T23:30:00.000Z', day: '2024-02-29', zone: 'UTC' }])
  })

  it('reports constraint violations with their code, and goes on', async () => {
    const insert = (): Promise<unknown> => createQuery(db.pool)(inserted({ ...row, id: 5, name: 'same' }))
    await insert()
    expect(await insert().catch(getSqlState)).toBe('23505')
    expect(await insert().catch(isUnavailable)).toBe(false)
  })

  it('rolls back on an error, and does not take a swallowed one for success', async () => {
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

  it('repeats after a serialization failure, for a while, and then says so', async () => {
    let runs = 0
    const conflict = `do $$ begin raise exception using errcode = '40001'; end $$`
    const result = await db.transaction(async (client) => {
      if (++runs < 3) await client.query(conflict)
      return runs
    })
    expect(result).toBe(3)
    runs = 0
    expect(
      await db
        .transaction(async (client) => {
          runs++
          await client.query(conflict)
        })
        .catch(getSqlState),
    ).toBe('40001')
    expect(runs).toBeGreaterThan(3)
  })

  it('refuses a second connection inside a transaction instead of waiting for itself', async () => {
    await db.transaction(async () => {
      await expect(db.pool.query('select 1')).rejects.toThrow(NestedConnection)
      await expect(db.transaction(async () => 1)).rejects.toThrow(NestedConnection)
    })
    await expect(db.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })

  it('keeps concurrent transactions apart', async () => {
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

  it('carries messages to subscribers of their channel until they leave', async () => {
    const heard: string[] = []
    const leave = await db.subscribe('rolls "1"', (payload) => heard.push(payload))
    const others = await db.subscribe('other', (payload) => heard.push(`other ${payload}`))
    await db.publish('rolls "1"', '落卷')
    await expect.poll(() => heard).toEqual(['落卷'])
    await leave()
    await db.publish('rolls "1"', 'too late')
    await db.publish('other', 'end')
    await expect.poll(() => heard).toEqual(['落卷', 'other end'])
    await others()
    await expect(db.publish('other', 'x'.repeat(8000))).rejects.toThrow(RangeError)
  })

  it('answers big results whole', async () => {
    const { rows } = await db.pool.query<{ line: string }>(
      `select repeat('纺', 1000) as line from generate_series(1, 3000)`,
    )
    expect(rows.length).toBe(3000)
    expect(rows.every(({ line }) => line.length === 1000)).toBe(true)
  })

  it('is healthy while it is open, and not after', async () => {
    expect(db.healthy()).toEqual({ ok: true })
    const otherDir = await newDataDir()
    const other = await openDatabase({ dataDir: otherDir, databaseUrl, log: quietLog() })
    await other.close()
    removeFolder(otherDir)
    expect(other.healthy().ok).toBe(false)
    await expect(other.pool.query('select 1').catch(isUnavailable)).resolves.toBe(true)
  })
})

describe.skipIf(!DATABASE_URL)('a PostgreSQL server', () => {
  it('says when messages may have been missed, and listens again', async () => {
    const db = await openDatabase({ dataDir: newFolder(), databaseUrl: DATABASE_URL, log: quietLog() })
    const heard: string[] = []
    let gaps = 0
    await db.subscribe(
      'gap_test',
      (payload) => heard.push(payload),
      () => gaps++,
    )
    await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen "gap_test"%'`)
    await expect.poll(() => gaps).toBe(1)
    expect(db.healthy()).toEqual({ ok: true })
    await db.publish('gap_test', 'after')
    await expect.poll(() => heard).toEqual(['after'])
    await db.close()
  })

  it('ends a statement that never ends', async () => {
    const db = await openDatabase({ dataDir: newFolder(), databaseUrl: DATABASE_URL, log: quietLog() })
    const began = performance.now()
    expect(
      await db
        .transaction((client) => client.query('select count(*) from generate_series(1, 1e12)'), {
          statementTimeoutMs: 300,
        })
        .catch(getSqlState),
    ).toBe('57014')
    expect(performance.now() - began).toBeLessThan(5000)
    await db.close()
  })
})
