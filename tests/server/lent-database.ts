/**
 * Lends databases with a seeded plant. Seeding takes longer than most test files, so it happens once per run: PostgreSQL
 * copies a template database, the embedded engine copies a folder. A process reuses its open database for the next file
 * after restoring every row.
 */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase, type Database, type OpenOptions } from '@/server/db/connect'
import { migrateDatabase } from '@/server/db/migrate'
import { RUN_FOLDER_VARIABLE } from '../run-folder'
import { newMigratedDir } from './db/new-data-dir'
import { snapshotRows, type RowSnapshot } from './row-snapshot'

const migrations = resolve(import.meta.dirname, '../../src/server/db/migrations')
const silentLog = pino({ level: 'silent' })
/** Long timeouts, because statements may be slow on a busy machine. Other tests cover runaway statements. */
const PATIENT_LIMITS = { statementMs: 600_000, idleInTransactionMs: 600_000 }

export interface Lent {
  db: Database
  /** Belongs to this borrower alone and is deleted when the database is given back. */
  dataDir: string
  giveBack(): Promise<void>
}
export type Seed = (db: Database, dataDir: string) => Promise<void>
/** Special options of a borrower. With any of them the database is not shared and is closed afterwards. */
export type LendOptions = Partial<Pick<OpenOptions, 'limits' | 'log'>> & {
  /** Parent folder of the data folder, e.g. on a separate disk. */
  disk?: string
  /** Address of a standby of the server in DATABASE_URL. */
  standbyUrl?: string
}

export const lendDatabase = (seed: Seed, options: LendOptions = {}): Promise<Lent> => {
  const server = process.env['DATABASE_URL']
  const make = server ? () => lendFromPostgres(server, seed, options) : () => lendFromFolder(seed, options)
  return process.env['KEEP_DATABASES'] && Object.keys(options).length === 0 ? lendOpenDatabase(make) : make()
}

const getRunFolder = (): string => {
  const folder = process.env[RUN_FOLDER_VARIABLE]
  if (!folder) throw new Error(`${RUN_FOLDER_VARIABLE} is set by tests/run-folder.ts, which vitest runs first`)
  return folder
}
const createPlantFolder = (disk = getRunFolder()): string => mkdtempSync(join(disk, 'plant-'))

/** Runs `make` once per test run in the first process; the others wait. `done` is a path that exists afterwards. */
async function makeOnce(done: string, make: () => Promise<void>): Promise<void> {
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

/** Returns the folder with the seeded and closed embedded database. */
async function getSeededFolder(seed: Seed): Promise<string> {
  const folder = join(getRunFolder(), 'seeded')
  await makeOnce(folder, async () => {
    const draft = await newMigratedDir(migrations)
    const db = await openDatabase({ dataDir: draft, log: silentLog, limits: PATIENT_LIMITS })
    await migrateDatabase(db, migrations)
    await seed(db, draft)
    await db.checkpoint()
    await db.close()
    renameSync(draft, folder)
  })
  return folder
}
async function lendFromFolder(seed: Seed, { disk, ...options }: LendOptions): Promise<Lent> {
  const dataDir = createPlantFolder(disk)
  cpSync(await getSeededFolder(seed), dataDir, { recursive: true })
  const db = await openDatabase({ log: silentLog, limits: PATIENT_LIMITS, ...options, dataDir })
  return {
    db,
    dataDir,
    giveBack: async () => {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Open, unused databases of this process. */
const idle: { own: Lent; rows: RowSnapshot }[] = []
async function lendOpenDatabase(make: () => Promise<Lent>): Promise<Lent> {
  const entry = (await takeIdle()) ?? (await makeWithSnapshot(make))
  const dataDir = createPlantFolder()
  return {
    db: entry.own.db,
    dataDir,
    giveBack: () => {
      idle.push(entry)
      rmSync(dataDir, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}
async function makeWithSnapshot(make: () => Promise<Lent>): Promise<(typeof idle)[number]> {
  const lent = await make()
  return { own: lent, rows: await snapshotRows(lent.db) }
}
/** Takes an unused database and restores its rows. Restoring here lets background work of the last borrower end first. */
async function takeIdle(): Promise<(typeof idle)[number] | null> {
  for (let entry = idle.pop(); entry; entry = idle.pop()) {
    if (await entry.rows.putBack()) return entry
    await entry.own.giveBack()
  }
  return null
}

async function lendFromPostgres(
  server: string,
  seed: Seed,
  { disk, standbyUrl, ...options }: LendOptions,
): Promise<Lent> {
  const template = `plant_template_${createHash('sha256').update(`${server} ${getRunFolder()}`).digest('hex').slice(0, 12)}`
  const dataDir = createPlantFolder(disk)
  await makeOnce(join(getRunFolder(), template), async () => {
    await runOnServer(server, `create database ${template}`)
    const db = await openDatabase({ dataDir, databaseUrl: withDatabase(server, template), log: silentLog })
    await migrateDatabase(db, migrations)
    await seed(db, dataDir)
    await db.close()
    await runOnServer(server, `alter database ${template} with allow_connections false`)
    writeFileSync(join(getRunFolder(), template), '')
  })
  const name = `plant_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await runOnServer(server, `create database ${name} template ${template}`)
  const addresses = getAddresses(withDatabase(server, name))
  const connections = {
    ...addresses.connections,
    ...(standbyUrl ? { replicaUrl: withDatabase(standbyUrl, name) } : {}),
  }
  const db = await openDatabase({ log: silentLog, ...options, dataDir, ...addresses, connections })
  return {
    db,
    dataDir,
    giveBack: async () => {
      await db.close()
      await runOnServer(server, `drop database if exists ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
/** With POOLER (host:port) every plant works through that pooler, as `tests/pooler.ts` starts it. */
function getAddresses(directUrl: string): Pick<OpenOptions, 'databaseUrl' | 'connections'> {
  const pooler = process.env['POOLER']
  if (!pooler) return { databaseUrl: directUrl }
  const url = new URL(directUrl)
  url.host = pooler
  url.search = ''
  return { databaseUrl: url.href, connections: { directUrl } }
}
function withDatabase(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
