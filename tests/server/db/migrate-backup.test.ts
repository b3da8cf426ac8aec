import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBackup } from '@/server/db/backup'
import { type Database, openDatabase } from '@/server/db/connect'
import { MigrationMismatch, BackupRefused } from '@/server/db/errors'
import { migrateDatabase } from '@/server/db/migrate'
import { restoreBackup } from '@/server/db/restore'
import { newDataDir } from './new-data-dir'
import {
  readTables,
  fillTables,
  newFolder,
  quietLog,
  countReadingsByPartition,
  removeFolder,
  storeFile,
  writeMigrations,
} from './database-fixtures'

const { DATABASE_URL } = process.env
const engines = DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
const folder = newFolder()
const log = quietLog()
const secretKey = Buffer.alloc(32, 7).toString('base64')
const databases: string[] = []

/** Creates an empty target for a database of either engine. */
async function createEmptyTarget(
  engine: 'embedded' | 'postgres',
  name: string,
): Promise<{ dataDir: string; databaseUrl?: string }> {
  const dataDir = path.join(folder, name)
  if (engine === 'embedded') fs.renameSync(await newDataDir(), dataDir)
  else fs.mkdirSync(dataDir)
  if (engine === 'embedded' || !DATABASE_URL) return { dataDir }
  const database = `mes_test_${process.pid}_${databases.length}`
  const admin = new pg.Client(DATABASE_URL)
  await admin.connect()
  await admin.query(`create database ${database} template template0 encoding 'UTF8'`)
  await admin.end()
  databases.push(database)
  const url = new URL(DATABASE_URL)
  url.pathname = `/${database}`
  return { dataDir, databaseUrl: url.href }
}

let oldMigrations: string
let currentMigrations: string

beforeAll(() => {
  oldMigrations = writeMigrations(path.join(folder, 'one'), 1)
  currentMigrations = writeMigrations(path.join(folder, 'two'), 2)
})

afterAll(async () => {
  removeFolder(folder)
  if (!databases.length) return
  const admin = new pg.Client(DATABASE_URL)
  await admin.connect()
  for (const database of databases) await admin.query(`drop database ${database} with (force)`)
  await admin.end()
})

