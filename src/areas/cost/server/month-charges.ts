/** What the stored costs of orders say of a month: not what one would charge them with now, so that their pages and the month add up. */
import { perKwhCharges } from '@/areas/prices/rules/dated-price'
import type { Month } from '@/plant/rules/month'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import type { CostPart, LineUnit } from '../rules/cost-line'
import { toFen, type Fen } from '../rules/money'

/** Lines of orders in a month, added up by what they have in common. */
export interface MonthCharge {
  readonly part: CostPart
  /** The charge per kWh; null for everything else. */
  readonly charge: string | null
  readonly unit: LineUnit
  /** Drawn from hoppers though nobody recorded that it was fed. */
  readonly isUnrecorded: boolean
  /** Of orders that had not ended with the month: work in process. */
  readonly isInProcess: boolean
  readonly quantity: number
  readonly fen: Fen
}
/** Wear of tools is counted by the whole run: it belongs to the month in which the order ended, or to that of now. */
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
        or (l->>'month' is null and l->>'resource' = 'tool' and coalesce(c.month, ${currentMonth}) = ${month}))
      group by 1, 2, 3, 4, 5`,
  )
  return rows.map(({ amount, ...row }) => ({ ...row, fen: toFen(amount) }))
}
