import { emptyOf, type Field } from '@/contract/field'
import { errno, Refusal, refuseInput, type Issue } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import { same } from '@/contract/merge-edits'
import { withDerived, type AnyRow, type Resource, type Row, type RowBase } from '@/contract/resource'
import { auditStatement, titleOf, type AuditContext } from './audit'
import { isFact, mustBeOpen, tellWritten } from './facts'
import { useFiles } from './file-use'
import { insertAlone, NeedsTransaction } from './one-insert'
import { conflict, mergedEdit } from './merge'
import { sealedIn } from './sealed-fields'
import { statementsOf, stored } from './sql'
import { wrote } from './written-rows'

type Where<R> = { [K in keyof Row<R>]?: Row<R>[K] | readonly NonNullable<Row<R>[K]>[] | null }
export interface FindOptions<R> {
  where?: Where<R>
  orderBy?: string
  limit?: number
  lock?: boolean
}
type Values<R> = Partial<Omit<Row<R>, 'version' | 'createdAt' | 'updatedAt'>>
/** Values of an insert; null stands for the field's empty value, which may be its default. */
type Given<R> = { [K in keyof Values<R>]: Values<R>[K] | null }

/** Access to rows within one request. Every change writes the audit log and raises the row's version. */
export interface Rows {
  /** Returns a row. @throws 4006 if it does not exist */
  get<R extends Resource>(resource: R, id: string): Promise<Row<R>>
  /**
   * Returns a row and locks it against changes until this transaction ends. Rows that refer to it can still be written,
   * so that records of a machine do not wait for each other. `blockReferences` blocks those too, for decisions that
   * depend on their absence. Lock several rows in the order given in `src/README.md`.
   */
  lock<R extends Resource>(resource: R, id: string, options?: { unreferred?: boolean }): Promise<Row<R>>
  /**
   * Finds rows by equality or membership, at most 1,000 by default. `orderBy` is a field; a leading `-` sorts
   * descending.
   */
  find<R extends Resource>(resource: R, options: FindOptions<R>): Promise<Row<R>[]>
  /** Inserts a row. @throws 4003 if it already exists, 4006 if a referenced row does not */
  insert<R extends Resource>(resource: R, values: Given<R>): Promise<Row<R>>
  /**
   * Updates a row and returns it as stored.
   * @throws 6000 with both versions in `data` if `version` is stale; with `merge`, only if both changed the same field
   */
  update<R extends Resource>(
    resource: R,
    id: string,
    patch: Values<R>,
    options?: { version?: number | null; merge?: boolean },
  ): Promise<Row<R>>
  /** Locks the row and returns what `update` with `merge` would write. Without a version this is the patch itself. */
  merge<R extends Resource>(
    resource: R,
    id: string,
    patch: Values<R>,
    version: number | null | undefined,
  ): Promise<Values<R>>
  remove<R extends Resource>(resource: R, id: string, options?: { version?: number | null }): Promise<void>
}

/** Binds row access to the context of a request. */
export function rowsOf(ctx: AuditContext): Rows {
  return {
    get: (resource, id) => one(ctx, resource, id, ''),
    lock: (resource, id, options) => one(inTransaction(ctx), resource, id, options?.unreferred ? removing : changing),
    find: (resource, options) => find(ctx, resource, options),
    insert: (resource, values) => insert(ctx, resource, values),
    update: (resource, id, patch, options) => update(inTransaction(ctx), resource, id, patch, options ?? {}),
    merge: (resource, id, patch, version) => merge(inTransaction(ctx), resource, id, patch, version),
    remove: (resource, id, options) => remove(inTransaction(ctx), resource, id, options?.version),
  }
}
/** A weaker lock for updates: they do not change keys, so rows that refer to this one can still be written. */
const changing = ' for no key update'
const removing = ' for update'
/** Returns the context if it runs in a transaction. @throws NeedsTransaction in a single-statement call */
function inTransaction(ctx: AuditContext): AuditContext {
  if (ctx.alone?.done) throw new Error(`${ctx.operation} is declared as one insert and writes more`)
  if (ctx.alone) throw new NeedsTransaction()
  return ctx
}

async function one<R extends Resource>(ctx: AuditContext, resource: R, id: string, suffix: string): Promise<Row<R>> {
  const r = resource
  const s = statementsOf(r)
  const [row] = await ctx.query(`select ${s.columns} from ${s.table} where site_id = $1 and id = $2${suffix}`, [
    ctx.site,
    id,
  ])
  if (!row)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t(`${r.area}:${r.name}.name`) },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  return row as Row<R>
}

