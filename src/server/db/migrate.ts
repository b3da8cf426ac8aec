/**
 * Migrates the database to the schema that the program expects. Journal format and table are Drizzle's. Drizzle's
 * migrator is not used, because it does not lock out other instances and does not notice a database that is newer than the
 * program.
 */
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, DatabaseLog } from './connect'
import { MigrationMismatch } from './errors'

const MIGRATION_TIMEOUT_MS = 60 * 60_000
/**
 * Key of the advisory lock for migrating and seeding; a random number, so that no other program on the server uses it.
 */
export const STARTUP_LOCK_KEY = 4_720_011_965
/** Key of the lock of `startExclusively`, which is held longer. */
const EXCLUSIVE_START_LOCK_KEY = 4_720_011_966

export interface Migration {
  /** Name of the file without its ending. */
  name: string
  /** SHA-256 of the file. */
  hash: string
  /** Creation time, milliseconds since 1970; determines the order. */
  when: number
  statements: string[]
}

/**
 * Runs `start` while no other instance starts on the same database. The start reads tables, which another starting
 * instance may lock for minutes while it migrates them or loads the demonstration.
 * @param onWait called if another instance is starting
 */
export async function startExclusively<T>(db: Database, start: () => Promise<T>, onWait: () => void): Promise<T> {
  // A data folder belongs to one process, which has one connection.
  if (db.kind === 'embedded') return start()
  const client = await db.pool.connect()
  // If the server ends the connection, the start itself fails or succeeds without the lock.
  client.on('error', () => undefined)
  try {
    await client.query('begin')
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set local ${limit} = 0`)
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock($1) as "isFree"', [
      EXCLUSIVE_START_LOCK_KEY,
    ])
    if (!rows[0]!.isFree) {
      onWait()
      await client.query('select pg_advisory_xact_lock($1)', [EXCLUSIVE_START_LOCK_KEY])
    }
    return await start()
  } finally {
    // Closes the connection, which also ends the transaction and its lock.
    client.release(true)
  }
}

export interface MigrationReport {
  log?: DatabaseLog
  /** Called before each migration of a database that is not new, with the share of migrations that are applied. */
  onPercent?: (percent: number) => void
}

/** Applies the missing migrations. @returns their number @throws MigrationMismatch */
export async function migrateDatabase(db: Database, folder: string, report: MigrationReport = {}): Promise<number> {
  const migrations = readMigrations(folder)
  return db.transaction((client) => applyMigrations(client, migrations, report), {
    statementTimeoutMs: MIGRATION_TIMEOUT_MS,
  })
}

/** Reads the committed migrations, oldest first. */
export function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }, index) => ({
    name: entries[index]!.tag,
    hash,
    when: folderMillis,
    statements: sql,
  }))
}

/**
 * Applies missing migrations inside the caller's transaction: all or nothing.
 * Concurrent instances take turns; the later instances find nothing to do.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: Migration[],
  { log, onPercent }: MigrationReport = {},
): Promise<number> {
  await client.query('select pg_advisory_xact_lock($1)', [STARTUP_LOCK_KEY])
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const appliedMigrations = await listAppliedMigrations(client)
  assertHistoryMatches(appliedMigrations, migrations)
  const missingMigrations = migrations.slice(appliedMigrations.length)
  // The migrations of a new database are quick and concern nobody.
  const isUpgrade = appliedMigrations.length > 0
  for (const [index, { name, hash, when, statements }] of missingMigrations.entries()) {
    const position = { migration: name, number: index + 1, of: missingMigrations.length }
    const startedAtMs = performance.now()
    if (isUpgrade) {
      onPercent?.(Math.floor((index / missingMigrations.length) * 100))
      log?.info(position, 'the migration begins')
    }
    for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
    const seconds = Math.round((performance.now() - startedAtMs) / 100) / 10
    if (isUpgrade) log?.info({ ...position, seconds }, 'the migration is done')
  }
  return missingMigrations.length
}

/** Lists the migrations recorded in the database, oldest first; empty for a database without tables. */
export async function listAppliedMigrations(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<{ hash: string; when: number }[]> {
  const { rows: tableCheck } = await client.query<{ present: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!tableCheck[0]?.present) return []
  const { rows } = await client.query<{ hash: string; when: number }>(
    'select hash, created_at as when from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows
}

function assertHistoryMatches(appliedMigrations: { hash: string; when: number }[], migrations: Migration[]): void {
  const lastKnownTime = migrations.at(-1)?.when ?? 0
  const newerCount = appliedMigrations.filter(({ when }) => when > lastKnownTime).length
  if (newerCount)
    throw new MigrationMismatch(
      `The database is newer than this program: it knows the first ${migrations.length} migrations, and the database has ${newerCount} more. Nothing was changed. Install the newer version again and start it; or, to stay with this version, restore a backup that it made into an empty data folder or database.`,
    )
  appliedMigrations.forEach(({ hash, when }, index) => {
    const expected = migrations[index]
    if (expected?.hash === hash && expected.when === when) return
    throw new MigrationMismatch(
      `Migration ${index + 1} in the database (${new Date(when).toISOString()}) is not the one this program has: the database was made by an unreleased or altered version. Nothing was changed. Start the version that made it; or restore a backup made by a released version into an empty data folder or database, and start this one there.`,
    )
  })
}
