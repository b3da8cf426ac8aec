/** The database behind a pooler in transaction mode, lost connections, and several hosts, on real servers. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '@/server/db/connect'
import { isUnavailable } from '@/server/db/errors'
import { createQuery } from '@/server/db/prepared-statements'
import { describeServer, listHostUrls } from '@/server/db/postgres/server-hosts'
import { checkPostgres } from '@/server/doctor/check-database'
import { startPgBouncer, type PgBouncer } from '../../pgbouncer'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

const { DATABASE_URL } = process.env
const log = quietLog()

test('splits an address with several hosts', () => {
  expect(
    listHostUrls('postgres://mes:a%2Cb@db1:5432,db2/plant?sslmode=require&target_session_attrs=read-write'),
  ).toEqual(['postgres://mes:a%2Cb@db1:5432/plant?sslmode=require', 'postgres://mes:a%2Cb@db2/plant?sslmode=require'])
  expect(listHostUrls('postgres://mes@[::1]:5433,10.0.0.2/plant')).toEqual([
    'postgres://mes@[::1]:5433/plant',
    'postgres://mes@10.0.0.2/plant',
  ])
  expect(describeServer('postgres://mes:secret@db1:5433,db2/plant')).toBe('db1:5433, db2:5432/plant')
})

describe.skipIf(!DATABASE_URL)('on PostgreSQL', () => {
  const dataDir = newFolder()
  const name = `pooled_${randomBytes(6).toString('hex')}`
  let admin: pg.Client
  let directUrl: string
  beforeAll(async () => {
    admin = new pg.Client(DATABASE_URL)
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(DATABASE_URL!)
    url.pathname = `/${name}`
    directUrl = url.href
  })
  afterAll(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    removeFolder(dataDir)
  })

  describe('through PgBouncer in transaction mode', () => {
    let bouncer: PgBouncer | null
    let db: Database
    beforeAll(async () => {
      bouncer = await startPgBouncer(DATABASE_URL!)
      if (bouncer)
        db = await openDatabase({ dataDir, databaseUrl: bouncer.getUrl(name), connections: { directUrl }, log })
    }, 60_000)
    afterAll(async () => {
      await db?.close()
      await bouncer?.stop()
    })
    test.beforeEach(({ skip }) => skip(!bouncer, 'no PgBouncer'))

    test('the start names the setting that is missing', async () => {
      const opened = openDatabase({ dataDir, databaseUrl: bouncer!.getUrl(name), log })
      await expect(opened).rejects.toThrow('set DATABASE_LISTEN_URL to PostgreSQL itself')
      expect(await checkPostgres(bouncer!.getUrl(name), () => new Date())).toMatchObject([
        { status: 'failure', remedy: expect.stringContaining('DATABASE_LISTEN_URL') },
      ])
      const findings = await checkPostgres(bouncer!.getUrl(name), () => new Date(), { directUrl })
      expect(findings.filter(({ status }) => status !== 'ok')).toEqual([])
      expect(findings.at(-1)).toMatchObject({ subject: 'Pooler', status: 'ok' })
    })
    test('sessions have the settings of the program', async () => {
      const { rows } = await db.pool.query<Record<string, string>>(
        `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
           current_setting('synchronous_commit') as commits, now()::text as moment`,
      )
      expect(rows[0]).toMatchObject({ zone: 'UTC', statement: '30s', commits: 'on' })
      expect(rows[0]!['moment']).toMatch(/\+00$/)
    })
    test('many transactions at once keep apart, with statements that recur', async () => {
      await db.pool.query('create table counter (n int primary key, value int not null)')
      await db.pool.query('insert into counter select n, 0 from generate_series(1, 20) n')
      const rounds = 40
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          for (let round = 0; round < rounds; round++)
            await db.transaction(async (client) => {
              const query = createQuery(client)
              const [row] = await query<{ value: number }>('select value from counter where n = $1 for update', [
                index + 1,
              ])
              await Promise.all([
                query('update counter set value = $2 where n = $1', [index + 1, row!.value + 1]),
                query('select value from counter where n = $1', [index + 1]),
              ])
            })
        }),
      )
      const { rows } = await db.pool.query<{ value: number }>('select distinct value from counter')
      expect(rows).toEqual([{ value: rounds }])
    }, 60_000)
    test('messages arrive, and locks end with their transaction', async () => {
      const received: string[] = []
      const end = await db.subscribe('news', (payload) => received.push(payload))
      await db.publish('news', 'hello')
      await expect.poll(() => received).toEqual(['hello'])
      await end()
      const first = db.transaction(async () => undefined, { lockKeys: ['one'] })
      await first
      await db.transaction(async () => undefined, { lockKeys: ['one'] })
    })
  })

  describe('a lost connection', () => {
    let db: Database
    beforeAll(async () => {
      db = await openDatabase({ dataDir, databaseUrl: directUrl, connections: { poolSize: 3 }, log })
      await db.pool.query('create table entry (n int)')
    })
    afterAll(() => db.close())
    const endSession = (pid: number) => admin.query('select pg_terminate_backend($1)', [pid])

    test('before the commit repeats the transaction, which writes once', async () => {
      let attempts = 0
      await db.transaction(async (client) => {
        attempts++
        await client.query('insert into entry values (1)')
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        if (attempts === 1) await endSession(rows[0]!.pid)
        await client.query('select 1')
      })
      expect(attempts).toBe(2)
      expect((await db.pool.query('select n from entry where n = 1')).rows).toHaveLength(1)
    })
    test('at the commit is told to the caller, because nobody knows how it ended', async () => {
      await db.pool.query(`create function end_session() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`)
      await db.pool.query(`create constraint trigger at_commit after insert on entry deferrable initially deferred
        for each row when (new.n = 2) execute function end_session()`)
      let attempts = 0
      const error: unknown = await db
        .transaction(async (client) => {
          attempts++
          await client.query('insert into entry values (2)')
        })
        .catch((reason: unknown) => reason)
      expect([attempts, isUnavailable(error)]).toEqual([1, true])
    })
    test('repeats a select, and nothing else', async () => {
      const endOwnSession = `pg_terminate_backend(pg_backend_pid())`
      await db.pool.query('create sequence tries')
      // A sequence counts attempts, because it is not rolled back.
      const statement = `select case when nextval('tries') = 1 then ${endOwnSession} end, pg_sleep(0.2)`
      await db.pool.query(statement)
      expect((await db.pool.query(`select last_value::int as n from tries`)).rows).toEqual([{ n: 2 }])
      await db.pool.query(`alter sequence tries restart`)
      await expect(db.pool.query(`insert into entry select 3 from (${statement}) attempt`)).rejects.toSatisfy(
        isUnavailable,
      )
      expect((await db.pool.query(`select last_value::int as n from tries`)).rows).toEqual([{ n: 1 }])
    })
  })
})
