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
  contents,
  fillTables,
  newFolder,
  quietLog,
  readingPartitions,
  removeFolder,
  storeFile,
  writeMigrations,
} from './plant'

const { DATABASE_URL } = process.env
const engines = DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
const folder = newFolder()
const log = quietLog()
const secretKey = Buffer.alloc(32, 7).toString('base64')
const databases: string[] = []

/** A place for a database that has nothing in it yet. */
async function emptyPlace(
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

let old: string
let current: string

beforeAll(() => {
  old = writeMigrations(path.join(folder, 'one'), 1)
  current = writeMigrations(path.join(folder, 'two'), 2)
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
  let place: { dataDir: string; databaseUrl?: string }
  let db: Database
  let before: Record<string, string[]>
  let stored: string

  beforeAll(async () => {
    place = await emptyPlace(engine, `source-${engine}`)
    db = await openDatabase({ ...place, log })
  })
  afterAll(() => db?.close())

  it('applies migrations once, also when asked by several at a time', async () => {
    const counts = await Promise.all([migrateDatabase(db, old), migrateDatabase(db, old), migrateDatabase(db, old)])
    expect(counts.sort()).toEqual([0, 0, 1])
    await fillTables(db)
    before = await contents(db)
    stored = storeFile(place.dataDir, `drawing ${engine}`)
  })

  it('backs up while the server runs and writes, and restores into either engine as it was', async () => {
    const to = path.join(folder, `backup-${engine}`)
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n++) await db.pool.query('insert into loose values ($1, $2)', [1000 + n, 'during'])
      await db.durable()
    })()
    const manifest = await writeBackup({ ...place, to, secretKey, log })
    expect(manifest.signature).toMatch(/^v1\.[0-9a-f]{12}\.[0-9a-f]{64}$/)
    writing = false
    await writer
    expect(manifest.tables.machine?.rows).toBe(1200)
    expect(manifest.files.count).toBe(1)

    for (const target of engines) {
      const other = await emptyPlace(target, `from-${engine}-to-${target}`)
      const steps: string[] = []
      await restoreBackup({
        from: to,
        ...other,
        secretKey,
        log,
        migrations: current,
        progress: ({ doing, name }) => steps.push(`${doing} ${name}`),
      })
      expect(steps).toContain('table machine')
      const restored = await openDatabase({ ...other, log })
      try {
        const after = await contents(restored)
        // the newer program's migration ran after the rows were loaded
        expect(after.roll?.map((line) => line.replace(',"gsm":null', ''))).toEqual(before.roll)
        expect(after.machine).toEqual(before.machine)
        expect(after.mark).toEqual(before.mark)
        expect(after.reading).toEqual(before.reading)
        expect(await readingPartitions(restored)).toEqual({
          reading_2025_12: 80,
          reading_2026_01: 40,
          reading_2026_03: 40,
        })
        await expect(restored.pool.query(`insert into reading select * from reading limit 1`)).rejects.toMatchObject({
          code: '23505',
        })
        expect(after.loose?.length).toBe(manifest.tables.loose?.rows)
        expect(fs.readFileSync(path.join(other.dataDir, stored), 'utf8')).toBe(`drawing ${engine}`)
        // foreign keys hold again, and numbers go on behind the largest
        await expect(
          restored.pool.query(`insert into roll (number, machine_id) values ('X', gen_random_uuid())`),
        ).rejects.toMatchObject({ code: '23503' })
        const { rows } = await restored.pool.query<{ place: number }>(
          `insert into mark (note) values ('next') returning place`,
        )
        expect(rows[0]?.place).toBe(21)
        await restored.durable()
      } finally {
        await restored.close()
      }
      // a second restore finds it not empty and leaves it
      await expect(restoreBackup({ from: to, ...other, log, migrations: current })).rejects.toThrow(BackupRefused)
    }
  })

  it('refuses a damaged backup and leaves the target empty', async () => {
    const from = path.join(folder, `damaged-${engine}`)
    fs.cpSync(path.join(folder, `backup-${engine}`), from, { recursive: true })
    const file = path.join(from, 'tables', 'mark.ndjson.gz')
    fs.writeFileSync(file, gzipSync(gunzipSync(fs.readFileSync(file)).toString().replace('note 7', 'note 8')))
    const target = await emptyPlace(engine, `target-${engine}`)
    // Seen before anything is written: no database is begun, and the sentence names the file
    const refused = async (): Promise<void> => {
      const found = fs.readdirSync(target.dataDir)
      const steps: string[] = []
      const progress = ({ doing }: { doing: string }) => void steps.push(doing)
      const restored = restoreBackup({ from, ...target, log, migrations: current, progress })
      await expect(restored).rejects.toThrow(/mark\.ndjson\.gz is damaged: .*Nothing was written/s)
      expect(fs.readdirSync(target.dataDir)).toEqual(found)
      expect(steps).not.toContain('table')
    }
    await refused()
    const whole = fs.readFileSync(path.join(folder, `backup-${engine}`, 'tables', 'mark.ndjson.gz'))
    for (const at of [2, 12, 20, whole.length - 6]) {
      const flipped = Buffer.from(whole)
      for (let i = 0; i < 4; i++) flipped[at + i]! ^= 0x55
      fs.writeFileSync(file, flipped)
      await refused()
    }
    fs.writeFileSync(file, whole)
    fs.truncateSync(file, 20)
    await refused()
    fs.rmSync(file)
    await refused()
    fs.writeFileSync(file, whole)
    const photo = path.join(from, stored)
    fs.writeFileSync(photo, 'another')
    await expect(restoreBackup({ from, ...target, log, migrations: current })).rejects.toThrow(
      /is damaged.*Nothing was written/,
    )
    fs.rmSync(path.join(from, 'manifest.json'))
    await expect(restoreBackup({ from, ...target, log, migrations: current })).rejects.toThrow(/complete/)
    const opened = await openDatabase({ ...target, log })
    const { rows } = await opened.pool.query(`select 1 from pg_tables where schemaname in ('public', 'drizzle')`)
    await opened.close()
    expect(rows).toEqual([])
    // A folder that had no database has none again, also when the trouble comes later
    const fresh = path.join(folder, `fresh-${engine}`)
    fs.cpSync(path.join(folder, `backup-${engine}`, 'manifest.json'), path.join(from, 'manifest.json'))
    fs.cpSync(path.join(folder, `backup-${engine}`, 'files'), path.join(from, 'files'), {
      recursive: true,
      force: true,
    })
    fs.mkdirSync(fresh)
    fs.writeFileSync(path.join(fresh, 'files'), 'in the way')
    await expect(restoreBackup({ from, dataDir: fresh, log, migrations: current })).rejects.toThrow()
    expect(fs.readdirSync(fresh)).toEqual(['files'])
  })

  it('goes on from an older state, and refuses a newer or different one', async () => {
    expect(await migrateDatabase(db, current)).toBe(1)
    await expect(migrateDatabase(db, old)).rejects.toThrow(MigrationMismatch)
    const edited = writeMigrations(path.join(folder, `edited-${engine}`), 2)
    fs.appendFileSync(path.join(edited, '0000_first.sql'), '\n-- changed')
    await expect(migrateDatabase(db, edited)).rejects.toThrow(/Migration 1 /)
  })

  it('applies all of a migration run or nothing', async () => {
    const broken = writeMigrations(path.join(folder, `broken-${engine}`), 2)
    const journal = JSON.parse(fs.readFileSync(path.join(broken, 'meta', '_journal.json'), 'utf8')) as {
      entries: object[]
    }
    journal.entries.push({ idx: 2, version: '7', when: 3000, tag: '0002_third', breakpoints: true })
    fs.writeFileSync(path.join(broken, 'meta', '_journal.json'), JSON.stringify(journal))
    fs.writeFileSync(
      path.join(broken, '0002_third.sql'),
      'create table third (a integer);\n--> statement-breakpoint\nselect 1/0;',
    )
    await expect(migrateDatabase(db, broken)).rejects.toMatchObject({ code: '22012' })
    const { rows } = await db.pool.query(`select to_regclass('public.third') as third`)
    expect(rows).toEqual([{ third: null }])
    expect(await migrateDatabase(db, current)).toBe(0)
  })
})
