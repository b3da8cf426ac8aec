/** SQL of all rolls that came from slit sets, with their present mass. */
import { buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'
import type { Context } from '@/server/context'
import { options, sql, type Sql } from '@/server/sql'
import { slitRoll } from '../contract/slitting'
import { reworkedSlitStates, takenBackSlitStates } from '../rules/slit-roll'

/**
 * Builds SQL of the rolls of slit sets, including those made of them by rework, with slitter, day, shift and team of
 * the set. `slit_kg` is the mass of a roll. `kg` is the same, except that a reworked roll has only the mass that rework
 * lost; the remaining mass is in the rolls made of it (`made_by_rework`). Must match `calculateSlitRollMetrics` in
 * `rolls/rules`.
 * @param setCondition SQL over the sets `s`
 */
export const buildRollsOfSetsSql = (ctx: Context, setCondition: Sql): Sql =>
  sql`select s.slitter_id, s.business_date, s.shift, s.team, s.doffed_at, r.number, r.state, r.work_order_id, r.product_id, r.length_m, r.grade, r.downgrades,
      r.weight_unusual, r.reworked_from_id is not null as made_by_rework, coalesce(${buildSlitRollKgSql('r')}, 0) as slit_kg,
      coalesce(${buildSlitRollKgSql('r')}, 0) - case when r.state in (${options(slitRoll.fields.state, ...reworkedSlitStates)}) then coalesce(r.reworked_kg, 0) else 0 end as kg
    from slit_set s join slit_roll r on r.site_id = s.site_id and r.slit_set_id = s.id
    where s.site_id = ${ctx.site} and ${setCondition} and r.state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)})`
