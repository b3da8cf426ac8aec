import { createHash } from 'node:crypto'
import type pg from 'pg'
import { areaContracts } from '@/areas/contracts'
import type { Resource } from '@/contract/resource'
import type { Database } from '@/server/db/connect'

export interface Kept {
  /** Puts back the rows that were there, and those alone. Answers no when the tables themselves were changed, or hold so much that a new database is there sooner. */
  putBack(): Promise<boolean>
}
/** More rows than this take longer to delete than another database takes to open. */
const MOST_ROWS = 4000

/** What a database says its tables, columns, functions, triggers and constraints are. */
const shape = `select md5(string_agg(said, ',' order by said)) as shape from (
  select row('c', oid, relname, relkind, relnatts)::text as said from pg_class where oid >= 16384 and relname not like 'pg_%'
  union all select row('a', attrelid, attname, atttypid, attnum, attnotnull)::text from pg_attribute where attrelid >= 16384 and attnum > 0
  union all select row('p', oid, proname, md5(prosrc))::text from pg_proc where oid >= 16384
  union all select row('t', oid, tgname, tgenabled)::text from pg_trigger where oid >= 16384
  union all select row('k', oid, conname)::text from pg_constraint where oid >= 16384) s`
const tables = `select quote_ident(relname) as name,
    (select string_agg(quote_ident(attname), ',' order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`

/**
 * Asks something of every table at once. Where nobody has analysed the tables, the planner expects much of them, and starts
 * processes that read side by side: with them it takes fifty times as long. It is planned once for a connection.
 */
export const askOfAllTables = <R extends pg.QueryResultRow>(db: Database, text: string): Promise<R[]> =>
  db.transaction(
    async (client) => {
      await client.query('set local max_parallel_workers_per_gather = 0')
      return (await client.query<R>({ text, name: createHash('sha256').update(text).digest('hex').slice(0, 32) })).rows
    },
    { durable: false },
  )

/** What every table of the plant holds, to be compared with later: how many rows, and the sum of their versions. @param but tables that calls write which are refused, too */
export function fingerprintOf(db: Database, but: RegExp): Promise<{ what: string; n: number; v: number }[]> {
  const named = areaContracts.flatMap((area) => (area.resources as readonly Resource[]).map(({ table }) => table))
  const counts = [...new Set(['app_user', 'role', 'department', ...named])]
    .filter((table) => !but.test(table))
    .map((table) => `select '${table}' as what, count(*)::int as n, sum(version)::int as v from "${table}"`)
  return askOfAllTables(db, `${counts.join(' union all ')} order by what`)
}

/** Remembers every row of every table, as text, and can put them back. */
export async function keepRows(db: Database): Promise<Kept> {
  const { pool } = db
  const ask = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await pool.query<R>(text, values)).rows
  const all = await ask<{ name: string; columns: string }>(tables)
  const counts = all
    .map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
    .join(' union all ')
  const filled = async () =>
    (await askOfAllTables<{ name: string; rows: number }>(db, `${counts} order by name`)).filter(({ rows }) => rows > 0)
  const was = await ask<{ shape: string }>(shape)
  const sequences = `select sequencename as name, last_value as at from pg_sequences where schemaname = 'public' order by 1`
  const counted = await ask<{ name: string; at: number | null }>(sequences)
  const full = await filled()
  const names = full.map(({ name }) => name)
  const rows: string[][] = []
  for (const name of names)
    rows.push((await ask<{ row: string }>(`select r::text as row from ${name} r`)).map(({ row }) => row))

  // References of rows that all go, and of rows that were there together before, need no looking up: that took a hundred
  // times as long as the rest. Where the account may not say so they are looked up, when all of a statement is done.
  const [may] = await ask<{ yes: boolean }>(`select current_setting('is_superuser') = 'on' as yes`)
  const unchecked = may?.yes ? 'set local session_replication_role = replica' : 'select'
  const insert = names.map((name, i) => {
    const columns = all.find((table) => table.name === name)?.columns ?? ''
    const parts = columns.split(',').map((column) => `(x).${column}`)
    return `i${i} as (insert into ${name} (${columns}) overriding system value
      select ${parts.join(',')} from (select r::${name} as x from unnest($${i + 1}::text[]) r offset 0) y)`
  })
  const putBack = async (): Promise<boolean> => {
    const there = await filled()
    if (there.some((table) => table.rows > MOST_ROWS)) return false
    if ((await ask<{ shape: string }>(shape))[0]?.shape !== was[0]?.shape) return false
    await db.transaction(
      async (client) => {
        await client.query(unchecked)
        if (there.length)
          await client.query(`with ${there.map(({ name }, i) => `d${i} as (delete from ${name})`).join(', ')} select`)
        await client.query(`with ${insert.join(', ')} select`, rows)
      },
      { durable: false },
    )
    for (const { name, at } of counted) await ask('select setval($1, $2, $3)', [name, at ?? 1, at !== null])
    // Of what somebody wrote meanwhile, unasked, the next borrower shall not hear.
    return JSON.stringify(await filled()) === JSON.stringify(full)
  }
  return { putBack }
}