describe.each(engines)('on %s', { timeout: 120_000 }, (engine) => {
  let source: { dataDir: string; databaseUrl?: string }
  let db: Database
  let contentBefore: Record<string, string[]>
  let storedPath: string

  beforeAll(async () => {
    source = await createEmptyTarget(engine, `source-${engine}`)
    db = await openDatabase({ ...source, log })
  })
  afterAll(() => db?.close())

  it('applies migrations once, even if several processes start at the same time', async () => {
    const counts = await Promise.all([
      migrateDatabase(db, oldMigrations),
      migrateDatabase(db, oldMigrations),
      migrateDatabase(db, oldMigrations),
    ])
    expect(counts.sort()).toEqual([0, 0, 1])
    await fillTables(db)
    contentBefore = await readTables(db)
    storedPath = storeFile(source.dataDir, `drawing ${engine}`)
  })

  it('backs up while the server writes, and restores the same data into either engine', async () => {
    const to = path.join(folder, `backup-${engine}`)
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n++) await db.pool.query('insert into loose values ($1, $2)', [1000 + n, 'during'])
      await db.waitUntilDurable()
    })()
    const manifest = await writeBackup({ ...source, to, secretKey, log })
    expect(manifest.signature).toMatch(/^v1\.[0-9a-f]{12}\.[0-9a-f]{64}$/)
    writing = false
    await writer
    expect(manifest.tables.machine?.rows).toBe(1200)
    expect(manifest.files.count).toBe(1)

    for (const target of engines) {
      const restoreTarget = await createEmptyTarget(target, `from-${engine}-to-${target}`)
      const steps: string[] = []
      await restoreBackup({
        from: to,
        ...restoreTarget,
        secretKey,
        log,
        migrationsDir: currentMigrations,
        progress: ({ doing, name }) => steps.push(`${doing} ${name}`),
      })
      expect(steps).toContain('table machine')
      const restored = await openDatabase({ ...restoreTarget, log })
      try {
        const restoredContent = await readTables(restored)
        // the newer program's migration ran after the rows were loaded
        expect(restoredContent.roll?.map((line) => line.replace(',"gsm":null', ''))).toEqual(contentBefore.roll)
        expect(restoredContent.machine).toEqual(contentBefore.machine)
        expect(restoredContent.mark).toEqual(contentBefore.mark)
        expect(restoredContent.reading).toEqual(contentBefore.reading)
        expect(await countReadingsByPartition(restored)).toEqual({
          reading_2025_12: 80,
          reading_2026_01: 40,
          reading_2026_03: 40,
        })
        await expect(restored.pool.query(`insert into reading select * from reading limit 1`)).rejects.toMatchObject({
          code: '23505',
        })
        expect(restoredContent.loose?.length).toBe(manifest.tables.loose?.rows)
        expect(fs.readFileSync(path.join(restoreTarget.dataDir, storedPath), 'utf8')).toBe(`drawing ${engine}`)
        // foreign keys are active, and sequences continue after the largest number
        await expect(
          restored.pool.query(`insert into roll (number, machine_id) values ('X', gen_random_uuid())`),
        ).rejects.toMatchObject({ code: '23503' })
        const { rows } = await restored.pool.query<{ place: number }>(
          `insert into mark (note) values ('next') returning place`,
        )
        expect(rows[0]?.place).toBe(21)
        await restored.waitUntilDurable()
      } finally {
        await restored.close()
      }
      // a second restore refuses the non-empty target
      const secondRestore = restoreBackup({ from: to, ...restoreTarget, log, migrationsDir: currentMigrations })
      await expect(secondRestore).rejects.toThrow(BackupRefused)
      await expect(secondRestore).rejects.toThrow(
        target === 'embedded'
          ? `The embedded database in ${restoreTarget.dataDir} (DATABASE_URL is not set) is not empty (`
          : /The PostgreSQL database .*\/mes_test_\d+_\d+ is not empty.*dropdb, createdb/,
      )
    }
  })

  it('refuses a damaged backup and leaves the target empty', async () => {
    const damagedBackup = path.join(folder, `damaged-${engine}`)
    fs.cpSync(path.join(folder, `backup-${engine}`), damagedBackup, { recursive: true })
    const file = path.join(damagedBackup, 'tables', 'mark.ndjson.gz')
    fs.writeFileSync(file, gzipSync(gunzipSync(fs.readFileSync(file)).toString().replace('note 7', 'note 8')))
    const target = await createEmptyTarget(engine, `target-${engine}`)
    // The damage is detected before anything is written, and the message names the file.
    const expectDamageRefused = async (): Promise<void> => {
      const filesBefore = fs.readdirSync(target.dataDir)
      const steps: string[] = []
      const progress = ({ doing }: { doing: string }) => void steps.push(doing)
      const restored = restoreBackup({
        from: damagedBackup,
        ...target,
        log,
        migrationsDir: currentMigrations,
        progress,
      })
      await expect(restored).rejects.toThrow(/mark\.ndjson\.gz is damaged: .*Nothing was written/s)
      expect(fs.readdirSync(target.dataDir)).toEqual(filesBefore)
      expect(steps).not.toContain('table')
    }
    await expectDamageRefused()
    const wholeFile = fs.readFileSync(path.join(folder, `backup-${engine}`, 'tables', 'mark.ndjson.gz'))
    for (const at of [2, 12, 20, wholeFile.length - 6]) {
      const flipped = Buffer.from(wholeFile)
      for (let i = 0; i < 4; i++) flipped[at + i]! ^= 0x55
      fs.writeFileSync(file, flipped)
      await expectDamageRefused()
    }
    fs.writeFileSync(file, wholeFile)
    fs.truncateSync(file, 20)
    await expectDamageRefused()
    fs.rmSync(file)
    await expectDamageRefused()
    fs.writeFileSync(file, wholeFile)
    const photo = path.join(damagedBackup, storedPath)
    fs.writeFileSync(photo, 'another')
    await expect(
      restoreBackup({ from: damagedBackup, ...target, log, migrationsDir: currentMigrations }),
    ).rejects.toThrow(/is damaged.*Nothing was written/)
    fs.rmSync(path.join(damagedBackup, 'manifest.json'))
    await expect(
      restoreBackup({ from: damagedBackup, ...target, log, migrationsDir: currentMigrations }),
    ).rejects.toThrow(/complete/)
    const openedDatabase = await openDatabase({ ...target, log })
    const { rows } = await openedDatabase.pool.query(
      `select 1 from pg_tables where schemaname in ('public', 'drizzle')`,
    )
    await openedDatabase.close()
    expect(rows).toEqual([])
    // A folder without a database is empty again, even if the failure comes late.
    const freshFolder = path.join(folder, `fresh-${engine}`)
    fs.cpSync(path.join(folder, `backup-${engine}`, 'manifest.json'), path.join(damagedBackup, 'manifest.json'))
    fs.cpSync(path.join(folder, `backup-${engine}`, 'files'), path.join(damagedBackup, 'files'), {
      recursive: true,
      force: true,
    })
    fs.mkdirSync(freshFolder)
    fs.writeFileSync(path.join(freshFolder, 'files'), 'in the way')
    await expect(
      restoreBackup({ from: damagedBackup, dataDir: freshFolder, log, migrationsDir: currentMigrations }),
    ).rejects.toThrow()
    expect(fs.readdirSync(freshFolder)).toEqual(['files'])
  })

  it('migrates an older database, and refuses a newer or different one', async () => {
    const migrationLog = quietLog()
    const percents: number[] = []
    const onPercent = (percent: number) => void percents.push(percent)
    expect(await migrateDatabase(db, currentMigrations, { log: migrationLog, onPercent })).toBe(1)
    expect(percents).toEqual([0])
    expect(migrationLog.lines).toEqual([
      'the migration begins {"migration":"0001_second","number":1,"of":1}',
      expect.stringMatching(/^the migration is done {"migration":"0001_second","number":1,"of":1,"seconds":[\d.]+}$/),
    ])
    await expect(migrateDatabase(db, oldMigrations)).rejects.toThrow(MigrationMismatch)
    const editedMigrations = writeMigrations(path.join(folder, `edited-${engine}`), 2)
    fs.appendFileSync(path.join(editedMigrations, '0000_first.sql'), '\n-- changed')
    await expect(migrateDatabase(db, editedMigrations)).rejects.toThrow(/Migration 1 /)
  })

  it('applies all migrations of a run or none', async () => {
    const brokenMigrations = writeMigrations(path.join(folder, `broken-${engine}`), 2)
    const journal = JSON.parse(fs.readFileSync(path.join(brokenMigrations, 'meta', '_journal.json'), 'utf8')) as {
      entries: object[]
    }
    journal.entries.push({ idx: 2, version: '7', when: 3000, tag: '0002_third', breakpoints: true })
    fs.writeFileSync(path.join(brokenMigrations, 'meta', '_journal.json'), JSON.stringify(journal))
    fs.writeFileSync(
      path.join(brokenMigrations, '0002_third.sql'),
      'create table third (a integer);\n--> statement-breakpoint\nselect 1/0;',
    )
    await expect(migrateDatabase(db, brokenMigrations)).rejects.toMatchObject({ code: '22012' })
    const { rows } = await db.pool.query(`select to_regclass('public.third') as third`)
    expect(rows).toEqual([{ third: null }])
    expect(await migrateDatabase(db, currentMigrations)).toBe(0)
  })
})
