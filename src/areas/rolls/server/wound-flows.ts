import { options } from '@/server/sql'
import { jumboRoll } from '../contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import { takenBackJumboStates } from '../rules/jumbo-roll'
import { nonGoodsSlitStates } from '../rules/slit-roll'
import type { FlowFilter, FlowGrouping, WoundFlow } from '@/plant/server/events'
import { flowKeySql, flowShiftSql, buildFlowCondition } from '@/plant/server/flow-condition'
import type { Context } from '@/server/context'
import { buildGradedSharesSql } from './graded-sql'

/**
 * Answers `woundFlows`, in one statement. A weighed jumbo is good except for its downgraded metres, a scrapped one is waste, and
 * an unweighed one is in process with its expected mass.
 */
export function sumWoundFlows(
  ctx: Context,
  { by: grouping, filter }: { by: FlowGrouping; filter: FlowFilter },
): Promise<WoundFlow[]> {
  const { where, values } = buildFlowCondition(ctx.site, filter)
  return ctx.query<WoundFlow & Record<string, unknown>>(
    `select key, sum(net - round(net * bad, 3)) as "goodKg", sum(round(net * bad, 3) - round(net * lost, 3)) as "downgradedKg", sum(round(net * lost, 3)) as "wasteKg",
       sum(wound) as "inProcessKg", sum(used) as "usedKg", array_agg(distinct turn) as shifts
     from (${buildRollsSql(flowKeySql[grouping], where)}) roll group by key`,
    values,
  )
}

const SCRAPPED_STATE = options(jumboRoll.fields.state, 'scrapped')
/**
 * Builds SQL for jumbos with net mass and the shares that are not good (`bad`) and waste (`lost`). The shares come from the
 * downgrades of the jumbo or of its slit rolls, which inherit the jumbo's and may have further ones.
 */
const buildRollsSql = (key: string, where: string): string =>
  `select key, turn, net, wound, used, greatest(bad, least(1, coalesce(cut.bad_kg / nullif(net, 0), 0))) as bad, greatest(lost, least(1, coalesce(cut.lost_kg / nullif(net, 0), 0))) as lost
   from (${buildJumbosSql(key, where)}) jumbo left join lateral (
     select sum(kg * bad) as bad_kg, sum(kg * lost) as lost_kg from (
       select coalesce(kg, expected_kg, 0) as kg, ${buildGradedSharesSql('false')} from slit_roll
       where site_id = jumbo.site_id and jumbo_roll_id = jumbo.id and downgrades <> '[]' and state not in (${NOT_GOODS_STATES})) slit
   ) cut on true`
const NOT_GOODS_STATES = options(slitRoll.fields.state, ...nonGoodsSlitStates)
const buildJumbosSql = (key: string, where: string): string =>
  `select site_id, id, ${key} as key, ${flowShiftSql} as turn, coalesce(net_kg, 0) as net, case when net_kg is null then coalesce(expected_kg, 0) else 0 end as wound, coalesce(net_kg, expected_kg, 0) - coalesce(unknown_kg, 0) as used,
     ${buildGradedSharesSql(`state = ${SCRAPPED_STATE}`)}
   from jumbo_roll where ${where} and state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates)})`
