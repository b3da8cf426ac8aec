import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/server/db/connect'
import { findLockHolder } from '@/server/db/embedded/folder-lock'
import { bundleFromSource } from '@/server/worker-entry'
import {
  DatabaseDamaged,
  DatabaseUnavailable,
  DataFolderInUse,
  ForeignFolder,
  isUnavailable,
  getSqlState,
} from '@/server/db/errors'
import { type Child, startChild } from './children/run-child'
import { newDataDir } from './new-data-dir'
import { scaleRounds } from '../../long'
import { hashFiles, newFolder, quietLog, removeFolder } from './database-fixtures'

/** Far longer than any regular statement of these tests, even on a busy machine. */
const LIMIT_MS = 3500

describe('a statement that never ends', { timeout: 60_000 }, () => {
  let folder: string
  let db: Database
  const log = quietLog()

  beforeAll(async () => {
    folder = await newDataDir()
    db = await openDatabase({ dataDir: folder, log, limits: { statementMs: LIMIT_MS, idleInTransactionMs: 1000 } })
    await db.pool.query('create table kept (n integer primary key)')
  })
  afterAll(async () => {
    await db?.close()
    removeFolder(folder)
  })

  it.each([
    ['runs for ever', 'select count(*) from generate_series(1, 1e12)'],
    ['breaks the engine off', `select convert_to('x', 'GBK')`],
  ])(
    'that %s is ended, its caller gets an error, and the database is back within 5 s with all acknowledged rows',
    async (_name, endless) => {
      await db.pool.query('insert into kept select coalesce(max(n), 0) + 1 from kept')
      await db.waitUntilDurable()
      const { rows: rowsBefore } = await db.pool.query('select * from kept order by n')
      const startMs = performance.now()
      const waitingQueries = [
        db.pool.query(endless),
        db.pool.query('select 1'),
        db.transaction((client) => client.query('select 2')),
      ]
      for (const outcome of await Promise.allSettled(waitingQueries)) {
        expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(DatabaseUnavailable)
      }
      expect(db.getHealth()).toMatchObject({ ok: false })
      await expect.poll(() => db.getHealth(), { timeout: 30_000 }).toEqual({ ok: true })
      // The guarantee is 5 s after the limit; machines busy with other tests get longer.
      expect(performance.now() - startMs).toBeLessThan(LIMIT_MS + 30_000)
      expect((await db.pool.query('select * from kept order by n')).rows).toEqual(rowsBefore)
    },
  )

  it('lets statements below the limit finish, and longer ones with a raised limit', async () => {
    await db.pool.query('select pg_sleep(0.1)')
    await expect(
      db.transaction((client) => client.query('select pg_sleep(4)'), { statementTimeoutMs: 20_000 }),
    ).resolves.toBeDefined()
    expect(db.getHealth()).toEqual({ ok: true })
  })

  it('ends a forgotten transaction that holds the only connection', async () => {
    const forgotten = await db.pool.connect()
    await forgotten.query('begin; insert into kept values (-1)')
    // this statement waits for the connection and gets it
    const { rows } = await db.pool.query('select count(*) as n from kept where n = -1')
    expect(rows).toEqual([{ n: 0 }])
    await expect(forgotten.query('select 1')).rejects.toThrow()
    forgotten.release(true)
  })

  it("cannot start programs or read the machine's files", async () => {
    expect(await db.pool.query(`copy (select 1) to program 'cat'`).catch(getSqlState)).toBe('42501')
    expect(await db.pool.query(`select pg_read_file('/etc/hostname')`).catch(getSqlState)).toBe('42501')
  })

  it('maintains itself: checkpoints shorten the log, changed tables are vacuumed', async () => {
    await db.pool.query(`insert into kept select n from generate_series(1000, 5000) n`)
    await db.pool.query('delete from kept where n >= 1000')
    expect(await db.vacuum()).toContain('kept')
    await db.checkpoint()
    const logFiles = fs
      .readdirSync(path.join(folder, 'database', 'pg_wal'))
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
    expect(logFiles.length).toBeLessThanOrEqual(8)
  })
})

