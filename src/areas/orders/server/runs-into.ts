import { workOrder } from '../contract/work-order'
import { columns, computed, options, sql } from '@/server/sql'
import type { Context } from '@/server/context'
import { scheduleEntry } from '../contract/schedule'

/** The planned order that starts, or whose changeover starts, before an order on the same line ends. */
export interface RunsIntoOrder {
  readonly runsInto: string
  readonly runsIntoAt: string
  readonly runsIntoChangeover: number
}
/** Line and forecast end of an order. */
export interface EndingOrder {
  readonly id: string
  readonly lineId: string
  readonly endsAt: string
}
/** Loads the planned order that each order runs into: order id → planned order. One query. */
export async function loadRunsInto(
  ctx: Context,
  endingOrders: readonly EndingOrder[],
): Promise<Map<string, RunsIntoOrder>> {
  if (endingOrders.length === 0) return new Map()
  const rows = await ctx.query(
    sql`select distinct on (e.id) ${computed<{ orderId: string }>`e.id as "orderId"`}, ${columns(workOrder, [{ runsInto: 'number' }], 'o')}, ${columns(scheduleEntry, [{ runsIntoAt: 'startsAt' }, { runsIntoChangeover: 'changeoverMinutes' }], 's')}
     from unnest(${endingOrders.map((order) => order.id)}::uuid[], ${endingOrders.map((order) => order.lineId)}::uuid[], ${endingOrders.map((order) => order.endsAt)}::timestamptz[]) as e(id, line_id, ends_at)
       join schedule_entry s on s.site_id = ${ctx.site} and s.line_id = e.line_id and s.work_order_id <> e.id
         and s.starts_at - s.changeover_minutes * interval '1 minute' < e.ends_at
       join work_order o on o.site_id = s.site_id and o.id = s.work_order_id and o.state = ${options(workOrder.fields.state, 'planned')}
     order by e.id, s.starts_at`,
  )
  return new Map(rows.map(({ orderId, ...runsIntoOrder }) => [orderId, runsIntoOrder]))
}
