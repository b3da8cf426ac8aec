/** How a new database comes to be: copied from the build's template, and discarded unless a start completed it. */
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
import { newFolder, quietLog, removeFolder } from './plant'

const folders: string[] = []
const folder = (): string => {
  const made = newFolder()
  folders.push(made)
  return made
}
afterEach(() => folders.splice(0).forEach(removeFolder))

const open = (dataDir: string, options: Partial<OpenOptions> = {}): Promise<Database> =>
  openDatabase({ dataDir, log: quietLog(), ...options })
const hasTable = async (db: Database): Promise<boolean> =>
  (await db.pool.query<{ there: boolean }>(`select to_regclass('public.note') is not null as there`)).rows[0]!.there
const identifierOf = async (db: Database): Promise<string> =>
  (await db.pool.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')).rows[0]!.id

/** A template as the build makes it, of this program's migrations; nobody writes into it. */
let template: string
const templates = newFolder()
beforeAll(async () => {
  template = getTemplateFolder(path.join(templates, 'database'), migrationsFolder)
  storeTemplate(await newMigratedDir(migrationsFolder), template)
}, 240_000)
afterAll(() => removeFolder(templates))

describe('a provisional database', () => {
  it('is made anew at the next start unless it was completed', async () => {
    const dataDir = folder()
    const db = await open(dataDir, { provisional: true, template })
    await db.pool.query('create table note (text text)')
    await db.durable()
    await db.close()
    expect(inspectDataFolder(dataDir)).toBe('new')
    const again = await open(dataDir, { provisional: true, template })
    expect(await hasTable(again)).toBe(false)
    await again.pool.query('create table note (text text)')
    await again.complete()
    await again.durable()
    await again.close()
    expect(inspectDataFolder(dataDir)).toBe('present')
    // Opened as provisional, too, what is complete stays
    const later = await open(dataDir, { provisional: true, template })
    expect(await hasTable(later)).toBe(true)
    await later.close()
  }, 120_000)
  it('acknowledges a write that came before it was completed after it is on disk', async () => {
    const dataDir = folder()
    const db = await open(dataDir, { provisional: true, template })
    const completed = db.complete().then(() => fs.existsSync(path.join(dataDir, 'database', 'provisional')))
    await db.transaction((client) => client.query('create table note (text text)'))
    expect(inspectDataFolder(dataDir)).toBe('present')
    expect(await completed).toBe(false)
    await db.close()
  }, 120_000)
  it('is not seen in a folder that another program wrote', () => {
    const dataDir = folder()
    fs.mkdirSync(path.join(dataDir, 'database'))
    fs.writeFileSync(path.join(dataDir, 'database', 'provisional'), '')
    expect(() => inspectDataFolder(dataDir)).toThrow(ForeignFolder)
  })
})

describe('a database copied from the template', () => {
  it('has every migration and a system identifier of its own', async () => {
    const found = new Set<string>()
    for (const dataDir of [folder(), folder()]) {
      const db = await open(dataDir, { template })
      expect(await migrateDatabase(db, migrationsFolder)).toBe(0)
      found.add(await identifierOf(db))
      await db.close()
      // PostgreSQL accepts its control file and log again
      const again = await open(dataDir)
      expect(found).toContain(await identifierOf(again))
      await again.close()
      if (process.platform !== 'win32')
        expect(fs.statSync(path.join(dataDir, 'database', 'PG_VERSION')).mode & 0o077).toBe(0)
    }
    expect(found.size).toBe(2)
  }, 120_000)
  it('is never of other migrations', () => {
    const other = folder()
    fs.cpSync(migrationsFolder, other, { recursive: true })
    expect(getTemplateFolder('x', other)).toBe(getTemplateFolder('x', migrationsFolder))
    fs.appendFileSync(path.join(other, '0000_initial.sql'), '\n')
    expect(getTemplateFolder('x', other)).not.toBe(getTemplateFolder('x', migrationsFolder))
  })
})
