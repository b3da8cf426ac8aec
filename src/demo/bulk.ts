import type { PoolClient } from 'pg'
import { escapeIdentifier } from 'pg'
import type { Resource } from '@/contract/resource'
import { statementsOf } from '@/server/crud/sql'
import { complete, type Batch } from './draft'

const AT_ONCE = 2000
/** Columns that repeat those of a row referred to: copied inside the database rather than sent again for each row. */
const copied: Readonly<Record<string, { from: string; by: string; columns: readonly string[] }>> = {
  inspectionRound: { from: 'inspection_plan', by: 'plan_id', columns: ['points', 'items'] },
}

/** Stores rows in bulk, without the audit trail of single changes. */
export async function storeBatch(
  client: PoolClient,
  site: number,
  { resource, rows }: Batch,
  stored: (rows: number) => void,
): Promise<void> {
  const statement = insertOf(resource)
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    await client.query(statement, [site, JSON.stringify(part.map((row) => columnsOf(resource, row)))])
    stored(part.length)
  }
}

// The schema is named because a table may be called as a type of PostgreSQL is: `line`.
function insertOf(resource: Resource): string {
  const { table } = statementsOf(resource)
  const copy = copied[resource.name]
  const names = columnNames(resource)
  const borrowed = copy ? copy.columns : []
  const own = names.filter((name) => !borrowed.includes(name))
  const target = [...own, ...borrowed].map((name) => `, ${escapeIdentifier(name)}`).join('')
  const source = [
    ...own.map((name) => `, r.${escapeIdentifier(name)}`),
    ...borrowed.map((name) => `, o.${escapeIdentifier(name)}`),
  ].join('')
  const join = copy
    ? ` join ${escapeIdentifier(copy.from)} o on o.site_id = $1 and o.id = r.${escapeIdentifier(copy.by)}`
    : ''
  return `insert into public.${table} (site_id${target}) select $1::int${source} from json_populate_recordset(null::public.${table}, $2::json) r${join}`
}
const unquoted = (name: string): string => name.slice(1, -1)
const columnNames = (resource: Resource): string[] => Object.values(statementsOf(resource).column).map(unquoted)

function columnsOf(resource: Resource, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { column } = statementsOf(resource)
  const borrowed = copied[resource.name]?.columns ?? []
  const full = complete(resource, row)
  // A column that is not named arrives as null, which saves sending it.
  return Object.fromEntries(
    Object.entries(full)
      .filter(([name, value]) => value !== null && !borrowed.includes(unquoted(column[name] ?? '""')))
      .map(([name, value]) => [unquoted(column[name] ?? '""'), value]),
  )
}

interface Kept {
  table: string
  name: string
  definition: string
}
/**
 * Puts the foreign keys and plain indexes of tables aside while `work` fills them, and makes them again from what is
 * there: checked and sorted once instead of row by row. Part of the caller's transaction, so it is all or nothing.
 */
export async function withoutIndexes(
  client: PoolClient,
  resources: readonly Resource[],
  work: () => Promise<void>,
): Promise<void> {
  const tables = resources.map(({ table }) => table)
  const { rows: keys } = await client.query<Kept>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t)`,
    [tables],
  )
  const { rows: indexes } = await client.query<Kept>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t) and not i.indisunique`,
    [tables],
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
}
