/**
 * Databases with the seeded plant in them. Seeding and opening one takes longer than most files of tests, so a plant is
 * seeded once in a run: on PostgreSQL it is the template of every other, embedded its folder is copied, and a process keeps
 * an open one for its next file, with every row put back.
 */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase, type Database, type OpenOptions } from '@/server/db/connect'
import { migrateDatabase } from '@/server/db/migrate'
import { RUN_FOLDER } from '../run-folder'
import { newMigratedDir } from './db/new-data-dir'
import { keepRows, type Kept } from './kept-rows'

const migrations = resolve(import.meta.dirname, '../../src/server/db/migrations')
const quiet = pino({ level: 'silent' })
/** A statement that takes long on a busy machine is no runaway here; what is done about those has tests of its own. */
const patient = { statement: 600_000, idleInTransaction: 600_000 }

export interface Lent {
  db: Database
  /** Of this borrower alone; gone when the database is given back. */
  dataDir: string
  giveBack(): Promise<void>
}
export type Seed = (db: Database, dataDir: string) => Promise<void>
/** What a borrower wants to be different; then the database is its own, and closed afterwards. */
export type Wishes = Partial<Pick<OpenOptions, 'limits' | 'log'>> & {
  /** The folder to make the plant's own folder in: one on a disk of its own. */
  disk?: string
}

export const lendDatabase = (seed: Seed, wishes: Wishes = {}): Promise<Lent> => {
  const server = process.env['DATABASE_URL']
  const make = server ? () => onPostgres(server, seed, wishes) : () => ownFolder(seed, wishes)
  return process.env['KEEP_DATABASES'] && Object.keys(wishes).length === 0 ? kept(make) : make()
}

const runFolder = (): string => {
  const folder = process.env[RUN_FOLDER]
  if (!folder) throw new Error(`${RUN_FOLDER} is set by tests/run-folder.ts, which vitest runs first`)
  return folder
}
const newDir = (disk = runFolder()): string => mkdtempSync(join(disk, 'plant-'))

/** Makes something once in a run, by the process that comes first; the others wait for it. `done` is a file or folder that is there when it is made. */
async function once(done: string, make: () => Promise<void>): Promise<void> {
  const lock = `${done}.lock`
  while (!existsSync(done)) {
    try {
      mkdirSync(lock)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      await pause(50)
      continue
    }
    try {
      if (!existsSync(done)) await make()
    } finally {
      rmdirSync(lock)
    }
  }
}

/** The folder that holds the seeded plant, closed. */
async function seededFolder(seed: Seed): Promise<string> {
  const folder = join(runFolder(), 'seeded')
  await once(folder, async () => {
    const draft = await newMigratedDir(migrations)
    const db = await openDatabase({ dataDir: draft, log: quiet, limits: patient })
    await migrateDatabase(db, migrations)
    await seed(db, draft)
    await db.checkpoint()
    await db.close()
    renameSync(draft, folder)
  })
  return folder
}
async function ownFolder(seed: Seed, { disk, ...wishes }: Wishes): Promise<Lent> {
  const dataDir = newDir(disk)
  cpSync(await seededFolder(seed), dataDir, { recursive: true })
  const db = await openDatabase({ log: quiet, limits: patient, ...wishes, dataDir })
  return {
    db,
    dataDir,
    giveBack: async () => {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Open databases of this process that nobody uses. */
const idle: { own: Lent; rows: Kept }[] = []
async function kept(make: () => Promise<Lent>): Promise<Lent> {
  const one = (await nextIdle()) ?? (await makeAndKeep(make))
  const dataDir = newDir()
  return {
    db: one.own.db,
    dataDir,
    giveBack: () => {
      idle.push(one)
      rmSync(dataDir, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}
async function makeAndKeep(make: () => Promise<Lent>): Promise<(typeof idle)[number]> {
  const own = await make()
  return { own, rows: await keepRows(own.db) }
}
/** One with the seeded rows in it, and no others. They are put back here, when whatever its last borrower left running has ended. */
async function nextIdle(): Promise<(typeof idle)[number] | null> {
  for (let one = idle.pop(); one; one = idle.pop()) {
    if (await one.rows.putBack()) return one
    await one.own.giveBack()
  }
  return null
}

async function onPostgres(server: string, seed: Seed, { disk, ...wishes }: Wishes): Promise<Lent> {
  const template = `plant_template_${createHash('sha256').update(`${server} ${runFolder()}`).digest('hex').slice(0, 12)}`
  const dataDir = newDir(disk)
  await once(join(runFolder(), template), async () => {
    await onServer(server, `create database ${template}`)
    const db = await openDatabase({ dataDir, databaseUrl: urlOf(server, template), log: quiet })
    await migrateDatabase(db, migrations)
    await seed(db, dataDir)
    await db.close()
    await onServer(server, `alter database ${template} with allow_connections false`)
    writeFileSync(join(runFolder(), template), '')
  })
  const name = `plant_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await onServer(server, `create database ${name} template ${template}`)
  const db = await openDatabase({ log: quiet, ...wishes, dataDir, databaseUrl: urlOf(server, name) })
  return {
    db,
    dataDir,
    giveBack: async () => {
      await db.close()
      await onServer(server, `drop database if exists ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
