import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calculateAccountWaitSeconds, calculateWaitSeconds } from '@/areas/access/rules/throttle'
import { openDatabase } from '@/server/db/connect'
import { isLogPath } from '@/server/db/embedded/durable-file-system'
import { explainEngineTrouble } from '@/server/db/explain-trouble'
import { toRefusal } from '@/server/http/errors'
import { WriteProbe } from '@/server/http/write-probe'
import { JobRunner } from '@/server/jobs/job-runner'
import { explainError } from '@/server/main'
import type { Job } from '@/server/area'
import { quietLog } from '../db/database-fixtures'
import { createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
})
afterAll(() => plant.close())

describe('readiness', () => {
  test('fails while writing is impossible and recovers afterwards', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'probe-')), 'data')
    mkdirSync(folder)
    const warnings: string[] = []
    const log = { ...quietLog(), warn: (_: object | string, text?: string) => void warnings.push(text ?? '') }
    const probe = new WriteProbe({ ...plant.app.db, kind: 'embedded' }, folder, log)
    try {
      await probe.probe()
      expect(probe.getHealth()).toEqual({ ok: true })
      rmSync(folder, { recursive: true })
      await probe.probe()
      await probe.probe()
      expect(probe.getHealth()).toEqual({ ok: false, why: 'nothing can be written (ENOENT)' })
      expect(warnings).toEqual([expect.stringContaining('nothing can be written')])
      mkdirSync(folder)
      await probe.probe()
      expect(probe.getHealth()).toEqual({ ok: true })
    } finally {
      probe.stop()
    }
  })
  test('leaves no file in the folder, not even from a killed server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'probe-'))
    mkdirSync(join(folder, '.writable-aB3xYz'))
    utimesSync(join(folder, '.writable-aB3xYz'), new Date('2026-01-01'), new Date('2026-01-01'))
    // another instance is checking right now
    mkdirSync(join(folder, '.writable-0ther1'))
    mkdirSync(join(folder, 'files'))
    const probe = new WriteProbe({ ...plant.app.db, kind: 'embedded' }, folder, quietLog())
    await probe.probe()
    probe.stop()
    expect(readdirSync(folder)).toEqual(['.writable-0ther1', 'files'])
  })
  test('fails if the tables are missing on the server', async () => {
    const warnings: string[] = []
    const log = { ...quietLog(), warn: (_: object | string, text?: string) => void warnings.push(text ?? '') }
    let missingCount = 0
    const query = (text: string, values?: unknown[]) =>
      text.includes('missingCount')
        ? Promise.resolve({ rows: [{ missingCount }] })
        : plant.app.db.pool.query(text, values)
    const db = { ...plant.app.db, kind: 'postgres', pool: { query } } as unknown as TestPlant['app']['db']
    const probe = new WriteProbe(db, join(tmpdir(), 'nowhere'), log)
    try {
      await probe.probe()
      expect(probe.getHealth()).toEqual({ ok: true })
      missingCount = 3
      await probe.probe()
      await probe.probe()
      expect(probe.getHealth()).toEqual({ ok: false, why: 'the tables of the database are missing' })
      expect(warnings).toEqual(['the database cannot be used: calls fail'])
      missingCount = 0
      await probe.probe()
      expect(probe.getHealth()).toEqual({ ok: true })
    } finally {
      probe.stop()
    }
  })
  test('is the answer of /readyz', async () => {
    const elsewhere = await createTestPlant({ settings: { DATA_DIR: join(tmpdir(), 'nowhere', 'at', 'all') } })
    try {
      // The embedded database lies in the data folder; beside a PostgreSQL server the folder holds only files.
      const isEmbedded = elsewhere.app.db.kind === 'embedded'
      const answer = await elsewhere.http.inject({ url: '/readyz' })
      const { ok, files } = answer.json<{ ok: boolean; files: { ok: boolean } }>()
      expect([answer.statusCode, ok, files.ok]).toEqual(isEmbedded ? [503, false, true] : [200, true, false])
      expect((await plant.http.inject({ url: '/readyz' })).statusCode).toBe(200)
    } finally {
      await elsewhere.close()
    }
  })
})

