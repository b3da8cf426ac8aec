/** What orders pinned at their start: the version and season that their rolls are judged by, whatever became of it since. */
import type { LimitsAsked } from '@/areas/standards/server/queries'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, sql, type RowFor } from '@/server/sql'
import { workOrder } from '../../contract/work-order'

const pinned = columns(workOrder, ['id', 'productId', 'customerId', 'productStandardId', 'season', 'startedAt'], 'o')
export type PinnedByOrder = RowFor<typeof pinned>
export const pinnedByOrders = (ctx: Context, ids: readonly string[]): Promise<PinnedByOrder[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.query(sql`select ${pinned} from work_order o where o.site_id = ${ctx.site} and o.id = any(${ids}::uuid[])`)

/**
 * Whose limits all of an order is judged by, its rolls and its certificate alike: the version and season that it pinned. One
 * that pinned none goes by what is in force, by the season of its start, or of `at` (now unless told) while it has none.
 */
export function limitsOfOrder(
  ctx: Context,
  { productStandardId, productId, customerId, season, startedAt }: Omit<PinnedByOrder, 'id'>,
  at: string | null = null,
): LimitsAsked {
  const day = season ? null : toPlantDay(ctx, startedAt ?? at ?? ctx.now.toISOString())
  return { productStandardId, productId, customerId, season, day }
}

/** Orders that ran when one of these moments came: a roll of theirs may be of another time than their start. */
export const ordersAcross = (ctx: Context, moments: readonly string[]): Promise<PinnedByOrder[]> =>
  moments.length === 0
    ? Promise.resolve([])
    : ctx.query(
        // The last roll may be doffed after its order was finished.
        sql`select ${pinned} from work_order o where o.site_id = ${ctx.site} and exists (select 1 from unnest(${moments}::timestamptz[]) as m(moment)
          where o.started_at < m.moment and coalesce(o.finished_at + interval '1 day', ${ctx.now}) >= m.moment)`,
      )