async function find<R extends Resource>(ctx: AuditContext, resource: R, o: FindOptions<R>): Promise<Row<R>[]> {
  const s = statementsOf(resource)
  const values: unknown[] = [ctx.site]
  const conditions = Object.entries(o.where ?? {}).map(([name, value]) => {
    const column = s.column[name]
    if (!column) throw new Error(`no field ${name}`)
    if (value === null) return `${column} is null`
    const written = writtenOut(resource.fields[name], value)
    if (written) return `${column} in (${written})`
    values.push(value)
    return Array.isArray(value) ? `${column} = any($${values.length})` : `${column} = $${values.length}`
  })
  const order = o.orderBy ?? 'id'
  const sorted = `${s.column[order.replace(/^-/, '')] ?? 'id'}${order.startsWith('-') ? ' desc' : ''}`
  const rows = await ctx.query(
    `select ${s.columns} from ${s.table} where ${['site_id = $1', ...conditions].join(' and ')} order by ${sorted} limit ${o.limit ?? 1000}${o.lock ? changing : ''}`,
    values,
  )
  return rows as Row<R>[]
}

/**
 * Inlines choice values as literals; null for other fields. With parameters the planner assumes average selectivity and
 * scans the whole table for rare states.
 */
function writtenOut(field: Field | undefined, value: unknown): string | null {
  const wanted: unknown[] = Array.isArray(value) ? value : [value]
  if (field?.kind !== 'choice' || wanted.length === 0 || !wanted.every((one) => field.options.includes(one as string)))
    return null
  return wanted.map((one) => `'${String(one).replaceAll("'", "''")}'`).join(', ')
}

async function insert<R extends Resource>(ctx: AuditContext, resource: R, values: Given<R>): Promise<Row<R>> {
  const r = resource
  const s = statementsOf(r)
  const given: Record<string, unknown> = { ...sealedIn(ctx.app.seals, r, withDerived(r, values)) }
  given['id'] ??= uuid7(ctx.now.getTime())
  if (given['createdBy'] === undefined) given['createdBy'] = ctx.person?.id ?? null
  await mustBeOpen(ctx, r, [given])
  if (ctx.alone) {
    ctx.touch(r.name)
    return (await insertAlone(ctx, ctx.alone, {
      r,
      values: given,
      title: titleOf(r, given),
      lookups: unguarded(ctx, r, given),
    })) as Row<R>
  }
  await mustExist(ctx, r, given)
  const names = Object.keys(given).filter((n) => given[n] !== undefined && s.column[n])
  const parameters: unknown[] = [
    ctx.site,
    ctx.now,
    ...names.map((n) => (r.fields[n] ? stored(r.fields[n], given[n]) : given[n])),
  ]
  const log = auditStatement(ctx, parameters, {
    resource: r.name,
    action: 'insert',
    rowId: 'r.id',
    title: titleOf(r, given),
    before: 'null',
    after: `jsonb_strip_nulls(${s.json})`,
  })
  const [row] = await ctx.query(
    `with r as (insert into ${s.table} (site_id, created_at, updated_at${names.map((n) => `, ${s.column[n]}`).join('')}) values ($1, $2, $2${names.map((_, i) => `, $${i + 3}`).join('')}) returning *), ` +
      `log as (${log}) select ${s.columns} from r`,
    parameters,
  )
  await useFiles(ctx, r, row as RowBase & Record<string, unknown>, null)
  wrote(ctx, r, given['id'] as string)
  await tellWritten(ctx, r, null, row as AnyRow)
  return row as Row<R>
}

async function merge<R extends Resource>(
  ctx: AuditContext,
  resource: R,
  id: string,
  patch: Values<R>,
  version: number | null | undefined,
): Promise<Values<R>> {
  const before = (await one(ctx, resource, id, changing)) as RowBase & Record<string, unknown>
  return version == null ? patch : ((await mergedEdit(ctx, resource, before, patch, version)) as Values<R>)
}

