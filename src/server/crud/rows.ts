import { getEmptyValue, type Field } from '@/contract/field'
import { errno, Refusal } from '@/contract/errno'
import { isSameValue } from '@/contract/merge-edits'
import type { AnyRow, Resource, Row, RowBase } from '@/contract/resource'
import { withDerivedFields } from '@/contract/build-row'
import { buildAuditStatement, getRowTitle, type RowAccessContext } from './audit'
import { isCountedChange, isSourceChange, assertSourceMonthsOpen, notifySourceWritten } from './month-guard'
import { assertRowRules, insertRows, prepareInsertedValues, type InsertValues, type WritableRow } from './insert-rows'
import { recordFileUse } from './record-file-use'
import { insertInSingleStatement, NeedsTransaction } from './single-insert'
import { buildConflictRefusal, mergeEdit } from './merge-edit'
import { sealSecretFields } from '@/server/seals'
import { getStatements, toStoredValue } from './statements'
import { recordWrite } from './written-rows'
import { assertReferencesExist, getUnguardedReferences } from './unguarded-references'

type Where<R> = { [K in keyof Row<R>]?: Row<R>[K] | readonly NonNullable<Row<R>[K]>[] | null }
export interface FindOptions<R> {
  where?: Where<R>
  orderBy?: string
  limit?: number
  lock?: boolean
}
type RowPatch<R> = Partial<WritableRow<R>>

/** Access to rows within one request. Every change writes the audit log and raises the row's version. */
export interface Rows {
  /** Returns a row. @throws errno.notFound if it does not exist */
  get<R extends Resource>(resource: R, id: string): Promise<Row<R>>
  /**
   * Returns a row and locks it against changes until this transaction ends. Rows that refer to it can still be written,
   * so that records of a machine do not wait for each other. `blockReferences` also blocks writes of such rows, for
   * decisions that depend on their absence.
   */
  lock<R extends Resource>(resource: R, id: string, options?: { blockReferences?: boolean }): Promise<Row<R>>
  /**
   * Finds rows by equality or membership, at most 1,000 by default. `orderBy` is a field; a leading `-` sorts
   * descending.
   */
  find<R extends Resource>(resource: R, options: FindOptions<R>): Promise<Row<R>[]>
  /** Inserts a row. @throws errno.exists if it already exists, errno.notFound if a referenced row does not */
  insert<R extends Resource>(resource: R, values: InsertValues<R>): Promise<Row<R>>
  /**
   * Inserts many rows with few statements, in an open transaction. The rows must not contain files.
   * @throws an error that does not tell which row it refuses
   */
  insertAll<R extends Resource>(resource: R, valuesOfRows: readonly InsertValues<R>[]): Promise<Row<R>[]>
  /**
   * Updates a row and returns it as stored.
   * @throws errno.message with both versions in `data` if `version` is stale; with `merge`, only if both changed the same field
   */
  update<R extends Resource>(
    resource: R,
    id: string,
    patch: RowPatch<R>,
    options?: { version?: number | null; merge?: boolean },
  ): Promise<Row<R>>
  /**
   * Locks the row and returns the values that `update` with `merge` would write; without a version, the patch itself.
   */
  merge<R extends Resource>(
    resource: R,
    id: string,
    patch: RowPatch<R>,
    version: number | null | undefined,
  ): Promise<RowPatch<R>>
  /** Removes a row. @throws errno.message with both versions if `version` is stale */
  remove<R extends Resource>(resource: R, id: string, options?: { version?: number | null }): Promise<void>
}

/** Binds row access to the context of a request. */
export function bindRows(ctx: RowAccessContext): Rows {
  return {
    get: (resource, id) => loadRow(ctx, resource, id, ''),
    lock: (resource, id, options) =>
      loadRow(requireTransaction(ctx), resource, id, options?.blockReferences ? LOCK_FOR_REMOVAL : LOCK_FOR_CHANGE),
    find: (resource, options) => findRows(ctx, resource, options),
    insert: (resource, values) => insertRow(ctx, resource, values),
    insertAll: (resource, valuesOfRows) => insertRows(requireTransaction(ctx), resource, valuesOfRows),
    update: (resource, id, patch, options) => updateRow(requireTransaction(ctx), resource, id, patch, options ?? {}),
    merge: (resource, id, patch, version) => mergePatch(requireTransaction(ctx), resource, id, patch, version),
    remove: (resource, id, options) => removeRow(requireTransaction(ctx), resource, id, options?.version),
  }
}
/** The lock for updates. It is the weaker lock: other calls can still write rows that refer to the locked row. */
const LOCK_FOR_CHANGE = ' for no key update'
const LOCK_FOR_REMOVAL = ' for update'
/** Returns the context if it runs in a transaction. @throws NeedsTransaction in a single-statement call */
function requireTransaction(ctx: RowAccessContext): RowAccessContext {
  if (ctx.singleInsert?.isInserted) throw new Error(`${ctx.operation} is declared as one insert and writes more`)
  if (ctx.singleInsert) throw new NeedsTransaction()
  return ctx
}

