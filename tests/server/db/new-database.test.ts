/** A new database is copied from the build's template and stays provisional until a start completes it. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase, type OpenOptions } from '@/server/db/connect'
import { inspectDataFolder } from '@/server/db/embedded/data-folder'
import { storeTemplate, getTemplateFolder } from '@/server/db/embedded/template'
import { ForeignFolder } from '@/server/db/errors'
import { migrateDatabase } from '@/server/db/migrate'
import { migrationsFolder } from '@/server/program-files'
import { newMigratedDir } from './new-data-dir'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

const folders: string[] = []
const createFolder = (): string => {
  const createdFolder = newFolder()
  folders.push(createdFolder)
  return createdFolder
}
afterEach(() => folders.splice(0).forEach(removeFolder))

const openFolder = (dataDir: string, options: Partial<OpenOptions> = {}): Promise<Database> =>
  openDatabase({ dataDir, log: quietLog(), ...options })
const hasTable = async (db: Database): Promise<boolean> =>
  (await db.pool.query<{ there: boolean }>(`select to_regclass('public.note') is not null as there`)).rows[0]!.there
const loadIdentifier = async (db: Database): Promise<string> =>
  (await db.pool.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')).rows[0]!.id

/** A template with this program's migrations, as the build creates it. No test writes into it. */
let template: string
const templates = newFolder()
beforeAll(async () => {
  template = getTemplateFolder(path.join(templates, 'database'), migrationsFolder)
  storeTemplate(await newMigratedDir(migrationsFolder), template)
}, 240_000)
afterAll(() => removeFolder(templates))

describe('a provisional database', () => {
  it('is created again at the next start unless a start completed it', async () => {
    const dataDir = createFolder()
    const db = await openFolder(dataDir, { provisional: true, template })
    await db.pool.query('create table note (text text)')
    await db.waitUntilDurable()
    await db.close()
    expect(inspectDataFolder(dataDir)).toBe('new')
    const reopened = await openFolder(dataDir, { provisional: true, template })
    expect(await hasTable(reopened)).toBe(false)
    await reopened.pool.query('create table note (text text)')
    await reopened.makeDurable()
    await reopened.waitUntilDurable()
    await reopened.close()
    expect(inspectDataFolder(dataDir)).toBe('present')
    // A completed database stays even if it is opened as provisional.
    const completedDatabase = await openFolder(dataDir, { provisional: true, template })
    expect(await hasTable(completedDatabase)).toBe(true)
    await completedDatabase.close()
  }, 120_000)
  it('acknowledges writes before completion only after they are on disk', async () => {
    const dataDir = createFolder()
    const db = await openFolder(dataDir, { provisional: true, template })
    expect(db.isDurable()).toBe(false)
    const completed = db.makeDurable().then(() => fs.existsSync(path.join(dataDir, 'database', 'provisional')))
    await db.transaction((client) => client.query('create table note (text text)'))
    expect(inspectDataFolder(dataDir)).toBe('present')
    expect(await completed).toBe(false)
    expect(db.isDurable()).toBe(true)
    await db.close()
  }, 120_000)
  it('is not detected in a folder of another program', () => {
    const dataDir = createFolder()
    fs.mkdirSync(path.join(dataDir, 'database'))
    fs.writeFileSync(path.join(dataDir, 'database', 'provisional'), '')
    expect(() => inspectDataFolder(dataDir)).toThrow(ForeignFolder)
  })
})

describe('a database copied from the template', () => {
  it('has every migration and a unique system identifier', async () => {
    const identifiers = new Set<string>()
    for (const dataDir of [createFolder(), createFolder()]) {
      const db = await openFolder(dataDir, { template })
      expect(await migrateDatabase(db, migrationsFolder)).toBe(0)
      identifiers.add(await loadIdentifier(db))
      await db.close()
      // PostgreSQL accepts the changed control file and log
      const reopened = await openFolder(dataDir)
      expect(identifiers).toContain(await loadIdentifier(reopened))
      await reopened.close()
      if (process.platform !== 'win32')
        expect(fs.statSync(path.join(dataDir, 'database', 'PG_VERSION')).mode & 0o077).toBe(0)
    }
    expect(identifiers.size).toBe(2)
  }, 120_000)
  it('is not used for other migrations', () => {
    const otherMigrations = createFolder()
    fs.cpSync(migrationsFolder, otherMigrations, { recursive: true })
    expect(getTemplateFolder('x', otherMigrations)).toBe(getTemplateFolder('x', migrationsFolder))
    fs.appendFileSync(path.join(otherMigrations, '0000_initial.sql'), '\n')
    expect(getTemplateFolder('x', otherMigrations)).not.toBe(getTemplateFolder('x', migrationsFolder))
  })
})
