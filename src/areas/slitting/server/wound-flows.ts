import { options, sql, Sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import { takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { endedSlitStates } from '../rules/slit-roll'
import type { FlowFilter, FlowGrouping, WoundFlow } from '@/areas/feeding/server/events'
import { flowKeySql, flowShiftSql, buildFlowCondition } from '@/areas/feeding/server/queries/flow-condition'
import type { Context } from '@/server/context'
import { buildGradedSharesSql, buildJumboWasteKgSql, buildWoundBadKgSql } from '@/areas/rolls/server/queries/graded-sql'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

/**
 * Answers `woundFlows`, in one SQL statement. A weighed jumbo is good except for its downgraded metres. A scrapped
 * jumbo is waste. An unweighed jumbo is in process with its expected mass. `woundKg` and its parts count doffed jumbos
 * with the same SQL as `sumWoundInShifts`.
 */
export function sumWoundFlows(
  ctx: Context,
  { by: grouping, filter }: { by: FlowGrouping; filter: FlowFilter },
): Promise<WoundFlow[]> {
  const condition = buildFlowCondition(ctx.site, filter)
  return ctx.query(
    sql<WoundFlow>`select key, sum(net - round(net * bad, 3)) as "goodKg", sum(round(net * bad, 3) - round(net * lost, 3)) as "downgradedKg", sum(round(net * lost, 3)) as "wasteKg",
       coalesce(sum(kg) filter (where doffed), 0) as "woundKg", coalesce(sum(kg - ${WOUND_BAD_KG_SQL}) filter (where doffed), 0) as "woundGoodKg",
       coalesce(sum(${WOUND_BAD_KG_SQL} - waste_kg) filter (where doffed), 0) as "woundDowngradedKg", coalesce(sum(waste_kg) filter (where doffed), 0) as "woundWasteKg",
       sum(wound) as "inProcessKg", sum(drawn) as "drawnKg", array_agg(distinct turn) as shifts
     from (${buildRollsSql(flowKeySql[grouping], condition)}) roll group by key`,
  )
}

/** `own_bad` is the share of the jumbo that its own downgrades cover, without the downgrades of its slit rolls. */
const WOUND_BAD_KG_SQL = buildWoundBadKgSql('own_bad')
const SCRAPPED_STATE = options(jumboRoll.fields.state, 'scrapped')
/**
 * Builds SQL of jumbos with net mass and the shares that are not good (`bad`) and waste (`lost`). The shares follow
 * from the downgrades of the jumbo or of its slit rolls, whichever cover more. Slit rolls inherit the downgrades of the
 * jumbo.
 */
const buildRollsSql = (key: Sql, condition: Sql): Sql =>
  sql`select key, turn, net, wound, drawn, kg, waste_kg, doffed, bad as own_bad, greatest(bad, least(1, coalesce(cut.bad_kg / nullif(net, 0), 0))) as bad, greatest(lost, least(1, coalesce(cut.lost_kg / nullif(net, 0), 0))) as lost
   from (${buildJumbosSql(key, condition)}) jumbo left join lateral (
     select sum(kg * bad) as bad_kg, sum(kg * lost) as lost_kg from (
       select coalesce(${buildSlitRollKgSql()}, 0) as kg, ${new Sql([buildGradedSharesSql('false')])} from slit_roll
       where site_id = jumbo.site_id and jumbo_roll_id = jumbo.id and downgrades <> '[]' and state not in (${ENDED_SLIT_STATES})) slit
   ) cut on true`
const ENDED_SLIT_STATES = options(slitRoll.fields.state, ...endedSlitStates)
/**
 * Builds SQL of the jumbos: `wound` is the expected kg if the jumbo is unweighed, `drawn` the kg from known lots,
 * `turn` the shift.
 */
const buildJumbosSql = (key: Sql, condition: Sql): Sql =>
  sql`select site_id, id, ${key} as key, ${flowShiftSql} as turn, coalesce(net_kg, 0) as net, case when net_kg is null then coalesce(expected_kg, 0) else 0 end as wound, coalesce(${buildJumboKgSql()}, 0) - coalesce(unknown_kg, 0) as drawn,
     coalesce(${buildJumboKgSql()}, 0) as kg, ${buildJumboWasteKgSql()} as waste_kg, doffed_at is not null and shift is not null as doffed,
     ${new Sql([buildGradedSharesSql(`state = ${SCRAPPED_STATE}`)])}
   from jumbo_roll where ${condition} and state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates)})`
