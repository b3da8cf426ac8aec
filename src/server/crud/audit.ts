import { createUuid7 } from '@/contract/id'
import type { Resource, RowBase, AnyRow } from '@/contract/resource'
import type { Context } from '../context'
import type { Seals } from '../seals'
import { limit, sql } from '../sql'
import type { BoundMonthGuard } from './month-guard'
import type { InsertBatcher } from './insert-batcher'
import type { WrittenRows } from './written-rows'
import { canCall, type Endpoint } from '@/contract/endpoint'

/** The context that reading and writing rows needs, including members that handlers do not see. */
export interface RowAccessContext extends Pick<
  Context,
  'query' | 'site' | 'now' | 'timeZone' | 'person' | 'origin' | 't' | 'touch'
> {
  readonly app: { readonly seals: Seals }
  /** Name of the endpoint being run. */
  readonly operation: string
  resource(name: string): Resource | undefined
  /** True if the caller may list a resource and therefore read the files that its rows show. */
  canView(resource: string): boolean
  /** Refuses writes of source rows whose month is closed. */
  readonly monthGuard?: BoundMonthGuard
  /** Collects the rows watched by a `RowTrigger` that the call writes. */
  readonly writtenRows?: WrittenRows
  /** Set if the call must be a single statement: see `insertInSingleStatement`. */
  readonly singleInsert?: SingleInsertCall
}
/** A call that consists of one insert, with its entry in the idempotency ledger. */
export interface SingleInsertCall {
  /** True once the row has been inserted. */
  isInserted: boolean
  ledger: { key: string; hash: string } | null
  batcher: InsertBatcher
}
interface AuditEntry {
  resource: string | null
  action: 'insert' | 'update' | 'delete' | 'refused' | 'other'
  rowIdSql: string
  title: string
  beforeSql: string
  afterSql: string
}

const MAX_TITLE_LENGTH = 200
/** Columns in the order in which the single and the batched insert fill them. */
export const auditColumns =
  'site_id, id, at, created_at, updated_at, created_by, user_id, user_name, address, via, operation, resource, row_id, row_title, action, before, after, request_id, occurred_at'

/**
 * Builds the audit-log insert, which runs in the statement of the change itself. The SQL of the entry may refer to the
 * changed row by the alias `r`; all other values are appended to `parameters`.
 */
export function buildAuditStatement(ctx: RowAccessContext, parameters: unknown[], entry: AuditEntry): string {
  const addParameter = (value: unknown) => `$${parameters.push(value)}`
  const { person, origin } = ctx
  return (
    `insert into operation_log (${auditColumns}) ` +
    `select $1, ${addParameter(createUuid7(ctx.now.getTime()))}::uuid, $2::timestamptz, $2::timestamptz, $2::timestamptz, ${addParameter(person?.id ?? null)}::uuid, ${addParameter(person?.id ?? null)}::uuid, ${addParameter(person?.name ?? null)}, ${addParameter(origin.address)}, ${addParameter(origin.via)}, ` +
    `${addParameter(ctx.operation)}, ${addParameter(entry.resource)}, ${entry.rowIdSql}::text, ${addParameter(entry.title)}, ${addParameter(entry.action)}, coalesce(${entry.beforeSql}, '{}'::jsonb), coalesce(${entry.afterSql}, '{}'::jsonb), ${addParameter(origin.requestId)}, ${addParameter(origin.occurredAt)}::timestamptz from r`
  )
}

/** Returns the title under which the audit log lists a row. */
export const getRowTitle = (resource: Resource, row: Record<string, unknown>): string =>
  resource.title
    .map((name) => row[name])
    .filter(Boolean)
    .join(' ')
    .slice(0, MAX_TITLE_LENGTH)
/** Logs an act that is not a change of one row, e.g. an import or signing somebody else out. */
export const recordAuditNote = (ctx: Context, title: string, details: Record<string, unknown> = {}): Promise<void> =>
  insertAuditNote(ctx, 'other', title, details)
/** Logs an act that changes no field of the row, e.g. a password reset. The act appears in the history of the row. */
export const recordRowAuditNote = (
  ctx: Context,
  resource: Resource,
  row: RowBase & Record<string, unknown>,
  details: Record<string, unknown> = {},
): Promise<void> =>
  insertAuditNote(
    ctx,
    'other',
    getRowTitle(resource, row),
    { ...details, version: row.version },
    { resource: resource.name, id: row.id },
  )
/** Logs a call that was refused and had no effect. */
export const recordRefusedCall = (ctx: Context, title: string, details: Record<string, unknown>): Promise<void> =>
  insertAuditNote(ctx, 'refused', title, details)
async function insertAuditNote(
  handlerContext: Context,
  action: 'refused' | 'other',
  title: string,
  details: Record<string, unknown>,
  subject: { resource: string; id: string } | null = null,
): Promise<void> {
  const ctx = handlerContext as Context & RowAccessContext
  const parameters: unknown[] = [ctx.site, ctx.now, JSON.stringify(details), subject?.id ?? null]
  const log = buildAuditStatement(ctx, parameters, {
    resource: subject?.resource ?? null,
    action,
    rowIdSql: '$4',
    title: title.slice(0, MAX_TITLE_LENGTH),
    beforeSql: 'null',
    afterSql: '$3::jsonb',
  })
  await ctx.query(`with r as (select 1), log as (${log}) select 1`, parameters)
}

/** The last change of a row according to the audit log. */
export interface LastChange {
  /** Id of the person; null for a job. */
  readonly id: string | null
  /** Name of the person at that time; null for a job. */
  readonly by: string | null
  /** Moment of the change, ISO 8601. */
  readonly at: string
  /** Name of the endpoint. */
  readonly operation: string
}
/** Finds the last change of a row in the audit log; null if the caller may not list the row or there is no entry. */
export async function findLastChange(
  ctx: Pick<Context, 'person' | 'query' | 'site'>,
  { name, endpoints }: Resource,
  id: string,
): Promise<LastChange | null> {
  const list = endpoints.list as Endpoint | undefined
  if (!ctx.person || !list || !canCall(list.access, ctx.person)) return null
  const [lastChange] = await ctx.query(
    sql<{ id: string | null; by: string | null; at: Date | string; operation: string }>`
      select user_id as id, user_name as by, at, operation from operation_log
      where site_id = ${ctx.site} and row_id = ${id} and resource = ${name} and action in ('insert', 'update')
      order by at desc, id desc ${limit(1)}`,
  )
  return lastChange ? { ...lastChange, at: new Date(lastChange.at).toISOString() } : null
}
/** Finds the author of a row's current version; null for changes without a log entry and for jobs. */
export async function findVersionAuthor(
  ctx: Pick<Context, 'query' | 'site'>,
  resource: Resource,
  row: AnyRow,
): Promise<{ id: string; name: string } | null> {
  const version = Number(row['version'])
  const [author] = await ctx.query(
    sql<{ id: string | null; name: string | null }>`
      select user_id as id, user_name as name from operation_log where site_id = ${ctx.site} and row_id = ${String(row.id)} and resource = ${resource.name}
        and (action = 'insert' and ${version}::int = 1 or action = 'update' and (after->>'version')::int = ${version}) order by at desc ${limit(1)}`,
  )
  return author?.id ? { id: author.id, name: author.name ?? '' } : null
}
