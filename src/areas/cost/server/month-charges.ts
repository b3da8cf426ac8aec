/** Charges of a month from the stored costs of orders, not recalculated, so that order pages and the month add up. */
import { perKwhCharges } from '@/areas/prices/rules/dated-price'
import type { Month } from '@/plant/rules/month'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { costChange, orderCost } from '../contract/order-cost'
import { type CostPart, type LineUnit, toFen, type Fen } from '../rules/cost-line'
import { calculateAdjustedParts, type CostAdjustment } from '../rules/unallocated-costs'

/** Cost lines of a month, summed by their common properties. */
export interface MonthCharge {
  readonly part: CostPart
  /** The charge per kWh; null for all other lines. */
  readonly charge: string | null
  readonly unit: LineUnit
  /** The material was drawn from hoppers without a recorded feed. */
  readonly isUnrecorded: boolean
  /** The lines came with lanes after the month of the giving order was closed; they have no month. */
  readonly isLate: boolean
  /** Work in process: the order had not ended by the end of the month. */
  readonly isInProcess: boolean
  readonly quantity: number
  readonly fen: Fen
}
/**
 * Condition for a cost line `l` of the order `c` that came with lanes after the month of the giving order was closed. Such
 * a line has no month. The lanes are late if any of their lines has no month; tool wear never has one and is ignored.
 */
const isLateTransferSql = sql`exists (select 1 from jsonb_array_elements(c.lines) o
  where l->>'resource' = 'workOrder' and o->>'resource' = 'workOrder' and o->>'rowId' = l->>'rowId' and o->>'month' is null and o->>'part' <> 'tools')`
/**
 * Loads the charges of a month. Tool wear is counted over the whole run. Tool wear and late lanes belong to the month in
 * which the order ended, or to the current month while the order runs.
 */
export async function loadMonthCharges(ctx: Context, month: Month, currentMonth: Month): Promise<MonthCharge[]> {
  const rows = await ctx.query(
    sql<
      Omit<MonthCharge, 'fen'> & { amount: number }
    >`select l->>'part' as part, case when l->>'what' = any(${perKwhCharges}::text[]) then l->>'what' end as charge, l->>'unit' as unit,
        coalesce(l->>'resource', '') = 'hopper' as "isUnrecorded", l->>'month' is null and ${isLateTransferSql} as "isLate",
        (c.state = ${options(orderCost.fields.state, 'running')} or c.month > ${month}) as "isInProcess",
        sum((l->>'quantity')::numeric)::float8 as quantity, sum((l->>'amount')::numeric)::float8 as amount
      from order_cost c, jsonb_array_elements(c.lines) l
      where c.site_id = ${ctx.site} and (l->>'month' = ${month}
        or (l->>'month' is null and coalesce(c.month, ${currentMonth}) = ${month} and (l->>'part' = 'tools' or ${isLateTransferSql})))
      group by 1, 2, 3, 4, 5, 6`,
  )
  return rows.map(({ amount, ...row }) => ({ ...row, fen: toFen(amount) }))
}

/**
 * Loads the adjustments of closed costs that are booked in a month. Adjustments made before the month of the order was
 * reopened no longer apply: the recalculated cost includes them.
 */
export async function loadAdjustments(ctx: Context, month: Month): Promise<CostAdjustment[]> {
  const changes = await ctx.query(
    sql`select ${columns(costChange, ['workOrderId', 'month', 'parts'], 'a')} from cost_change a join order_cost c on c.site_id = a.site_id and c.work_order_id = a.work_order_id
      where a.site_id = ${ctx.site} and a.kind = ${options(costChange.fields.kind, 'adjustment')} and c.frozen
        and a.work_order_id in (select b.work_order_id from cost_change b where b.site_id = ${ctx.site} and b.month = ${month} and b.kind = ${options(costChange.fields.kind, 'adjustment')})
        and not exists (select from cost_change r where r.site_id = a.site_id and r.work_order_id = a.work_order_id and r.kind = ${options(costChange.fields.kind, 'renewed')} and r.at >= a.at)
      order by a.work_order_id, a.at, a.id`,
  )
  return changes.flatMap(({ workOrderId, month: bookedMonth, parts }, i) => {
    if (bookedMonth !== month) return []
    const previousChange = changes[i - 1]?.workOrderId === workOrderId ? changes[i - 1] : undefined
    return calculateAdjustedParts(parts ?? [], previousChange?.parts ?? [])
  })
}
