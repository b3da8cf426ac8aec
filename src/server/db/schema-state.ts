/** Compares the tables of a database with those of this program, for `/readyz` and `doctor`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { listAppliedMigrations, type Migration } from './migrate'

type Queryable = Pick<pg.ClientBase, 'query'>
/** Without these tables nobody can sign in. */
const VITAL_TABLES = ['credential', 'session', 'setting']

/**
 * Explains why calls cannot work on the schema of a database; null if they can. Applied migrations of a newer program do not
 * matter, because they only add to the tables. Reads the catalog and a few rows.
 */
export async function findSchemaProblem(client: Queryable, migrations: readonly Migration[]): Promise<string | null> {
  const { rows } = await client.query<{ missingCount: number }>(
    `select count(*)::int as "missingCount" from unnest($1::text[]) as name where to_regclass('public.' || name) is null`,
    [VITAL_TABLES],
  )
  const appliedHashes = new Set((await listAppliedMigrations(client)).map(({ hash }) => hash))
  if (rows[0]!.missingCount > 0 || appliedHashes.size === 0) return 'the tables of the database are missing'
  const missingCount = migrations.filter(({ hash }) => !appliedHashes.has(hash)).length
  return missingCount > 0 ? `the database lacks migrations of this program (${missingCount})` : null
}

interface Snapshot {
  tables: Record<string, { name: string; foreignKeys: Record<string, { name: string; tableFrom: string }> }>
}
/** PostgreSQL cuts longer names. */
const MAX_NAME_LENGTH = 63
/**
 * Lists the tables and foreign keys of this program that a completely migrated database lacks, e.g. because somebody dropped
 * a table by hand, which also drops the foreign keys that lead to it.
 * @param folder folder of the migrations, with the snapshot of the schema
 */
export async function listMissingStructure(
  client: Queryable,
  folder: string,
): Promise<{ tables: string[]; foreignKeys: string[] }> {
  const snapshot = JSON.parse(readFileSync(join(folder, 'meta', 'snapshot.json'), 'utf8')) as Snapshot
  const expectedTables = Object.values(snapshot.tables)
  const { rows } = await client.query<{ kind: 'table' | 'key'; name: string }>(
    `select 'table' as kind, relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      union all select 'key', conname from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'`,
  )
  const existingNames = new Set(rows.map(({ kind, name }) => `${kind} ${name}`))
  return {
    tables: expectedTables.map(({ name }) => name).filter((name) => !existingNames.has(`table ${name}`)),
    foreignKeys: expectedTables
      .flatMap(({ foreignKeys }) => Object.values(foreignKeys))
      .map(({ name }) => name.slice(0, MAX_NAME_LENGTH))
      .filter((name) => !existingNames.has(`key ${name}`)),
  }
}
