import { canCall, type Endpoint } from '@/contract/endpoint'
import type { AnyRow, Resource } from '@/contract/resource'
import type { Context } from '../context'

export interface LastChange {
  readonly id: string | null
  readonly by: string | null
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
  const [last] = await ctx.query<{ id: string | null; by: string | null; at: Date | string; operation: string }>(
    `select user_id as id, user_name as by, at, operation from operation_log where site_id = $1 and row_id = $2 and resource = $3 and action in ('insert', 'update')
     order by at desc, id desc limit 1`,
    [ctx.site, id, name],
  )
  return last ? { ...last, at: new Date(last.at).toISOString() } : null
}
/** Finds the author of a row's current version; null for changes without a log entry and for jobs. */
export async function findVersionAuthor(
  ctx: Pick<Context, 'query' | 'site'>,
  r: Resource,
  row: AnyRow,
): Promise<{ id: string; name: string } | null> {
  const [last] = await ctx.query<{ id: string | null; name: string | null }>(
    `select user_id as id, user_name as name from operation_log where site_id = $1 and row_id = $2 and resource = $3
     and (action = 'insert' and $4 = 1 or action = 'update' and (after->>'version')::int = $4) order by at desc limit 1`,
    [ctx.site, row.id, r.name, row.version],
  )
  return last?.id ? { id: last.id, name: last.name ?? '' } : null
}