async function loadRow<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  id: string,
  lockClause: string,
): Promise<Row<R>> {
  const statements = getStatements(resource)
  const [row] = await ctx.query(
    `select ${statements.columns} from ${statements.table} where site_id = $1 and id = $2${lockClause}`,
    [ctx.site, id],
  )
  if (!row)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t(`${resource.area}:${resource.name}.name`) },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  return row as Row<R>
}

async function findRows<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  options: FindOptions<R>,
): Promise<Row<R>[]> {
  const statements = getStatements(resource)
  const values: unknown[] = [ctx.site]
  const conditions = Object.entries(options.where ?? {}).map(([name, value]) => {
    const column = statements.columnByField[name]
    if (!column) throw new Error(`no field ${name}`)
    if (value === null) return `${column} is null`
    const literals = inlineChoiceValues(resource.fields[name], value)
    if (literals) return `${column} in (${literals})`
    values.push(value)
    return Array.isArray(value) ? `${column} = any($${values.length})` : `${column} = $${values.length}`
  })
  const orderBy = options.orderBy ?? 'id'
  const orderSql = `${statements.columnByField[orderBy.replace(/^-/, '')] ?? 'id'}${orderBy.startsWith('-') ? ' desc' : ''}`
  const rows = await ctx.query(
    `select ${statements.columns} from ${statements.table} where ${['site_id = $1', ...conditions].join(' and ')} order by ${orderSql} limit ${options.limit ?? 1000}${options.lock ? LOCK_FOR_CHANGE : ''}`,
    values,
  )
  return rows as Row<R>[]
}

/**
 * Inlines choice values as literals; null for other fields. With parameters the planner assumes average selectivity and
 * scans the whole table for rare states.
 */
function inlineChoiceValues(field: Field | undefined, value: unknown): string | null {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (
    field?.kind !== 'choice' ||
    values.length === 0 ||
    !values.every((option) => field.options.includes(option as string))
  )
    return null
  return values.map((option) => `'${String(option).replaceAll("'", "''")}'`).join(', ')
}

async function insertRow<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  values: InsertValues<R>,
): Promise<Row<R>> {
  const statements = getStatements(resource)
  const rowValues = prepareInsertedValues(ctx, resource, values)
  await assertSourceMonthsOpen(ctx, resource, [{ previousRow: null, nextRow: rowValues }])
  if (ctx.singleInsert) {
    ctx.touch(resource.name)
    return (await insertInSingleStatement(ctx, ctx.singleInsert, {
      resource,
      values: rowValues,
      title: getRowTitle(resource, rowValues),
      lookups: getUnguardedReferences(ctx, resource, rowValues),
    })) as Row<R>
  }
  await assertReferencesExist(ctx, resource, rowValues)
  const names = Object.keys(rowValues).filter((name) => rowValues[name] !== undefined && statements.columnByField[name])
  // $1 is the site, $2 the time; the values follow from $3.
  const parameters: unknown[] = [
    ctx.site,
    ctx.now,
    ...names.map((name) =>
      resource.fields[name] ? toStoredValue(resource.fields[name], rowValues[name]) : rowValues[name],
    ),
  ]
  const auditSql = buildAuditStatement(ctx, parameters, {
    resource: resource.name,
    action: 'insert',
    rowIdSql: 'r.id',
    title: getRowTitle(resource, rowValues),
    beforeSql: 'null',
    afterSql: `jsonb_strip_nulls(${statements.auditedJson})`,
  })
  const [row] = await ctx.query(
    `with r as (insert into ${statements.table} (site_id, created_at, updated_at${names.map((n) => `, ${statements.columnByField[n]}`).join('')}) values ($1, $2, $2${names.map((_, i) => `, $${i + 3}`).join('')}) returning *), ` +
      `log as (${auditSql}) select ${statements.columns} from r`,
    parameters,
  )
  await recordFileUse(ctx, resource, row as RowBase & Record<string, unknown>, null)
  recordWrite(ctx, resource, rowValues['id'] as string)
  await notifySourceWritten(ctx, resource, null, row as AnyRow)
  return row as Row<R>
}

async function mergePatch<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  id: string,
  patch: RowPatch<R>,
  version: number | null | undefined,
): Promise<RowPatch<R>> {
  const currentRow = (await loadRow(ctx, resource, id, LOCK_FOR_CHANGE)) as RowBase & Record<string, unknown>
  return version == null ? patch : ((await mergeEdit(ctx, resource, currentRow, patch, version)) as RowPatch<R>)
}

