/** What orders pinned at their start: the version and season that their rolls are judged by, whatever became of it since. */
import type { Context } from '@/server/context'
import { columns, sql, type RowFor } from '@/server/sql'
import { workOrder } from '../../contract/work-order'

const pinned = columns(workOrder, ['id', 'productId', 'customerId', 'productStandardId', 'season'])
export type PinnedByOrder = RowFor<typeof pinned>
export const pinnedByOrders = (ctx: Context, ids: readonly string[]): Promise<PinnedByOrder[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.query(sql`select ${pinned} from work_order where site_id = ${ctx.site} and id = any(${ids}::uuid[])`)
