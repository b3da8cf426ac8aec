/** Charges of a month from the stored costs of orders, not recalculated, so that order pages and the month add up. */
import { perKwhCharges } from '@/areas/prices/rules/dated-price'
import type { Month } from '@/plant/rules/month'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { type CostPart, type LineUnit, toFen, type Fen } from '../rules/cost-line'

/** Cost lines of a month, summed by their common properties. */
export interface MonthCharge {
  readonly part: CostPart
  /** The charge per kWh; null for all other lines. */
  readonly charge: string | null
  readonly unit: LineUnit
  /** Drawn from hoppers without a recorded feed. */
  readonly isUnrecorded: boolean
  /** Work in process: the order had not ended by the end of the month. */
  readonly isInProcess: boolean
  readonly quantity: number
  readonly fen: Fen
}
/**
 * Condition for a cost line `l` of the order `c` that came with lanes after the month of the giving order was closed. Such
 * a line belongs to no month. The lanes are late if any of their lines other than tool wear has no month.
 */
const isLateTransferSql = sql`exists (select 1 from jsonb_array_elements(c.lines) o
  where l->>'resource' = 'workOrder' and o->>'resource' = 'workOrder' and o->>'rowId' = l->>'rowId' and o->>'month' is null and o->>'part' <> 'tools')`
/**
 * Loads the charges of a month. Tool wear is counted over the whole run. It belongs to the month in which the order
 * ended, or to the current month while the order runs.
 */
export async function loadMonthCharges(ctx: Context, month: Month, currentMonth: Month): Promise<MonthCharge[]> {
  const rows = await ctx.query(
    sql<
      Omit<MonthCharge, 'fen'> & { amount: number }
    >`select l->>'part' as part, case when l->>'what' = any(${perKwhCharges}::text[]) then l->>'what' end as charge, l->>'unit' as unit,
        coalesce(l->>'resource', '') = 'hopper' as "isUnrecorded",
        (c.state = ${options(orderCost.fields.state, 'running')} or c.month > ${month}) as "isInProcess",
        sum((l->>'quantity')::numeric)::float8 as quantity, sum((l->>'amount')::numeric)::float8 as amount
      from order_cost c, jsonb_array_elements(c.lines) l
      where c.site_id = ${ctx.site} and (l->>'month' = ${month}
        or (l->>'month' is null and l->>'part' = 'tools' and coalesce(c.month, ${currentMonth}) = ${month} and not ${isLateTransferSql}))
      group by 1, 2, 3, 4, 5`,
  )
  return rows.map(({ amount, ...row }) => ({ ...row, fen: toFen(amount) }))
}
