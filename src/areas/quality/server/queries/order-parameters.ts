/** Queries for process optimization: measured parameters of orders. */
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { processInspection1 } from '../../contract/inspections'

/** A parameter over the run of an order: mean and number of the measured values. */
export interface MeasuredOrderParameter {
  readonly orderId: string
  readonly key: string
  readonly label: string
  readonly unit: string | null
  readonly mean: number
  readonly n: number
}
/** Lists the parameters of orders from their process inspections; one statement. */
export const listMeasuredOrderParameters = (
  ctx: Context,
  orderIds: readonly string[],
): Promise<MeasuredOrderParameter[]> =>
  ctx.query<MeasuredOrderParameter>(
    sql<MeasuredOrderParameter>`select ${columns(processInspection1, [{ orderId: 'workOrderId' }], 'i')}, v->>'key' as key, min(v->>'label') as label, min(v->>'unit') as unit,
        avg((v->>'actual')::float8) as mean, count(*)::int as n
      from process_inspection1 i, jsonb_array_elements(i."values") v
      where i.site_id = ${ctx.site} and i.work_order_id = any(${orderIds}::uuid[]) and v->>'actual' is not null
      group by i.work_order_id, v->>'key'`,
  )
