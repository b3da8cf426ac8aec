import { escapeIdentifier, type PoolClient, type QueryResultRow } from 'pg'
import { setImmediate } from 'node:timers/promises'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import { inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import type { Field } from '@/contract/field'
import { baseFields, type Resource } from '@/contract/resource'
import { getStatements, toStoredValue } from '@/server/crud/statements'
import { completeRow, type RowBatch } from './draft'

const ROWS_PER_STATEMENT = 2000
/** Statements that may be sent before the database has finished the first of them. */
const MAX_PENDING_STATEMENTS = 8
/** The part of a database client that sends statements. */
export interface StatementSender {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: R[] }>
}
/**
 * Fields that repeat fields of a referenced row. The database copies their values, so they are not sent for each row.
 */
const copiedFields: Readonly<Record<string, { source: Resource; keyField: string; fields: readonly string[] }>> = {
  [inspectionRound.name]: { source: inspectionPlan, keyField: 'planId', fields: ['points', 'items'] },
  [slitRoll.name]: {
    source: slitSet,
    keyField: 'slitSetId',
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
  private readonly pendingStatements: Promise<unknown>[] = []
  private readonly bufferedRows = new Map<Resource, RowBatch['rows'][number][]>()

  private constructor(
    private readonly client: StatementSender,
    private readonly site: number,
    private readonly columnTypes: ReadonlyMap<string, string>,
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
  async add({ resource, rows }: RowBatch): Promise<void> {
    const buffered = this.bufferedRows.get(resource) ?? []
    this.bufferedRows.set(resource, buffered)
    for (const row of rows) buffered.push(row)
    if (buffered.length >= ROWS_PER_STATEMENT) await this.send(resource)
  }

  /** Sends all buffered rows; resolves when they are stored. */
  async flush(): Promise<void> {
    for (const resource of this.bufferedRows.keys()) await this.send(resource)
    await Promise.all(this.pendingStatements.splice(0))
  }

  /** Sends the buffered rows of a resource, after the rows that they copy fields from. */
  private async send(resource: Resource): Promise<void> {
    const rows = this.bufferedRows.get(resource)
    if (!rows) return
    this.bufferedRows.delete(resource)
    const source = copiedFields[resource.name]?.source
    if (source) await this.send(source)
    const columns = this.getSentColumns(resource)
    for (let offset = 0; offset < rows.length; offset += ROWS_PER_STATEMENT) {
      const chunk = rows.slice(offset, offset + ROWS_PER_STATEMENT)
      const { statement, values } = buildInsert(resource, columns, chunk)
      if (this.pendingStatements.length >= MAX_PENDING_STATEMENTS) await this.pendingStatements.shift()
      const pendingInsert = this.client.query(statement, [this.site, ...values])
      // Prevents an unhandled rejection; the failure surfaces when the statement is awaited.
      pendingInsert.catch(() => undefined)
      this.pendingStatements.push(pendingInsert)
      this.onStored(chunk.length)
      // Lets the statement be written to the socket before the thread is busy again.
      await setImmediate()
    }
  }

  /** Returns the columns that are sent for each row. */
  private getSentColumns(resource: Resource): readonly SentColumn[] {
    const copiedNames = copiedFields[resource.name]?.fields ?? []
    const emptyRow: Readonly<Record<string, unknown>> = completeRow(resource, {})
    const fields: Readonly<Record<string, Field>> = { ...baseFields, ...resource.fields }
    return Object.entries(getStatements(resource).columnByField)
      .filter(([name]) => !copiedNames.includes(name))
      .map(([name, column]) => ({
        name,
        column,
        type: this.columnTypes.get(`${resource.table}.${removeQuotes(column)}`) ?? 'text',
        field: fields[name]!,
        empty: emptyRow[name] ?? null,
      }))
  }
}
const removeQuotes = (name: string): string => name.slice(1, -1)

interface SentColumn {
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
function buildInsert(
  resource: Resource,
  sentColumns: readonly SentColumn[],
  rows: RowBatch['rows'],
): { statement: string; values: unknown[] } {
  const { table, columnByField } = getStatements(resource)
  const copySpec = copiedFields[resource.name]
  const values: unknown[] = []
  const arrayColumns: SentColumn[] = []
  const arrayTypes: string[] = []
  // In the statement, `r` is a sent row, and `o` is the row that fields are copied from.
  const expressionByField = new Map(copySpec?.fields.map((name) => [name, `o.${columnByField[name]}`]))
  for (const sentColumn of sentColumns) {
    const columnValues = rows.map((row) => toColumnValue(sentColumn, row))
    const varies =
      sentColumn.name === 'id' ||
      sentColumn.name === copySpec?.keyField ||
      columnValues.some((value) => value !== columnValues[0])
    values.push(varies ? columnValues : columnValues[0])
    // Parameter $1 is the site.
    const parameter = `$${values.length + 1}::${sentColumn.type}`
    expressionByField.set(sentColumn.name, varies ? `r.${sentColumn.column}` : parameter)
    if (varies) {
      arrayColumns.push(sentColumn)
      arrayTypes.push(`${parameter}[]`)
    }
  }
  const fieldNames = Object.keys(columnByField)
  const joinClause = copySpec
    ? ` join public.${getStatements(copySpec.source).table} o on o.site_id = $1 and o.id = r.${columnByField[copySpec.keyField]}`
    : ''
  return {
    statement: `insert into public.${table} (site_id, ${fieldNames.map((name) => columnByField[name]).join(', ')}) select $1::int, ${fieldNames.map((name) => expressionByField.get(name)).join(', ')} from unnest(${arrayTypes.join(', ')}) r(${arrayColumns.map((sentColumn) => sentColumn.column).join(', ')})${joinClause}`,
    values,
  }
}
const toColumnValue = ({ name, field, empty }: SentColumn, row: Readonly<Record<string, unknown>>): unknown =>
  toStoredValue(field, row[name] ?? (name === 'updatedAt' ? row['createdAt'] : empty))

/**
 * Truncates empty tables so that they get new files within the caller's transaction. With `wal_level` minimal, as in
 * the embedded database, the database writes no WAL for new files. It syncs these files to disk before the commit.
 */
async function truncateEmptyTables(client: PoolClient, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c where c.oid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t) and c.relkind = 'r' and pg_relation_size(c.oid) = 0
       and not exists (select from pg_constraint k where k.contype = 'f' and k.confrelid = c.oid)`,
    [tables],
  )
  if (rows.length > 0) await client.query(`truncate ${rows.map(({ table }) => table).join(', ')}`)
}
interface SchemaObject {
  table: string
  name: string
  definition: string
}
/** A table whose indexes are built later, except those on fields that single statements look up repeatedly. */
export interface DeferredIndexes {
  readonly resource: Resource
  readonly lookupFields: readonly string[]
}
const isIndexDeferred = ({ table, definition }: SchemaObject, deferredIndexes: readonly DeferredIndexes[]): boolean => {
  const entry = deferredIndexes.find(({ resource }) => resource.table === table)
  const indexedColumn = /\(site_id, (\w+)/.exec(definition)?.[1]
  return (
    entry !== undefined &&
    !entry.lookupFields.some((field) => getStatements(entry.resource).columnByField[field] === `"${indexedColumn}"`)
  )
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
  readonly deferredIndexes?: readonly DeferredIndexes[]
  /** Tables whose indexes are dropped during `work`; default all. In small tables, maintaining indexes is cheaper. */
  readonly largeTables?: ReadonlySet<string>
  /** Tables that receive more rows in bulk after `work`, so their foreign keys are deferred. Called after `work`. */
  readonly getGrowingTables?: () => readonly string[]
}
/**
 * Runs `work` without foreign keys, and for large tables without indexes other than the primary keys. Then it recreates
 * the foreign keys and indexes, because building an index once is cheaper than updating it for each row. Recreated
 * foreign keys check new rows immediately and existing rows later. All of this happens in the caller's transaction.
 *
 * @returns statements that the caller executes afterwards
 */
export async function runWithoutIndexes(
  client: PoolClient,
  resources: readonly Resource[],
  work: () => Promise<void>,
  { deferredIndexes = [], largeTables, getGrowingTables = () => [] }: BulkLoadOptions = {},
): Promise<DeferredStructure> {
  const tables = resources.map(({ table }) => table)
  const unindexedTables = largeTables ? tables.filter((table) => largeTables.has(table)) : tables
  const { rows: foreignKeys } = await client.query<SchemaObject>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t)`,
    [tables],
  )
  const { rows: indexRows } = await client.query<SchemaObject & { unique: boolean }>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, i.indisunique as unique from pg_index i
     where i.indrelid = any(select to_regclass(quote_ident(t)) from unnest($1::text[]) t) and not i.indisprimary and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [unindexedTables],
  )
  const indexes = indexRows.map((index) => ({
    ...index,
    isDeferred: !index.unique && isIndexDeferred(index, deferredIndexes),
  }))
  for (const table of new Set(foreignKeys.map((key) => key.table)))
    await client.query(
      `alter table ${table} ${foreignKeys
        .filter((key) => key.table === table)
        .map(({ name }) => `drop constraint ${escapeIdentifier(name)}`)
        .join(', ')}`,
    )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await truncateEmptyTables(client, unindexedTables)
  await work()
  for (const { definition, isDeferred } of indexes) if (!isDeferred) await client.query(definition)
  const growingTables = new Set(getGrowingTables())
  const toConstraintClause = ({ name, definition }: SchemaObject): string =>
    `add constraint ${escapeIdentifier(name)} ${definition}`
  const immediateKeys = foreignKeys.filter(({ table }) => !growingTables.has(table))
  for (const table of new Set(immediateKeys.map((key) => key.table)))
    await client.query(
      `alter table ${table} ${immediateKeys
        .filter((key) => key.table === table)
        .map((key) => `${toConstraintClause(key)} not valid`)
        .join(', ')}`,
    )
  return {
    indexes: indexes
      .filter(({ isDeferred }) => isDeferred)
      .map(({ table, definition }) => ({ table, statement: definition })),
    foreignKeys: foreignKeys
      .filter(({ table }) => growingTables.has(table))
      .map((key) => ({ table: key.table, statement: `alter table ${key.table} ${toConstraintClause(key)}` })),
    validations: immediateKeys.map(({ table, name }) => ({
      table,
      statement: `alter table ${table} validate constraint ${escapeIdentifier(name)}`,
    })),
  }
}
