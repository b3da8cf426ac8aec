/** SQL of slit rolls by the day, shift and team of their set, with their present mass. */
import { buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'
import type { Context } from '@/server/context'
import type { Day } from '@/plant/rules/plant-time'
import { options, sql, type Sql } from '@/server/sql'
import { slitRoll } from '../contract/slitting'
import { lostSlitStates, reworkedSlitStates, takenBackSlitStates } from '../rules/slit-roll'

/**
 * Builds SQL of the rolls of slit sets, with slitter, day, shift and team of the set. Includes the rolls that rework
 * made of them (`made_by_rework`). `slit_kg` is the mass of a roll. `kg` is the same mass, but for a reworked roll only
 * the mass that rework lost, because the rest is in the rolls made of it. Must match `calculateSlitRollMetrics` in
 * `rolls/rules`.
 * @param setCondition SQL over the sets `s`
 */
export const buildRollsOfSetsSql = (ctx: Context, setCondition: Sql): Sql =>
  sql`select s.slitter_id, s.business_date, s.shift, s.team, s.doffed_at, r.number, r.state, r.work_order_id, r.product_id, r.length_m, r.grade, r.downgrades,
      r.weight_unusual, r.reworked_from_id is not null as made_by_rework, coalesce(${buildSlitRollKgSql('r')}, 0) as slit_kg,
      coalesce(${buildSlitRollKgSql('r')}, 0) - case when r.state in (${options(slitRoll.fields.state, ...reworkedSlitStates)}) then coalesce(r.reworked_kg, 0) else 0 end as kg
    from slit_set s join slit_roll r on r.site_id = s.site_id and r.slit_set_id = s.id
    where s.site_id = ${ctx.site} and ${setCondition} and r.state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)})`

/**
 * Builds SQL of the rolls that slitters cut in a range of business dates (inclusive), with their present grade. Rolls
 * made by rework replace the reworked roll and get the day, shift and team of its set. The reworked roll remains only
 * with the mass that rework lost; it counts as waste but not as a roll (`rolls` is 0). Recycled rolls are waste as a
 * whole. The sum of `kg` is the mass that came off the slitters; its `good` part equals `firstGradeKg` of
 * `sumSlitInShifts`.
 */
export function buildRegradedRollsSql(ctx: Context, { from, to }: { readonly from: Day; readonly to: Day }): Sql {
  const reworkedSql = sql`r.state in (${options(slitRoll.fields.state, ...reworkedSlitStates)})`
  const lostSql = sql`r.state in (${options(slitRoll.fields.state, ...lostSlitStates)})`
  const validSql = sql`r.site_id = ${ctx.site} and r.state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)})`
  const rollColumnsSql = sql`r.state, ${lostSql} as lost, case when ${reworkedSql} then 0 else 1 end as rolls, r.kg is not null as weighed,
      coalesce(${buildSlitRollKgSql('r')}, 0) - case when ${reworkedSql} then coalesce(r.reworked_kg, 0) else 0 end as kg,
      case when ${reworkedSql} then 0 else r.length_m end as length_m, case when ${lostSql} then 'waste' else coalesce(r.grade, 'good') end as grade,
      r.downgrades, r.width_mm, r.product_id, r.work_order_id, r.package_id, r.slitter_id, r.jumbo_roll_id`
  return sql`select ${rollColumnsSql}, r.business_date, r.shift, r.team from slit_roll r
      where ${validSql} and r.reworked_from_id is null and r.business_date >= ${from} and r.business_date <= ${to}
    union all select ${rollColumnsSql}, s.business_date, s.shift, s.team from slit_roll r join slit_set s on s.site_id = r.site_id and s.id = r.slit_set_id
      where ${validSql} and r.reworked_from_id is not null and s.business_date >= ${from} and s.business_date <= ${to}`
}
