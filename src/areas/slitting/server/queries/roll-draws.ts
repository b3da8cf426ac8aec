/** Queries of the material that orders use: lots in their rolls, lanes shared with other orders, and uncut jumbos. */
import { begunOrdersSql } from '@/areas/orders/server/queries/costed-orders'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { drawnLotColumns, type DrawnLot, type LotsQuery } from '@/areas/feeding/server/queries/cost-sources'
import { columns, columnsNotNull, computed, options, Sql, sql, type SqlRow } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { doffedJumboStates, hallJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { takenBackSlitStates } from '../../rules/slit-roll'
import { buildJumboKgSql } from '@/areas/rolls/server/queries/mass-sql'

/** SQL condition: slit rolls `r` as they came off the slitter. Excludes undone rolls and rolls made by rework. */
const validRollsSql = sql`r.reworked_from_id is null and r.state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)})`

/** Lists the orders that were cut at a slitter in a shift. */
export async function listOrdersCutInShift(
  ctx: Context,
  { slitterId, businessDate, shift }: { slitterId: string; businessDate: Day; shift: string },
): Promise<string[]> {
  const rows = await ctx.query(
    sql`select distinct ${columns(slitRoll, [{ id: 'workOrderId' }])} from slit_roll where site_id = ${ctx.site} and slitter_id = ${slitterId}
      and business_date = ${businessDate} and shift = ${shift} and work_order_id is not null`,
  )
  return rows.flatMap(({ id }) => (id ? [id] : []))
}

/** Sums the uncut kg of good jumbos in the hall by order; orders without any are left out. */
export const sumUncutKg = (ctx: Context, orderIds: readonly string[]): Promise<{ orderId: string; kg: number }[]> =>
  ctx.query(
    sql`select ${columnsNotNull(jumboRoll, [{ orderId: 'workOrderId' }], 'r')}, ${computed<{ kg: number }>`sum(coalesce(${buildJumboKgSql('r')}, 0) * coalesce(r.left_m / nullif(r.length_m, 0), 1))::float8 as kg`}
      from jumbo_roll r where r.site_id = ${ctx.site} and r.work_order_id = any(${orderIds}::uuid[]) and r.state in (${options(jumboRoll.fields.state, ...hallJumboStates)})
        and r.grade = ${options(jumboRoll.fields.grade, 'good')} group by r.work_order_id`,
  )

const drawColumns = columns(jumboRoll, [{ orderId: 'workOrderId' }], 'r')
/**
 * Kilograms of a lot that the rolls of an order drew from the hoppers. The material is null if the hopper content is
 * unknown.
 */
export type RollDraw = SqlRow<typeof drawColumns> & DrawnLot
/** Lists the kilograms that rolls of orders drew from the hoppers, by lot and month of the business date. */
export const listRollDraws = (ctx: Context, orderIds: readonly string[]): Promise<RollDraw[]> =>
  ctx.query(
    sql`select ${drawColumns}, ${drawnLotColumns}
      from jumbo_roll r cross join lateral (
        select l->>'materialId' as material_id, l->>'lotId' as lot_id, (l->>'kg')::numeric as kg from jsonb_array_elements(r.lots) l
        union all select null, null, coalesce(${buildJumboKgSql('r')}, 0) - coalesce((select sum((l->>'kg')::numeric) from jsonb_array_elements(r.lots) l), 0)) d
      where r.site_id = ${ctx.site} and r.work_order_id = any(${orderIds}::uuid[]) and r.state in (${options(jumboRoll.fields.state, ...doffedJumboStates)}) and r.doffed_at is not null and d.kg <> 0
      group by r.work_order_id, 2, 3, 4 order by r.work_order_id, month, "materialId", "lotId"`,
  )
/**
 * Lists the orders whose rolls contain one of the lots of a material. A roll that contains the material without a known
 * lot counts if its business date is within `from` (inclusive) and `to` (exclusive).
 */
export async function listOrdersHoldingLots(
  ctx: Context,
  { materialId, lotIds, from, to, firstPossibleUse }: LotsQuery,
): Promise<string[]> {
  const rows = await ctx.query(
    sql`select distinct ${columns(jumboRoll, [{ id: 'workOrderId' }], 'r')} from jumbo_roll r cross join lateral jsonb_array_elements(r.lots) l
      where r.site_id = ${ctx.site} and r.lots @> jsonb_build_array(jsonb_build_object('materialId', ${materialId}::text)) and l->>'materialId' = ${materialId} and r.business_date >= ${firstPossibleUse}::date
        and (l->>'lotId' = any(${lotIds}::text[]) or (l->>'lotId' is null and r.business_date >= ${from}::date and (${to}::date is null or r.business_date < ${to})))`,
  )
  return rows.flatMap(({ id }) => id ?? [])
}

/** Mass of lanes that were cut for one order from rolls wound for another. */
export interface SharedLanes {
  /** The order for which the rolls were wound. */
  readonly woundFor: string
  readonly cutFor: string
  readonly kg: number
}
/**
 * Lists lanes that were cut for another order than the jumbo was wound for, if either order is among the given orders.
 * Edge trim is divided among the lanes by width. Lanes cut for no order, or for an order that never started, stay with
 * the order of the jumbo, because only started orders have a cost. Each lane is rounded, so that sums do not depend on
 * the row order. `offset 0` keeps the planner from scanning all slit rolls; few sets are shared.
 */
export const listSharedLanes = (ctx: Context, orderIds: readonly string[]): Promise<SharedLanes[]> =>
  ctx.query(
    sql<SharedLanes>`with shared as materialized (
        select r.id from jumbo_roll j cross join lateral (
            select slit_set_id as id from slit_roll r where r.site_id = j.site_id and r.jumbo_roll_id = j.id
              and r.work_order_id <> j.work_order_id and ${validRollsSql} offset 0) r
          where j.site_id = ${ctx.site} and j.work_order_id = any(${orderIds}::uuid[])
        union
        select c.slit_set_id from (
            select distinct slit_set_id, jumbo_roll_id, work_order_id from slit_roll r
              where r.site_id = ${ctx.site} and r.work_order_id = any(${orderIds}::uuid[]) and ${validRollsSql}) c
          cross join lateral (
            select from jumbo_roll j where j.site_id = ${ctx.site} and j.id = c.jumbo_roll_id and j.work_order_id <> c.work_order_id offset 0) j),
      lane as (
        select l.* from shared cross join lateral (
          select j.work_order_id as wound_for, r.work_order_id as cut_for,
              round((coalesce(${buildJumboKgSql('j')}, 0)::float8 * (s.to_m - s.from_m)::float8 / nullif(j.length_m, 0)::float8
                * r.width_mm / nullif(sum(r.width_mm) over (), 0))::numeric, 6) as kg
            from slit_set s join jumbo_roll j on j.site_id = s.site_id and j.id = s.jumbo_roll_id
            join slit_roll r on r.site_id = s.site_id and r.slit_set_id = s.id and ${validRollsSql}
            where s.site_id = ${ctx.site} and s.id = shared.id) l)
      select wound_for as "woundFor", cut_for as "cutFor", sum(kg)::float8 as kg from lane
        join ${new Sql([begunOrdersSql])} o on o.site_id = ${ctx.site} and o.id = lane.cut_for
        where cut_for <> wound_for and (wound_for = any(${orderIds}::uuid[]) or cut_for = any(${orderIds}::uuid[])) and kg > 0
        group by 1, 2 order by 1, 2`,
  )