describe('a clock that was set back', () => {
  const ran: string[] = []
  const job: Job = {
    name: 'test-set-back',
    everySeconds: 3600,
    run: (ctx) => Promise.resolve(void ran.push(ctx.now.toISOString())),
  }
  const runDue = () =>
    new JobRunner({ ...plant.app, clock: plant.clock.now, jobs: [job] } as TestPlant['app']).runDueJobs()
  test('stops no job until the clock has caught up', async () => {
    plant.clock.set('2026-05-05T12:00:00Z')
    await runDue()
    plant.clock.set('2026-05-05T12:30:00Z')
    await runDue() // not yet
    expect(ran).toEqual(['2026-05-05T12:00:00.000Z'])
    plant.clock.set('2026-05-04T12:00:00Z')
    await runDue()
    await runDue()
    expect(ran.slice(1)).toEqual(['2026-05-04T12:00:00.000Z'])
  })
  test('leaves no old lease in force', async () => {
    plant.clock.set('2026-05-03T12:00:00Z')
    await plant.query(
      `update job_run set lease_until = '2026-05-05T12:05:00Z', ran_at = '2026-05-03T10:00:00Z' where job = 'test-set-back'`,
    )
    await runDue()
    expect(ran.at(-1)).toBe('2026-05-03T12:00:00.000Z')
    // a valid lease is respected; the embedded database has no other process
    await plant.query(
      `update job_run set lease_until = clock_timestamp() + interval '15 seconds', ran_at = '2026-05-03T10:00:00Z' where job = 'test-set-back'`,
    )
    const runsBefore = ran.length
    await runDue()
    expect(ran).toHaveLength(runsBefore + (plant.app.db.kind === 'embedded' ? 1 : 0))
  })
  test('delays no sign-in', () => {
    const now = new Date('2026-05-04T12:00:00Z')
    const tomorrow = new Date('2026-05-05T12:00:00Z')
    expect(calculateWaitSeconds('pair', { failures: 9, lastAt: tomorrow }, now)).toBe(0)
    expect(calculateAccountWaitSeconds(tomorrow, now)).toBe(0)
    expect(calculateWaitSeconds('pair', { failures: 9, lastAt: now }, now)).toBeGreaterThan(0)
  })
})

describe('a lost database', () => {
  test('is logged once, not per job and attempt', async () => {
    const lines: object[] = []
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (entry: object | string, text?: string) => void lines.push([entry, text]),
    }
    let reachable = false
    const pool = {
      query: () =>
        reachable
          ? Promise.resolve({ rowCount: 0, rows: [] })
          : Promise.reject(
              Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
            ),
    }
    const db = { ...plant.app.db, pool, getHealth: () => ({ ok: true }) }
    const jobs = ['one', 'two', 'three'].map((name): Job => ({ name, everySeconds: 0, run: () => Promise.resolve() }))
    const jobBacklog = { hasEveryJobRun: false, jobs: new Set(['one']) }
    const runner = new JobRunner({ ...plant.app, db, log, jobs, jobBacklog } as unknown as TestPlant['app'])
    runner.start()
    // An overdue job is retried every second.
    await pause(2_500)
    expect(lines).toEqual([[{ reason: 'connect ECONNREFUSED' }, expect.stringContaining('jobs wait')]])
    reachable = true
    await pause(1_500)
    reachable = false
    await pause(1_500)
    await runner.close()
    expect(lines).toHaveLength(2)
  })
})

describe('a full disk', () => {
  test('is logged once a minute, and the caller gets a retry time', () => {
    const warned: string[] = []
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (_: object | string, text?: string) => void warned.push(text ?? ''),
    }
    const full = () =>
      Object.assign(new pg.DatabaseError('could not extend file: No space left on device', 0, 'error'), {
        code: '53100',
      })
    for (let n = 0; n < 3; n++) expect(toRefusal(full(), log).errno).toBe('4502')
    expect(warned).toEqual([expect.stringContaining('the disk is full')])
  })
  test.each([
    ['58P01', 'ERROR', 'could not open file "base/5/2619": No such file or directory'],
    ['58030', 'ERROR', 'could not read block 3 in file "base/5/2619": Input/output error'],
    ['XX001', 'ERROR', 'invalid page in block 3 of relation base/5/2619'],
    ['3D000', 'FATAL', 'database "mes" does not exist'],
  ])('a server whose disk is gone (%s) is a temporary error: another one may take over', (code, severity, message) => {
    const error = Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, severity })
    const errors: string[] = []
    const log = { ...quietLog(), error: (_: object | string, text?: string) => void errors.push(text ?? '') }
    expect(toRefusal(new Error('the query failed', { cause: error }), log).errno).toBe('4502')
    expect(errors).toEqual(['the PostgreSQL server fails'])
    expect(toRefusal(error, quietLog()).key).toBe('contract:errors.databaseUnavailable')
  })
  test('a server that is away is told from one that is busy', () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
    const getKey = (error: Error) => toRefusal(error, quietLog()).key
    expect(getKey(new Error('the query failed', { cause: away }))).toBe('contract:errors.databaseUnavailable')
    expect(getKey(new Error('timeout exceeded when trying to connect'))).toBe('contract:errors.busy')
  })
})

