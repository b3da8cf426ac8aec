import { escapeIdentifier, type PoolClient, type QueryResultRow } from 'pg'
import { setImmediate } from 'node:timers/promises'
import { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import type { Field } from '@/contract/field'
import { baseFields, type Resource } from '@/contract/resource'
import { getStatements, toStoredValue } from '@/server/crud/statements'
import { complete, type Batch } from './draft'

const AT_ONCE = 2000
/** Statements that may be sent before the database has finished the first of them. */
const AHEAD = 8
/** The part of a database client that sends statements. */
export interface StatementSender {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: R[] }>
}
/** Fields that repeat those of a referenced row. The database copies them, so they are not sent again for each row. */
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
 * Stores rows in bulk, without an audit trail. Rows of a table are buffered until they fill a statement, because a
 * small statement costs the database nearly as much as a large one. The next statements are built while the database
 * executes one; `flush` sends the buffered rows and waits for all statements.
 */
export class BulkStore {
  private readonly underWay: Promise<unknown>[] = []
  private readonly gathered = new Map<Resource, Batch['rows'][number][]>()

  private constructor(
    private readonly client: StatementSender,
    private readonly site: number,
    private readonly types: ReadonlyMap<string, string>,
    private readonly onStored: (rows: number) => void,
  ) {}

  /** Opens a store that knows the column types of the database. */
  static async open(client: StatementSender, site: number, onStored: (rows: number) => void): Promise<BulkStore> {
    const { rows } = await client.query<{ column: string; type: string }>(
      `select c.relname || '.' || a.attname as "column", format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
       join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0`,
    )
    return new BulkStore(client, site, new Map(rows.map(({ column, type }) => [column, type])), onStored)
  }

  /** Buffers rows; sends them once they fill a statement. */
  async add({ resource, rows }: Batch): Promise<void> {
    const all = this.gathered.get(resource) ?? []
    this.gathered.set(resource, all)
    for (const row of rows) all.push(row)
    if (all.length >= AT_ONCE) await this.send(resource)
  }

  /** Sends all buffered rows; resolves when they are stored. */
  async settled(): Promise<void> {
    for (const resource of this.gathered.keys()) await this.send(resource)
    await Promise.all(this.underWay.splice(0))
  }

  /** Sends the buffered rows of a resource, after the rows that they copy fields from. */
  private async send(resource: Resource): Promise<void> {
    const rows = this.gathered.get(resource)
    if (!rows) return
    this.gathered.delete(resource)
    const from = copied[resource.name]?.from
    if (from) await this.send(from)
    const sent = this.sentOf(resource)
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const part = rows.slice(at, at + AT_ONCE)
      const { statement, values } = insertOf(resource, sent, part)
      if (this.underWay.length >= AHEAD) await this.underWay.shift()
      const insert = this.client.query(statement, [this.site, ...values])
      // Prevents an unhandled rejection; the failure surfaces when the statement is awaited.
      insert.catch(() => undefined)
      this.underWay.push(insert)
      this.onStored(part.length)
      // Lets the statement be written to the socket before the thread is busy again.
      await setImmediate()
    }
  }

  /** Columns that are sent for each row. */
  private sentOf(resource: Resource): readonly Sent[] {
    const borrowed = copied[resource.name]?.fields ?? []
    const none: Readonly<Record<string, unknown>> = complete(resource, {})
    const fields: Readonly<Record<string, Field>> = { ...baseFields, ...resource.fields }
    return Object.entries(getStatements(resource).column)
      .filter(([name]) => !borrowed.includes(name))
      .map(([name, column]) => ({
        name,
        column,
        type: this.types.get(`${resource.table}.${unquoted(column)}`) ?? 'text',
        field: fields[name]!,
        empty: none[name] ?? null,
      }))
  }
}
const unquoted = (name: string): string => name.slice(1, -1)

interface Sent {
  readonly name: string
  readonly column: string
  readonly type: string
  readonly field: Field
  /** Value for rows that omit the field. */
  readonly empty: unknown
}
/**
 * Builds an insert that passes one array per column, which costs the database half as much as JSON rows. A column with
 * the same value in all rows is passed as one value.
 */
function insertOf(
  resource: Resource,
  sent: readonly Sent[],
  rows: Batch['rows'],
): { statement: string; values: unknown[] } {
  const { table, column } = getStatements(resource)
  const copy = copied[resource.name]
  const values: unknown[] = []
  const arrays: Sent[] = []
  const arrayTypes: string[] = []
  const source = new Map(copy?.fields.map((name) => [name, `o.${column[name]}`]))
  for (const each of sent) {
    const all = rows.map((row) => valueOf(each, row))
    const varies = each.name === 'id' || each.name === copy?.by || all.some((value) => value !== all[0])
    values.push(varies ? all : all[0])
    // Parameter $1 is the site.
    const parameter = `$${values.length + 1}::${each.type}`
    source.set(each.name, varies ? `r.${each.column}` : parameter)
    if (varies) {
      arrays.push(each)
      arrayTypes.push(`${parameter}[]`)
    }
  }
  const names = Object.keys(column)
  const join = copy
    ? ` join public.${getStatements(copy.from).table} o on o.site_id = $1 and o.id = r.${column[copy.by]}`
    : ''
  return {
    statement: `insert into public.${table} (site_id, ${names.map((name) => column[name]).join(', ')}) select $1::int, ${names.map((name) => source.get(name)).join(', ')} from unnest(${arrayTypes.join(', ')}) r(${arrays.map((each) => each.column).join(', ')})${join}`,
    values,
  }
}
const valueOf = ({ name, field, empty }: Sent, row: Readonly<Record<string, unknown>>): unknown =>
  toStoredValue(field, row[name] ?? (name === 'updatedAt' ? row['createdAt'] : empty))

