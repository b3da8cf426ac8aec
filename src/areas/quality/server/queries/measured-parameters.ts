/** Queries of values measured at process inspections, for the overview and for process optimization. */
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, sql } from '@/server/sql'
import { processInspection1 } from '../../contract/inspections'

export interface ParameterMeasurement {
  readonly orderId: string
  readonly key: string
  readonly at: Moment
  readonly value: number
}
const orderColumn = columns(processInspection1, [{ orderId: 'workOrderId' }], 'i')
const measuredAtSql = sql`coalesce(i.measured_at, i.created_at)`
const valueColumns = computed<
  Omit<ParameterMeasurement, 'orderId'>
>`v->>'key' as key, ${measuredAtSql} as at, (v->>'actual')::float8 as value`
/** Lists the last value of each parameter measured for the given orders. */
export const listLastMeasurements = (
  ctx: Context,
  orderIds: readonly string[],
): Promise<readonly ParameterMeasurement[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`select distinct on (i.work_order_id, v->>'key') ${orderColumn}, ${valueColumns}
          from process_inspection1 i, jsonb_array_elements(i."values") v
          where i.site_id = ${ctx.site} and i.work_order_id = any(${orderIds}::uuid[]) and v->>'actual' is not null
          order by i.work_order_id, v->>'key', ${measuredAtSql} desc ${limit(2000)}`,
      )
/** Lists the values measured at a line from `from` up to but excluding `to`, oldest first. */
export const listLineMeasurements = (
  ctx: Context,
  { lineId, from, to }: { readonly lineId: string; readonly from: Moment; readonly to: Moment },
): Promise<readonly ParameterMeasurement[]> =>
  ctx.query(
    sql`select ${orderColumn}, ${valueColumns}
      from process_inspection1 i, jsonb_array_elements(i."values") v
      where i.site_id = ${ctx.site} and i.line_id = ${lineId} and ${measuredAtSql} >= ${from} and ${measuredAtSql} < ${to} and v->>'actual' is not null
      order by ${measuredAtSql} ${limit(5000)}`,
  )

/** A parameter over the run of an order: mean and number of the measured values. */
interface OrderParameterMean {
  readonly orderId: string
  readonly key: string
  readonly label: string
  readonly unit: string | null
  readonly mean: number
  readonly n: number
}
/** Lists the measured parameters of orders, each with its mean. */
export const listOrderParameterMeans = (ctx: Context, orderIds: readonly string[]): Promise<OrderParameterMean[]> =>
  ctx.query<OrderParameterMean>(
    sql<OrderParameterMean>`select ${columns(processInspection1, [{ orderId: 'workOrderId' }], 'i')}, v->>'key' as key, min(v->>'label') as label, min(v->>'unit') as unit,
        avg((v->>'actual')::float8) as mean, count(*)::int as n
      from process_inspection1 i, jsonb_array_elements(i."values") v
      where i.site_id = ${ctx.site} and i.work_order_id = any(${orderIds}::uuid[]) and v->>'actual' is not null
      group by i.work_order_id, v->>'key'`,
  )
