import { mayCall, type Endpoint } from '@/contract/endpoint'
import type { OfRow } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import type { Context } from '../context'

/** Who changed a row last, and when, by its trail; nothing for who may not see the row, or where there is no trail. */
export async function lastChange(
  ctx: Pick<Context, 'person' | 'query' | 'site'>,
  { name, endpoints }: Resource,
  id: string,
): Promise<Pick<OfRow, 'changed'>> {
  const list = endpoints.list as Endpoint | undefined
  if (!ctx.person || !list || !mayCall(list.access, ctx.person)) return {}
  const [last] = await ctx.query<{ by: string | null; at: Date | string }>(
    `select user_name as by, at from operation_log where site_id = $1 and row_id = $2 and resource = $3 and action in ('insert', 'update')
     order by at desc, id desc limit 1`,
    [ctx.site, id, name],
  )
  return last ? { changed: { by: last.by, at: new Date(last.at).toISOString() } } : {}
}