async function update<R extends Resource>(
  ctx: AuditContext,
  resource: R,
  id: string,
  patch: Values<R>,
  { version, merge: mayMerge }: { version?: number | null; merge?: boolean },
): Promise<Row<R>> {
  const r = resource
  const s = statementsOf(r)
  const before = (await one(ctx, resource, id, changing)) as RowBase & Record<string, unknown>
  const stale = version != null && before.version !== version
  if (stale && !mayMerge) throw await conflict(ctx, r, before, patch)
  const merged = stale ? await mergedEdit(ctx, r, before, patch, version) : patch
  const edit = sealedIn(ctx.app.seals, r, withDerived(r, merged, before))
  const changed = Object.entries(edit)
    .filter(([name, value]) => name !== 'id' && value !== undefined && s.column[name])
    .map(([name, value]) => [name, value ?? (r.fields[name] ? emptyOf(r.fields[name]) : null)] as const)
    .filter(([name, value]) => !same(value, before[name]))
  if (changed.length === 0) return before as Row<R>
  const after = Object.fromEntries(changed)
  const counts = isFact(r, after)
  if (counts) await mustBeOpen(ctx, r, [before, { ...before, ...after }])
  await mustExist(ctx, r, after)
  const shown = changed.map(([name]) => name).filter((n) => !s.untold.includes(n))
  const parameters: unknown[] = [
    ctx.site,
    ctx.now,
    id,
    ...changed.map(([n, v]) => (r.fields[n] ? stored(r.fields[n], v) : v)),
    JSON.stringify(Object.fromEntries(shown.map((n) => [n, before[n] ?? null]))),
    JSON.stringify({ ...Object.fromEntries(shown.map((n) => [n, after[n] ?? null])), version: before.version + 1 }),
  ]
  const log = auditStatement(ctx, parameters, {
    resource: r.name,
    action: 'update',
    rowId: 'r.id',
    title: titleOf(r, { ...before, ...after }),
    before: `$${changed.length + 4}::jsonb`,
    after: `$${changed.length + 5}::jsonb`,
  })
  const [row] = await ctx.query(
    `with r as (update ${s.table} set version = version + 1, updated_at = $2${changed.map(([n], i) => `, ${s.column[n]} = $${i + 4}`).join('')} where site_id = $1 and id = $3 returning *), ` +
      `log as (${log}) select ${s.columns} from r`,
    parameters,
  )
  await useFiles(ctx, r, row as RowBase & Record<string, unknown>, before)
  wrote(ctx, r, id, Object.keys(after))
  if (counts) await tellWritten(ctx, r, before, row as AnyRow)
  return row as Row<R>
}

async function remove<R extends Resource>(
  ctx: AuditContext,
  resource: R,
  id: string,
  version?: number | null,
): Promise<void> {
  const r = resource
  const s = statementsOf(r)
  const before = (await one(ctx, resource, id, removing)) as RowBase & Record<string, unknown>
  if (version != null && before.version !== version) throw await conflict(ctx, r, before, {})
  await mustBeOpen(ctx, r, [before])
  const parameters: unknown[] = [ctx.site, ctx.now, id, r.name]
  const log = auditStatement(ctx, parameters, {
    resource: r.name,
    action: 'delete',
    rowId: 'r.id',
    title: titleOf(r, before),
    before: `jsonb_strip_nulls(${s.json})`,
    after: 'null',
  })
  await ctx.query(
    `with r as (delete from ${s.table} where site_id = $1 and id = $3 returning *), log as (${log}), ` +
      `uses as (delete from file_use where site_id = $1 and row_id = $3), ` +
      `gone as (insert into gone_row (site_id, resource, row_id, gone_at) select $1, $4, r.id, $2 from r on conflict do nothing) select 1`,
    parameters,
  )
  wrote(ctx, r, id)
  await tellWritten(ctx, r, before, null)
}

/** Asserts that references without a foreign key exist: users, the resource itself and lists of ids. @throws 4013 */
async function mustExist(ctx: AuditContext, r: Resource, given: Record<string, unknown>): Promise<void> {
  const issues: Issue[] = []
  for (const { name, to, table, ids: named } of unguarded(ctx, r, given)) {
    // The caller exists: the session was just read with the user.
    const ids = to === 'user' ? named?.filter((id) => id !== ctx.person?.id) : named
    if (!ids?.length) continue
    const [found] = await ctx.query<{ n: number }>(
      `select count(*)::int as n from ${table} where site_id = $1 and id = any($2)`,
      [ctx.site, ids],
    )
    if (found?.n !== new Set(ids).size) issues.push({ path: [name], code: 'unknownId' })
  }
  if (issues.length) throw refuseInput(issues)
}
/** Returns all reference fields without a foreign key; `ids` is null if the field is empty. */
function unguarded(
  ctx: AuditContext,
  r: Resource,
  given: Record<string, unknown>,
): { name: string; to: string; table: string; ids: string[] | null }[] {
  return Object.entries(r.fields).flatMap(([name, field]) => {
    if (field.kind !== 'reference' && field.kind !== 'references') return []
    if (field.kind === 'reference' && field.to !== 'user' && field.to !== r.name) return [] // guarded by a foreign key
    const target = ctx.resource(field.to)
    if (!target) return []
    const value = given[name] as string | string[] | null | undefined
    const ids = value == null ? [] : Array.isArray(value) ? value : [value]
    return [{ name, to: field.to, table: statementsOf(target).table, ids: ids.length ? ids : null }]
  })
}
