/** What the cost of orders asks of the rolls. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { inHall } from '../../rules/jumbo-roll'
import { takenBack } from '../../rules/slit-roll'

/** What a slitter cut for an order in a shift, and for all orders together; kg. */
export interface SlitShare {
  readonly orderId: string
  readonly slitterId: string
  readonly businessDate: Day
  readonly shift: string
  readonly kg: number
  readonly allKg: number
}
/** The shifts of slitters in which orders were cut, with their share. One statement. */
export const slitShares = (ctx: Context, orderIds: readonly string[]): Promise<SlitShare[]> =>
  ctx.query<SlitShare>(
    sql<SlitShare>`with own as (
        select distinct slitter_id, business_date, shift from slit_roll where site_id = ${ctx.site} and work_order_id = any(${orderIds}::uuid[])),
      made as (
        select r.slitter_id, r.business_date, r.shift, r.work_order_id, sum(coalesce(r.kg, r.expected_kg, 0)) as kg
          from own join slit_roll r on r.site_id = ${ctx.site} and r.slitter_id = own.slitter_id and r.business_date = own.business_date and r.shift = own.shift
          where r.state not in (${options(slitRoll.fields.state, ...takenBack)}) group by 1, 2, 3, 4),
      share as (select m.*, sum(kg) over (partition by slitter_id, business_date, shift) as all_kg from made m)
      select ${columns(slitRoll, [{ orderId: 'workOrderId' }, 'slitterId', 'businessDate', 'shift'], 's')}, s.kg::float8 as kg, s.all_kg::float8 as "allKg"
        from share s where s.work_order_id = any(${orderIds}::uuid[]) and s.all_kg > 0`,
  )
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
