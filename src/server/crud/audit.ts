import { uuid7 } from '@/contract/id'
import type { Resource, RowBase } from '@/contract/resource'
import type { Context } from '../context'
import type { Seals } from '../seals'
import type { BoundFactGuard } from './facts'
import type { InsertsTogether } from './inserts-together'
import type { WrittenRows } from './written-rows'

/** What rows need to know of a request beyond its public context. */
export interface AuditContext extends Pick<Context, 'query' | 'site' | 'now' | 'person' | 'origin' | 't' | 'touch'> {
  readonly app: { readonly seals: Seals }
  /** Name of the endpoint being run. */
  readonly operation: string
  resource(name: string): Resource | undefined
  /** Whether the caller may list that resource, and so read the files its rows show. */
  mayView(resource: string): boolean
  /** Refuses writes of facts whose month is closed. */
  readonly factGuard?: BoundFactGuard
  /** What the call wrote of rows that somebody follows. */
  readonly writtenRows?: WrittenRows
  /** Set where the call is to be one statement: see `one-insert`. */
  readonly alone?: Alone
}
/** A call that is one insert, with the ledger entry that it brings along. */
export interface Alone {
  done: boolean
  ledger: { key: string; hash: string } | null
  together: InsertsTogether
}
interface Change {
  resource: string | null
  action: 'insert' | 'update' | 'delete' | 'refused' | 'other'
  rowId: string
  title: string
  before: string
  after: string
}

/** In the order in which both kinds of statement fill them. */
export const auditColumns =
  'site_id, id, at, created_at, updated_at, created_by, user_id, user_name, address, via, operation, resource, row_id, row_title, action, before, after, request_id, occurred_at'

/**
 * The insert into the audit trail that goes along with a change, as part of the same statement. `rowId`, `before` and
 * `after` are SQL over the alias `r`; the rest is appended to `parameters`.
 */
export function auditStatement(ctx: AuditContext, parameters: unknown[], change: Change): string {
  const p = (value: unknown) => `$${parameters.push(value)}`
  const { person, origin } = ctx
  return (
    `insert into operation_log (${auditColumns}) ` +
    `select $1, ${p(uuid7(ctx.now.getTime()))}::uuid, $2::timestamptz, $2::timestamptz, $2::timestamptz, ${p(person?.id ?? null)}::uuid, ${p(person?.id ?? null)}::uuid, ${p(person?.name ?? null)}, ${p(origin.address)}, ${p(origin.via)}, ` +
    `${p(ctx.operation)}, ${p(change.resource)}, ${change.rowId}::text, ${p(change.title)}, ${p(change.action)}, coalesce(${change.before}, '{}'::jsonb), coalesce(${change.after}, '{}'::jsonb), ${p(origin.requestId)}, ${p(origin.occurredAt)}::timestamptz from r`
  )
}

/** What the trail calls a row. */
export const titleOf = (r: Resource, row: Record<string, unknown>): string =>
  r.title
    .map((name) => row[name])
    .filter(Boolean)
    .join(' ')
    .slice(0, 200)
/** Notes something that is not a change of one row, e.g. an import or a sign-out of somebody else. */
export const note = (ctx: Context, title: string, details: Record<string, unknown> = {}): Promise<void> =>
  noted(ctx, 'other', title, details)
/** Notes what was done about a row without changing a field of it, e.g. its person's password: it stands with all that became of the row. */
export const noteOf = (
  ctx: Context,
  of: Resource,
  row: RowBase & Record<string, unknown>,
  details: Record<string, unknown> = {},
): Promise<void> =>
  noted(ctx, 'other', titleOf(of, row), { ...details, version: row.version }, { resource: of.name, id: row.id })
/** Notes that a call was refused and did nothing. */
export const recordRefused = (ctx: Context, title: string, details: Record<string, unknown>): Promise<void> =>
  noted(ctx, 'refused', title, details)
async function noted(
  request: Context,
  action: 'refused' | 'other',
  title: string,
  details: Record<string, unknown>,
  about: { resource: string; id: string } | null = null,
): Promise<void> {
  const ctx = request as Context & AuditContext
  const parameters: unknown[] = [ctx.site, ctx.now, JSON.stringify(details), about?.id ?? null]
  const log = auditStatement(ctx, parameters, {
    resource: about?.resource ?? null,
    action,
    rowId: '$4',
    title: title.slice(0, 200),
    before: 'null',
    after: '$3::jsonb',
  })
  await ctx.query(`with r as (select 1), log as (${log}) select 1`, parameters)
}