async function updateRow<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  id: string,
  patch: RowPatch<R>,
  { version, merge: canMerge }: { version?: number | null; merge?: boolean },
): Promise<Row<R>> {
  const statements = getStatements(resource)
  const previousRow = (await loadRow(ctx, resource, id, LOCK_FOR_CHANGE)) as RowBase & Record<string, unknown>
  const isStale = version != null && previousRow.version !== version
  if (isStale && !canMerge) throw await buildConflictRefusal(ctx, resource, previousRow, patch)
  const mergedPatch = isStale ? await mergeEdit(ctx, resource, previousRow, patch, version) : patch
  const storedPatch = sealSecretFields(ctx.app.seals, resource, withDerivedFields(resource, mergedPatch, previousRow))
  const changedEntries = Object.entries(storedPatch)
    .filter(([name, value]) => name !== 'id' && value !== undefined && statements.columnByField[name])
    .map(
      ([name, value]) =>
        [name, value ?? (resource.fields[name] ? getEmptyValue(resource.fields[name]) : null)] as const,
    )
    .filter(([name, value]) => !isSameValue(value, previousRow[name]))
  if (changedEntries.length === 0) return previousRow as Row<R>
  const changedValues = Object.fromEntries(changedEntries)
  const nextRow = { ...previousRow, ...changedValues }
  assertRowRules(ctx, resource, nextRow, Object.keys(changedValues))
  if (isSourceChange(resource, changedValues)) await assertSourceMonthsOpen(ctx, resource, [{ previousRow, nextRow }])
  await assertReferencesExist(ctx, resource, changedValues)
  const auditedFields = changedEntries.map(([name]) => name).filter((n) => !statements.unauditedFields.includes(n))
  // $1 is the site, $2 the time, $3 the id; the changed values follow from $4, then the audit log's `before` and `after`.
  const parameters: unknown[] = [
    ctx.site,
    ctx.now,
    id,
    ...changedEntries.map(([name, value]) =>
      resource.fields[name] ? toStoredValue(resource.fields[name], value) : value,
    ),
    JSON.stringify(Object.fromEntries(auditedFields.map((n) => [n, previousRow[n] ?? null]))),
    JSON.stringify({
      ...Object.fromEntries(auditedFields.map((n) => [n, changedValues[n] ?? null])),
      version: previousRow.version + 1,
    }),
  ]
  const auditSql = buildAuditStatement(ctx, parameters, {
    resource: resource.name,
    action: 'update',
    rowIdSql: 'r.id',
    title: getRowTitle(resource, nextRow),
    beforeSql: `$${changedEntries.length + 4}::jsonb`,
    afterSql: `$${changedEntries.length + 5}::jsonb`,
  })
  const [row] = await ctx.query(
    `with r as (update ${statements.table} set version = version + 1, updated_at = $2${changedEntries.map(([n], i) => `, ${statements.columnByField[n]} = $${i + 4}`).join('')} where site_id = $1 and id = $3 returning *), ` +
      `log as (${auditSql}) select ${statements.columns} from r`,
    parameters,
  )
  await recordFileUse(ctx, resource, row as RowBase & Record<string, unknown>, previousRow)
  recordWrite(ctx, resource, id, Object.keys(changedValues))
  if (isCountedChange(resource, changedValues, previousRow))
    await notifySourceWritten(ctx, resource, previousRow, row as AnyRow)
  return row as Row<R>
}

async function removeRow<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  id: string,
  version?: number | null,
): Promise<void> {
  const statements = getStatements(resource)
  const removedRow = (await loadRow(ctx, resource, id, LOCK_FOR_REMOVAL)) as RowBase & Record<string, unknown>
  if (version != null && removedRow.version !== version) throw await buildConflictRefusal(ctx, resource, removedRow, {})
  await assertSourceMonthsOpen(ctx, resource, [{ previousRow: removedRow, nextRow: null }])
  const parameters: unknown[] = [ctx.site, ctx.now, id, resource.name]
  const auditSql = buildAuditStatement(ctx, parameters, {
    resource: resource.name,
    action: 'delete',
    rowIdSql: 'r.id',
    title: getRowTitle(resource, removedRow),
    beforeSql: `jsonb_strip_nulls(${statements.auditedJson})`,
    afterSql: 'null',
  })
  await ctx.query(
    `with r as (delete from ${statements.table} where site_id = $1 and id = $3 returning *), log as (${auditSql}), ` +
      `uses as (delete from file_use where site_id = $1 and row_id = $3), ` +
      `gone as (insert into gone_row (site_id, resource, row_id, gone_at) select $1, $4, r.id, $2 from r on conflict do nothing) select 1`,
    parameters,
  )
  recordWrite(ctx, resource, id)
  await notifySourceWritten(ctx, resource, removedRow, null)
}
