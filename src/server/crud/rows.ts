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
/** What an insert takes: null stands for the field's empty value, which may be its default. */
type Given<R> = { [K in keyof Values<R>]: Values<R>[K] | null }

/** The rows of resources inside one request. Every change writes the audit trail and raises the version. */
export interface Rows {
  /** Throws 4006 when there is no such row. */
  get<R extends Resource>(resource: R, id: string): Promise<Row<R>>
  /**
   * The same, and nobody else may change the row before this transaction ends. Rows that refer to it may be written
   * meanwhile, so that a record of a machine waits for nobody who works on the machine; `unreferred` keeps them out too,
   * for who decides by there being none. Several rows are locked in the order that `src/README.md` gives.
   */
  lock<R extends Resource>(resource: R, id: string, options?: { unreferred?: boolean }): Promise<Row<R>>
  /** Rows by equality (or membership); at most 1,000 unless told. `orderBy` is a field, `-` for descending. */
  find<R extends Resource>(resource: R, options: FindOptions<R>): Promise<Row<R>[]>
  /** Throws 4003 when it exists already and 4006 when a referenced row does not. */
  insert<R extends Resource>(resource: R, values: Given<R>): Promise<Row<R>>
  /**
   * Throws errno 6000 with both versions in `data` when `version` is stale; with `merge`, only when both changed the same
   * field. Answers the row as it is now.
   */
  update<R extends Resource>(
    resource: R,
    id: string,
    patch: Values<R>,
    options?: { version?: number | null; merge?: boolean },
  ): Promise<Row<R>>
  /** What `update` with `merge` would write: for handlers that decide by it. Locks the row. Without a version it is the patch itself. */
  merge<R extends Resource>(
    resource: R,
    id: string,
    patch: Values<R>,
    version: number | null | undefined,
  ): Promise<Values<R>>
  remove<R extends Resource>(resource: R, id: string, options?: { version?: number | null }): Promise<void>
}

/** Binds `Rows` to a request. */
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
/** A change leaves the keys that others refer to alone; PostgreSQL tells the two kinds of lock apart. */
const changing = ' for no key update'
const removing = ' for update'
/** For what one statement cannot do. */
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
 * Options of a choice as SQL: the database knows how few rows are in a state that hardly any is in, but expects of a
 * parameter as many as of the others, and then goes through the whole table for the first one.
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

/** References without a constraint in the database (users, the resource itself, lists of ids) are looked up here. */
async function mustExist(ctx: AuditContext, r: Resource, given: Record<string, unknown>): Promise<void> {
  const issues: Issue[] = []
  for (const { name, to, table, ids: named } of unguarded(ctx, r, given)) {
    // Whoever asks is there: the session has just been read with them.
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
/** Every such field of the resource; `ids` null where nothing is referred to. */
function unguarded(
  ctx: AuditContext,
  r: Resource,
  given: Record<string, unknown>,
): { name: string; to: string; table: string; ids: string[] | null }[] {
  return Object.entries(r.fields).flatMap(([name, field]) => {
    if (field.kind !== 'reference' && field.kind !== 'references') return []
    if (field.kind === 'reference' && field.to !== 'user' && field.to !== r.name) return [] // a foreign key answers
    const target = ctx.resource(field.to)
    if (!target) return []
    const value = given[name] as string | string[] | null | undefined
    const ids = value == null ? [] : Array.isArray(value) ? value : [value]
    return [{ name, to: field.to, table: statementsOf(target).table, ids: ids.length ? ids : null }]
  })
}
