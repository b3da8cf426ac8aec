/** What the cost of orders asks of the rolls. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { inHall } from '../../rules/jumbo-roll'

/** Orders that were cut at a slitter in a shift; one statement. */
export async function ordersCutIn(
  ctx: Context,
  { slitterId, businessDate, shift }: { slitterId: string; businessDate: Day; shift: string },
): Promise<string[]> {
  const rows = await ctx.query(
    sql`select distinct ${columns(slitRoll, [{ id: 'workOrderId' }])} from slit_roll where site_id = ${ctx.site} and slitter_id = ${slitterId}
      and business_date = ${businessDate} and shift = ${shift} and work_order_id is not null`,
  )
  return rows.flatMap(({ id }) => (id ? [id] : []))
}

/** Good rolls of orders that lie in the hall, in kg of what no slitter has cut of them; orders without any are left out. One statement. */
export const uncutKg = (ctx: Context, orderIds: readonly string[]): Promise<{ orderId: string; kg: number }[]> =>
  ctx.query(
    sql`select ${computed<{ orderId: string; kg: number }>`r.work_order_id as "orderId", sum(coalesce(r.net_kg, r.expected_kg, 0) * coalesce(r.left_m / nullif(r.length_m, 0), 1))::float8 as kg`}
      from jumbo_roll r where r.site_id = ${ctx.site} and r.work_order_id = any(${orderIds}::uuid[]) and r.state in (${options(jumboRoll.fields.state, ...inHall)})
        and r.grade = ${options(jumboRoll.fields.grade, 'good')} group by r.work_order_id`,
  )
