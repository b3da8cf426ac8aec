/**
 * Brings the database's tables to what the program expects, from the committed migrations. The journal is Drizzle's
 * own format and table; it is applied here because Drizzle's migrator takes no lock between instances, and does not
 * notice a database that is newer than the program.
 */
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import type { Database } from './connect'
import { MigrationMismatch } from './errors'

const PATIENCE_MS = 60 * 60_000
/** Names the advisory lock under which instances migrate and seed, among those of other programs on the same server. */
export const START_LOCK = 4_720_011_965

export interface Migration {
  /** sha256 of the file */
  hash: string
  /** when it was written, milliseconds since 1970: its place in the order */
  when: number
  statements: string[]
}

/** @returns how many migrations were applied. @throws MigrationMismatch */
export async function migrate(db: Database, folder: string): Promise<number> {
  const migrations = readMigrations(folder)
  return db.transaction((client) => applyMigrations(client, migrations), { patience: PATIENCE_MS })
}

/** The committed migrations, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }) => ({
    hash,
    when: folderMillis,
    statements: sql,
  }))
}

/**
 * Applies what is missing, inside the caller's transaction: all or nothing.
 * Several instances may do this at once; they take turns, and the later ones find nothing to do.
 */
export async function applyMigrations(client: pg.ClientBase, migrations: Migration[]): Promise<number> {
  await client.query('select pg_advisory_xact_lock($1)', [START_LOCK])
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const applied = await appliedMigrations(client)
  checkHistory(applied, migrations)
  const missing = migrations.slice(applied.length)
  for (const { hash, when, statements } of missing) {
    for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
  }
  return missing.length
}

/** What the database says was applied, oldest first; empty for a database without tables. */
export async function appliedMigrations(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<{ hash: string; when: number }[]> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!found[0]?.present) return []
  const { rows } = await client.query<{ hash: string; when: number }>(
    'select hash, created_at as when from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows
}

function checkHistory(applied: { hash: string; when: number }[], migrations: Migration[]): void {
  const last = migrations.at(-1)?.when ?? 0
  const newer = applied.filter(({ when }) => when > last).length
  if (newer)
    throw new MigrationMismatch(
      `The database is newer than this program: it knows the first ${migrations.length} migrations, and the database has ${newer} more. Nothing was changed. Install the newer version again and start it; or, to stay with this version, restore a backup that it made into an empty data folder or database.`,
    )
  applied.forEach(({ hash, when }, index) => {
    const expected = migrations[index]
    if (expected?.hash === hash && expected.when === when) return
    throw new MigrationMismatch(
      `Migration ${index + 1} in the database (${new Date(when).toISOString()}) is not the one this program has: the database was made by an unreleased or altered version. Nothing was changed. Start the version that made it; or restore a backup made by a released version into an empty data folder or database, and start this one there.`,
    )
  })
}