describe('disk errors', () => {
  const system = (code: string) => Object.assign(new Error(`${code}: open`), { code, syscall: 'open', path: '/data/x' })
  const database = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
  test.each([
    ['EMFILE', system('EMFILE'), /^Too many files are open at once.*EMFILE/],
    ['EIO', system('EIO'), /^The disk reports an error/],
    ['EIO within', new Error('the backup failed', { cause: system('EIO') }), /^The disk reports an error/],
    [
      'a damaged page',
      database('XX001', 'invalid page in block 3 of relation base/5/16384'),
      /^The database is damaged: invalid page.*restore the last backup/,
    ],
    ['a broken index', database('XX002', 'index "x" contains unexpected zero page'), /^The database is damaged/],
    ['an error of the disk', database('58030', 'could not read block 7'), /^The database met an error of the disk/],
  ])('%s has a message without a stack', (_what, error, sentence) => {
    const told = explainError(error)
    expect(told).toMatch(sentence)
    expect(told).not.toContain('\n')
  })
  test.each([
    ['PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device; Aborted()', 'The disk is full'],
    ['ENOSPC: no space left on device, write', 'The disk is full'],
    ['FATAL:  could not open file "base/5/1259": Permission denied', 'This account may not read or write there'],
    ['EMFILE: too many open files', 'Too many files are open at once'],
  ])('%s has a message', (words, sentence) => {
    expect(explainEngineTrouble(words)?.startsWith(sentence)).toBe(true)
  })
  test('do not include unrelated errors', () => {
    expect(explainEngineTrouble('PANIC:  could not locate a valid checkpoint record')).toBeNull()
  })
  test('do not hide the stack of programming errors', () => {
    expect(explainError(new TypeError('x is not a function'))).toContain('at ')
  })
})

test.each([
  ['/data/database/pg_wal/000000010000000000000001', true],
  ['/data/database/pg_wal/archive_status/x', true],
  ['/data/database/base/5/1259', false],
  ['/data/database/base/pg_wal/1259', false],
  ['/data/database/pg_wal', false],
])('%s is recognised as the log folder: %s', (file, log) => expect(isLogPath('/data/database', file)).toBe(log))
test('exclude tables below a data folder called pg_wal', () => {
  expect(isLogPath('/srv/pg_wal/database', '/srv/pg_wal/database/base/5/1259')).toBe(false)
  expect(isLogPath('/srv/pg_wal/database', '/srv/pg_wal/database/pg_wal/0001')).toBe(true)
})

const { DATABASE_URL } = process.env
test.skipIf(!DATABASE_URL)(
  'connections hold to their own isolation and durability, whatever the database says',
  async () => {
    const name = `mes_session_${process.pid}`
    const admin = new pg.Client(DATABASE_URL)
    await admin.connect()
    await admin.query(`create database ${name}`)
    for (const setting of [`synchronous_commit = off`, `default_transaction_isolation = 'serializable'`, `jit = on`])
      await admin.query(`alter database ${name} set ${setting}`)
    const url = new URL(DATABASE_URL!)
    url.pathname = `/${name}`
    const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url.href, log: quietLog() })
    try {
      for (const [setting, value] of [
        ['synchronous_commit', 'on'],
        ['transaction_isolation', 'read committed'],
        ['jit', 'off'],
      ])
        expect((await db.pool.query(`show ${setting}`)).rows).toEqual([{ [setting!]: value }])
    } finally {
      await db.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
)
