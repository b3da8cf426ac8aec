import { createHash } from 'node:crypto'
import type pg from 'pg'
import { areaContracts } from '@/areas/contracts'
import type { Resource } from '@/contract/resource'
import type { Database } from '@/server/db/connect'

export interface RowSnapshot {
  /** Restores exactly the stored rows. Returns false if the schema has changed or a new database would be faster. */
  putBack(): Promise<boolean>
}
/** Above this number of rows, opening another database is faster than deleting them. */
const MAX_ROWS = 4000

/** Hash of all tables, columns, functions, triggers and constraints. */
const SHAPE_QUERY = `select md5(string_agg(item, ',' order by item)) as shape from (
  select row('c', oid, relname, relkind, relnatts)::text as item from pg_class where oid >= 16384 and relname not like 'pg_%'
  union all select row('a', attrelid, attname, atttypid, attnum, attnotnull)::text from pg_attribute where attrelid >= 16384 and attnum > 0
  union all select row('p', oid, proname, md5(prosrc))::text from pg_proc where oid >= 16384
  union all select row('t', oid, tgname, tgenabled)::text from pg_trigger where oid >= 16384
  union all select row('k', oid, conname)::text from pg_constraint where oid >= 16384) s`
const TABLES_QUERY = `select quote_ident(relname) as name,
    (select string_agg(quote_ident(attname), ',' order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`

/**
 * Runs a query over all tables. Without statistics the planner overestimates the tables and starts parallel workers,
 * which takes fifty times as long, so parallel workers are disabled. The statement is prepared once per connection.
 */
export const queryAllTables = <R extends pg.QueryResultRow>(db: Database, text: string): Promise<R[]> =>
  db.transaction(
    async (client) => {
      await client.query('set local max_parallel_workers_per_gather = 0')
      return (await client.query<R>({ text, name: createHash('sha256').update(text).digest('hex').slice(0, 32) })).rows
    },
    { durable: false },
  )

/** Returns the number of rows and the sum of versions per table, for a later comparison. @param ignoredTables tables that calls write which are refused, too */
export function fingerprintTables(
  db: Database,
  ignoredTables: RegExp,
): Promise<{ what: string; n: number; v: number }[]> {
  const contractTables = areaContracts.flatMap((area) =>
    (area.resources as readonly Resource[]).map(({ table }) => table),
  )
  const counts = [...new Set(['app_user', 'role', 'department', ...contractTables])]
    .filter((table) => !ignoredTables.test(table))
    .map((table) => `select '${table}' as what, count(*)::int as n, sum(version)::int as v from "${table}"`)
  return queryAllTables(db, `${counts.join(' union all ')} order by what`)
}

/** Reads every row of every table as text so that it can be restored. */
export async function snapshotRows(db: Database): Promise<RowSnapshot> {
  const { pool } = db
  const runQuery = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await pool.query<R>(text, values)).rows
  const allTables = await runQuery<{ name: string; columns: string }>(TABLES_QUERY)
  const counts = allTables
    .map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
    .join(' union all ')
  const countFilledTables = async () =>
    (await queryAllTables<{ name: string; rows: number }>(db, `${counts} order by name`)).filter(({ rows }) => rows > 0)
  const shapeBefore = await runQuery<{ shape: string }>(SHAPE_QUERY)
  const sequences = `select sequencename as name, last_value as at from pg_sequences where schemaname = 'public' order by 1`
  const sequenceValues = await runQuery<{ name: string; at: number | null }>(sequences)
  const countsBefore = await countFilledTables()
  const names = countsBefore.map(({ name }) => name)
  const rows: string[][] = []
  for (const name of names)
    rows.push((await runQuery<{ row: string }>(`select r::text as row from ${name} r`)).map(({ row }) => row))

  // All rows are deleted and restored together, so foreign keys need no check; the checks took a hundred times as long.
  // Without superuser rights the checks stay on and run at the end of each statement.
  const [superuser] = await runQuery<{ yes: boolean }>(`select current_setting('is_superuser') = 'on' as yes`)
  const skipReferenceChecks = superuser?.yes ? 'set local session_replication_role = replica' : 'select'
  const insert = names.map((name, i) => {
    const columns = allTables.find((table) => table.name === name)?.columns ?? ''
    const parts = columns.split(',').map((column) => `(x).${column}`)
    return `i${i} as (insert into ${name} (${columns}) overriding system value
      select ${parts.join(',')} from (select r::${name} as x from unnest($${i + 1}::text[]) r offset 0) y)`
  })
  const putBack = async (): Promise<boolean> => {
    const filledTables = await countFilledTables()
    if (filledTables.some((table) => table.rows > MAX_ROWS)) return false
    if ((await runQuery<{ shape: string }>(SHAPE_QUERY))[0]?.shape !== shapeBefore[0]?.shape) return false
    await db.transaction(
      async (client) => {
        await client.query(skipReferenceChecks)
        if (filledTables.length)
          await client.query(
            `with ${filledTables.map(({ name }, i) => `d${i} as (delete from ${name})`).join(', ')} select`,
          )
        await client.query(`with ${insert.join(', ')} select`, rows)
      },
      { durable: false },
    )
    for (const { name, at } of sequenceValues) await runQuery('select setval($1, $2, $3)', [name, at ?? 1, at !== null])
    // A background write of the previous test must not reach the next one.
    return JSON.stringify(await countFilledTables()) === JSON.stringify(countsBefore)
  }
  return { putBack }
}
