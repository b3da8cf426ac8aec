import { columns, columnsFilled, options, sql } from '@/server/sql'
import { workOrder } from '../../contract/work-order'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { producing } from '../../rules/work-order'

export interface OrderInShift extends Record<string, unknown> {
  id: string
  state: string
  orderedKg: number | null
  /** Good so far, of the whole order. */
  goodKg: number
}
/** Orders by id, and those that a line has begun and not ended; the running ones first. */
export const ordersInShift = (ctx: Context, lineId: string, ids: readonly string[]): Promise<OrderInShift[]> =>
  ctx.query<OrderInShift>(
    `select id, state, ordered_kg::float as "orderedKg", good_kg::float as "goodKg" from work_order
     where site_id = $1 and (id = any($3::uuid[]) or (line_id = $2 and state = any($4))) order by state desc, number limit 60`,
    [ctx.site, lineId, ids, producing],
  )
/** Orders that run now, with their lines. */
export const ordersRunning = (
  ctx: Context,
): Promise<{ lineId: string; workOrderId: string; startedAt: Moment | null }[]> =>
  ctx.query(
    sql`select ${columnsFilled(workOrder, ['lineId'])}, ${columns(workOrder, [{ workOrderId: 'id' }, 'startedAt'])} from work_order
     where site_id = ${ctx.site} and state = ${options(workOrder.fields.state, 'running')} and line_id is not null limit 400`,
  )