/**
 * Truncates empty tables so that they get new files within the caller's transaction. With `wal_level` minimal, as in
 * the embedded database, writes to new files need no WAL: they are on disk before the commit, or never become visible.
 */
async function beginAnew(client: PoolClient, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c where c.oid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t) and c.relkind = 'r' and pg_relation_size(c.oid) = 0
       and not exists (select from pg_constraint k where k.contype = 'f' and k.confrelid = c.oid)`,
    [tables],
  )
  if (rows.length > 0) await client.query(`truncate ${rows.map(({ table }) => table).join(', ')}`)
}
interface Kept {
  table: string
  name: string
  definition: string
}
/** A table whose indexes are built later, except those on fields that single statements look up repeatedly. */
export interface Waiting {
  readonly of: Resource
  readonly lookedUpBy: readonly string[]
}
const waitsFor = ({ table, definition }: Kept, later: readonly Waiting[]): boolean => {
  const one = later.find(({ of }) => of.table === table)
  const by = /\(site_id, (\w+)/.exec(definition)?.[1]
  return one !== undefined && !one.lookedUpBy.some((field) => getStatements(one.of).column[field] === `"${by}"`)
}
/** Statements that complete the tables' structure later, in this order. */
export interface DeferredStructure {
  /** Indexes that only make reading faster. */
  readonly indexes: readonly DeferredStatement[]
  /** Foreign keys of tables that will receive more rows in bulk. */
  readonly foreignKeys: readonly DeferredStatement[]
  /** Validation of existing rows; new rows are checked already. */
  readonly validations: readonly DeferredStatement[]
}
export interface DeferredStatement {
  readonly table: string
  readonly statement: string
}
export interface BulkLoadOptions {
  /** Tables with indexes that are built later. */
  readonly waiting?: readonly Waiting[]
  /** Tables whose indexes are dropped during `work`; default all. In small tables, maintaining indexes is cheaper. */
  readonly large?: ReadonlySet<string>
  /** Tables that receive more rows in bulk after `work`, so their foreign keys are deferred. Called after `work`. */
  readonly growing?: () => readonly string[]
}
/**
 * Runs `work` without foreign keys, and for large tables without indexes other than the primary keys, then recreates
 * them: sorting once is cheaper than row by row. Recreated foreign keys check new rows immediately and existing rows
 * later. Runs in the caller's transaction, so it is all or nothing.
 *
 * @returns statements that the caller executes afterwards
 */
export async function withoutIndexes(
  client: PoolClient,
  resources: readonly Resource[],
  work: () => Promise<void>,
  { waiting = [], large, growing = () => [] }: BulkLoadOptions = {},
): Promise<DeferredStructure> {
  const tables = resources.map(({ table }) => table)
  const largeTables = large ? tables.filter((table) => large.has(table)) : tables
  const { rows: keys } = await client.query<Kept>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t)`,
    [tables],
  )
  const { rows } = await client.query<Kept & { unique: boolean }>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, i.indisunique as unique from pg_index i
     where i.indrelid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t) and not i.indisprimary and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [largeTables],
  )
  const indexes = rows.map((index) => ({ ...index, waits: !index.unique && waitsFor(index, waiting) }))
  for (const table of new Set(keys.map((key) => key.table)))
    await client.query(
      `alter table ${table} ${keys
        .filter((key) => key.table === table)
        .map(({ name }) => `drop constraint ${escapeIdentifier(name)}`)
        .join(', ')}`,
    )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await beginAnew(client, largeTables)
  await work()
  for (const { definition, waits } of indexes) if (!waits) await client.query(definition)
  const grow = new Set(growing())
  const constraint = ({ name, definition }: Kept): string => `add constraint ${escapeIdentifier(name)} ${definition}`
  const added = keys.filter(({ table }) => !grow.has(table))
  for (const table of new Set(added.map((key) => key.table)))
    await client.query(
      `alter table ${table} ${added
        .filter((key) => key.table === table)
        .map((key) => `${constraint(key)} not valid`)
        .join(', ')}`,
    )
  return {
    indexes: indexes.filter(({ waits }) => waits).map(({ table, definition }) => ({ table, statement: definition })),
    foreignKeys: keys
      .filter(({ table }) => grow.has(table))
      .map((key) => ({ table: key.table, statement: `alter table ${key.table} ${constraint(key)}` })),
    validations: added.map(({ table, name }) => ({
      table,
      statement: `alter table ${table} validate constraint ${escapeIdentifier(name)}`,
    })),
  }
}