describe('a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = newFolder()
  })
  afterEach(() => removeFolder(folder))

  const useTemplate = async (): Promise<void> => {
    removeFolder(folder)
    folder = await newDataDir()
  }
  const openFolder = (): Promise<Database> => openDatabase({ dataDir: folder, log: quietLog() })
  const getDatabasePath = (...names: string[]): string => path.join(folder, 'database', ...names)

  it('that is damaged is refused with a message and left unchanged', async () => {
    await useTemplate()
    const control = fs.readFileSync(getDatabasePath('global', 'pg_control'))
    const damages: [string, () => void, () => void][] = [
      [
        'no pg_control',
        () => fs.rmSync(getDatabasePath('global', 'pg_control')),
        () => fs.writeFileSync(getDatabasePath('global', 'pg_control'), control),
      ],
      [
        'garbage in pg_control',
        () => fs.writeFileSync(getDatabasePath('global', 'pg_control'), Buffer.alloc(8192, 7)),
        () => fs.writeFileSync(getDatabasePath('global', 'pg_control'), control),
      ],
      [
        'another version',
        () => fs.writeFileSync(getDatabasePath('PG_VERSION'), '12\n'),
        () => fs.writeFileSync(getDatabasePath('PG_VERSION'), '18\n'),
      ],
      ['marker unreadable', () => fs.writeFileSync(getDatabasePath('nonwoven-mes.json'), '{'), () => undefined],
    ]
    for (const [name, damage, repair] of damages) {
      damage()
      const hashesBefore = hashFiles(folder)
      await expect(openFolder(), name).rejects.toThrow(DatabaseDamaged)
      // only PostgreSQL's process id file may remain
      const hashesAfter = hashFiles(folder)
      delete hashesBefore['database/postmaster.pid']
      delete hashesAfter['database/postmaster.pid']
      expect(hashesAfter, name).toEqual(hashesBefore)
      repair()
    }
  })

  it('whose database is missing gets no new one', async () => {
    await useTemplate()
    fs.renameSync(getDatabasePath(), path.join(folder, 'moved'))
    await expect(openFolder()).rejects.toThrow(DatabaseDamaged)
    expect(fs.existsSync(getDatabasePath())).toBe(false)
    fs.renameSync(path.join(folder, 'moved'), getDatabasePath())
    await (await openFolder()).close()
  })

  it('with foreign files is refused and left unchanged', async () => {
    fs.mkdirSync(getDatabasePath())
    fs.writeFileSync(getDatabasePath('holiday.jpg'), 'x')
    const before = hashFiles(folder)
    await expect(openFolder()).rejects.toThrow(ForeignFolder)
    expect(hashFiles(folder)).toEqual(before)
    removeFolder(getDatabasePath())
    fs.writeFileSync(path.join(folder, 'PG_VERSION'), '15\n')
    await expect(openFolder()).rejects.toThrow(ForeignFolder)
  })

  it('of an interrupted first start is created again', async () => {
    fs.mkdirSync(path.join(folder, 'database.unfinished', 'base'), { recursive: true })
    fs.mkdirSync(getDatabasePath())
    const db = await openFolder()
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await db.close()
    expect(fs.existsSync(path.join(folder, 'database.unfinished'))).toBe(false)
  })

  it("in use is refused with the holder's process id, and is free again after close", async () => {
    await useTemplate()
    const db = await openFolder()
    await expect(openFolder()).rejects.toThrow(new RegExp(`in use by process ${process.pid}`))
    await expect(openFolder()).rejects.toThrow(DataFolderInUse)
    expect((fs.statSync(path.join(folder, 'lock.sock')).mode & 0o777).toString(8)).toBe('600')
    await db.close()
    expect(await findLockHolder(folder)).toBeUndefined()
    await (await openFolder()).close()
  })
})

describe('a disk that is full', () => {
  it('causes temporary errors, loses nothing, and works again when there is room', async () => {
    const folder = await newDataDir()
    const sign = path.join(folder, 'full')
    const worker = bundleFromSource(path.join(import.meta.dirname, 'children', 'full-disk.ts'))
    process.env.FULL_DISK_SIGN = sign
    const db = await openDatabase({ dataDir: folder, log: quietLog(), worker })
    try {
      await db.pool.query('create table kept (n integer primary key, body text)')
      await db.transaction((client) => client.query(`insert into kept values (1, 'before')`))
      fs.writeFileSync(sign, '')
      const insertRows = (n: number): Promise<unknown> =>
        db.transaction((client) =>
          client.query(`insert into kept select $1 + i, repeat('x', 2000) from generate_series(1, 3000) i`, [n]),
        )
      const refusals: unknown[] = []
      for (let n = 1; n < 6; n++) await insertRows(n * 10_000).catch((error: unknown) => refusals.push(error))
      expect(refusals.length).toBeGreaterThan(0)
      for (const refusal of refusals) expect(isUnavailable(refusal), String(refusal)).toBe(true)
      fs.rmSync(sign)
      await expect.poll(() => db.getHealth(), { timeout: 60_000 }).toEqual({ ok: true })
      await db.transaction((client) => client.query(`insert into kept values (2, 'after')`))
      const { rows } = await db.pool.query('select n, body from kept where n < 10 order by n')
      expect(rows).toEqual([
        { n: 1, body: 'before' },
        { n: 2, body: 'after' },
      ])
    } finally {
      delete process.env.FULL_DISK_SIGN
      await db.close()
      removeFolder(folder)
    }
  })
})

describe('several processes that lock one folder', () => {
  const rounds = scaleRounds(3)
  it(`have exactly one holder, even after the holder is killed (${rounds} rounds of 4)`, async () => {
    const folder = newFolder()
    let dead: Child[] = []
    try {
      for (let round = 0; round < rounds; round++) {
        const starters = Array.from({ length: 4 }, () => startChild('take-lock', [folder]))
        await Promise.all(
          starters.map((starter) => Promise.race([starter.waitForLine('got'), starter.waitForLine('refused')])),
        )
        const holders = starters.filter(({ lines }) => lines.some((line) => line.startsWith('got')))
        const refusals = starters.flatMap(({ lines }) => lines).filter((line) => line.startsWith('refused'))
        expect(
          holders.length,
          `round ${round}: ${starters.map(({ lines, errors }) => lines.join() + errors()).join(' | ')}`,
        ).toBe(1)
        expect(refusals.length).toBe(3)
        const pid = holders[0]?.process.pid
        expect(await findLockHolder(folder)).toBe(pid)
        for (const line of refusals) expect(line).toMatch(/in use by (process \d+|another process)/)
        // the lock file of the killed holder stays and is taken over in the next round
        dead = starters
        await Promise.all(starters.map((starter) => starter.kill()))
        await pause(10)
      }
    } finally {
      await Promise.all(dead.map((starter) => starter.kill()))
      removeFolder(folder)
    }
  }, 600_000)
})
