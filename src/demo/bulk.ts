import type { PoolClient } from 'pg'
import { escapeIdentifier } from 'pg'
import { setImmediate } from 'node:timers/promises'
import { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import type { Resource } from '@/contract/resource'
import { statementsOf } from '@/server/crud/sql'
import { complete, type Batch } from './draft'

const AT_ONCE = 2000
/** Statements built before the database has taken in the first of them. */
const AHEAD = 8
/** Fields that repeat those of a row referred to: copied inside the database rather than sent again for each row. */
const copied: Readonly<Record<string, { from: Resource; by: string; fields: readonly string[] }>> = {
  [inspectionRound.name]: { from: inspectionPlan, by: 'planId', fields: ['points', 'items'] },
  [slitRoll.name]: {
    from: slitSet,
    by: 'slitSetId',
    fields: [
      'jumboRollId',
      'slitterId',
      'fromM',
      'toM',
      'doffedAt',
      'businessDate',
      'shift',
      'team',
      'userId',
      'createdAt',
      'updatedAt',
      'createdBy',
    ],
  },
}

/**
 * Stores rows in bulk, without the audit trail of single changes. While the database takes in one statement, the next
 * ones are built: `settled` waits for the last.
 */
export class BulkStore {
  private readonly underWay: Promise<unknown>[] = []

  constructor(
    private readonly client: PoolClient,
    private readonly site: number,
    private readonly stored: (rows: number) => void,
  ) {}

  async add({ resource, rows }: Batch): Promise<void> {
    const statement = insertOf(resource)
    const sent = sentOf(resource)
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const part = rows.slice(from, from + AT_ONCE)
      const json = JSON.stringify(part.map((row) => columnsOf(sent, row)))
      if (this.underWay.length >= AHEAD) await this.underWay.shift()
      const insert = this.client.query(statement, [this.site, json])
      // A failure is told when its turn comes to be waited for, and to nobody before.
      insert.catch(() => undefined)
      this.underWay.push(insert)
      this.stored(part.length)
      // The statement leaves before the thread is busy again.
      await setImmediate()
    }
  }

  /** Resolves when all rows are in. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.splice(0))
  }
}

// The schema is named because a table may be called as a type of PostgreSQL is: `line`.
function insertOf(resource: Resource): string {
  const { table, column } = statementsOf(resource)
  const copy = copied[resource.name]
  const names = Object.keys(column)
  const source = names.map((name) => (copy?.fields.includes(name) ? `o.${column[name]}` : `r.${column[name]}`))
  const join = copy
    ? ` join public.${statementsOf(copy.from).table} o on o.site_id = $1 and o.id = r.${column[copy.by]}`
    : ''
  return `insert into public.${table} (site_id, ${names.map((name) => column[name]).join(', ')}) select $1::int, ${source.join(', ')} from json_populate_recordset(null::public.${table}, $2::json) r${join}`
}
const unquoted = (name: string): string => name.slice(1, -1)

interface Sent {
  readonly field: string
  readonly column: string
  /** What is stored where a row leaves the field out. */
  readonly empty: unknown
}
/** What is sent of each row: a column that is not named arrives as null, which saves sending it. */
function sentOf(resource: Resource): readonly Sent[] {
  const borrowed = copied[resource.name]?.fields ?? []
  const none: Readonly<Record<string, unknown>> = complete(resource, {})
  return Object.entries(statementsOf(resource).column)
    .filter(([field]) => !borrowed.includes(field))
    .map(([field, column]) => ({ field, column: unquoted(column), empty: none[field] ?? null }))
}
function columnsOf(sent: readonly Sent[], row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const { field, column, empty } of sent) {
    const value = row[field] ?? (field === 'updatedAt' ? row['createdAt'] : empty)
    if (value !== null) columns[column] = value
  }
  return columns
}

interface Kept {
  table: string
  name: string
  definition: string
}
/**
 * Puts the foreign keys of tables and all indexes but their primary keys aside while `work` fills them, and makes them again from what is
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
     where i.indrelid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t) and not i.indisprimary and not exists (select from pg_constraint where conindid = i.indexrelid)`,
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
