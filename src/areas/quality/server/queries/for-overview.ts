/** Queries for the overview: values measured at process inspections. */
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, sql } from '@/server/sql'
import { processInspection1 } from '../../contract/inspections'

export interface Measured {
  readonly orderId: string
  readonly key: string
  readonly at: Moment
  readonly value: number
}
const order = columns(processInspection1, [{ orderId: 'workOrderId' }], 'i')
const measuredAt = sql`coalesce(i.measured_at, i.created_at)`
const value = computed<
  Omit<Measured, 'orderId'>
>`v->>'key' as key, ${measuredAt} as at, (v->>'actual')::float8 as value`
/** Lists the last value of each parameter measured for the given orders. One statement. */
export const lastMeasured = (ctx: Context, orderIds: readonly string[]): Promise<readonly Measured[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`select distinct on (i.work_order_id, v->>'key') ${order}, ${value}
          from process_inspection1 i, jsonb_array_elements(i."values") v
          where i.site_id = ${ctx.site} and i.work_order_id = any(${orderIds}::uuid[]) and v->>'actual' is not null
          order by i.work_order_id, v->>'key', ${measuredAt} desc ${limit(2000)}`,
      )
/** Lists the values measured at a line from `from` up to but excluding `to`, oldest first. One statement. */
export const measuredAtLine = (
  ctx: Context,
  { lineId, from, to }: { readonly lineId: string; readonly from: Moment; readonly to: Moment },
): Promise<readonly Measured[]> =>
  ctx.query(
    sql`select ${order}, ${value}
      from process_inspection1 i, jsonb_array_elements(i."values") v
      where i.site_id = ${ctx.site} and i.line_id = ${lineId} and ${measuredAt} >= ${from} and ${measuredAt} < ${to} and v->>'actual' is not null
      order by ${measuredAt} ${limit(5000)}`,
  )
