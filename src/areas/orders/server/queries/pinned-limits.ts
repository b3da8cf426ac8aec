/** Limits pinned at the start of an order. Its rolls are judged by the pinned version and season, despite later changes. */
import type { LimitsQuery } from '@/areas/standards/server/queries'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, sql, type SqlRow } from '@/server/sql'
import { workOrder } from '../../contract/work-order'

const pinnedColumns = columns(
  workOrder,
  ['id', 'productId', 'customerId', 'productStandardId', 'season', 'startedAt'],
  'o',
)
export type PinnedOrder = SqlRow<typeof pinnedColumns>
/** Loads orders with the standard and season that they pinned; one SQL statement. */
export const loadPinnedOrders = (ctx: Context, ids: readonly string[]): Promise<PinnedOrder[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`select ${pinnedColumns} from work_order o where o.site_id = ${ctx.site} and o.id = any(${ids}::uuid[])`,
      )

/**
 * Builds the query for the limits of an order's rolls and certificate: the version and season that it pinned. Without a
 * pin, the standard in force counts, in the season of the order's start, else of `fallbackMoment` (default: now).
 */
export function buildLimitsQuery(
  ctx: Context,
  { productStandardId, productId, customerId, season, startedAt }: Omit<PinnedOrder, 'id'>,
  fallbackMoment: string | null = null,
): LimitsQuery {
  const day = season ? null : toPlantDay(ctx, startedAt ?? fallbackMoment ?? ctx.now.toISOString())
  return { productStandardId, productId, customerId, season, day }
}

/**
 * Lists orders that ran at one of the moments. Such an order made rolls before and after the moment, so the start of the
 * order does not tell to which side a roll belongs.
 */
export const listOrdersRunningAt = (ctx: Context, moments: readonly string[]): Promise<PinnedOrder[]> =>
  moments.length === 0
    ? Promise.resolve([])
    : ctx.query(
        // The last roll may be doffed after the order was finished.
        sql`select ${pinnedColumns} from work_order o where o.site_id = ${ctx.site} and exists (select 1 from unnest(${moments}::timestamptz[]) as m(moment)
          where o.started_at < m.moment and coalesce(o.finished_at + interval '1 day', ${ctx.now}) >= m.moment)`,
      )
