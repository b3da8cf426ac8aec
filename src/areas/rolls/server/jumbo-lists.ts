import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, options, sql, Sql } from '@/server/sql'
import type { EndpointOutput } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { resolveBusinessDates } from '@/plant/server/plant'
import { doffedJumboStates, hallJumboStates } from '../rules/jumbo-roll'
import { teamDoffs, teamOutput, uncutNumbers, uncutRolls } from '../contract/jumbo-endpoints'
import { jumboRoll } from '../contract/jumbo-roll'
import { buildGradedSharesSql, buildJumboWasteKgSql, buildWoundBadKgSql } from './queries/graded-sql'
import { buildJumboKgSql } from './queries/mass-sql'
import { handle } from '@/server/area'
import { askQuestion } from '@/server/events'
import { sumCorrections } from '@/plant/server/events'
import type { Day } from '@/plant/rules/plant-time'
import { roundToGram } from '@/plant/rules/quantity'

type RollPage = EndpointOutput<typeof uncutRolls>
const listJumboPage = (ctx: Context, query: ListQuery) =>
  listPage(toListScope(ctx), jumboRoll, query) as Promise<RollPage>
const toPageQuery = (input: { page?: number | null; size?: number | null }): ListQuery => ({
  ...(input.page ? { page: input.page } : {}),
  ...(input.size ? { size: input.size } : {}),
})

/** The number of a roll. It is never null, because every roll in the hall has a number. */
const LABEL_COLUMN = computed<{ label: string }>`number as label`
/** The net mass of the metres that are not cut yet. */
const UNCUT_NET_KG_COLUMN = computed<{
  netKg: number
}>`case when state = ${options(jumboRoll.fields.state, 'uncut')} or coalesce(length_m, 0) <= 0 then net_kg
  else round(net_kg * left_m / length_m, 3) end as "netKg"`
/** GET /jumbo_second/no_cut_roll_num: lists at most 500 jumbos in the hall, oldest first. */
export const listUncutNumbers = handle(uncutNumbers, async (ctx, input) => {
  const pattern = toSearchPattern(input.keyword)
  const { productId = null } = input
  return ctx.query(
    sql`select ${columns(jumboRoll, ['id', 'widthMm', 'leftM'])}, ${LABEL_COLUMN}, ${UNCUT_NET_KG_COLUMN} from jumbo_roll
     where site_id = ${ctx.site} and state in (${options(jumboRoll.fields.state, ...hallJumboStates)}) and (${pattern}::text is null or ${buildContainsCondition('number', pattern)})
       and (${productId}::uuid is null or product_id = ${productId}) order by started_at, id limit 500`,
  )
})
/** GET /cut_first/not_cut_roll: lists jumbos in the hall page by page, oldest first. */
export const listUncutRolls = handle(uncutRolls, (ctx, input) =>
  listJumboPage(ctx, {
    ...toPageQuery(input),
    state: hallJumboStates.join(','),
    keyword: input.keyword ?? '',
    productId: input.productId,
    workOrderId: input.workOrderId,
    sort: 'startedAt',
  }),
)
/** GET /jumbo_second/doff_team: lists doffed jumbos page by page, newest first. */
export const listTeamDoffs = handle(teamDoffs, (ctx, input) =>
  listJumboPage(ctx, {
    ...toPageQuery(input),
    state: doffedJumboStates.join(','),
    lineId: input.lineId,
    workOrderId: input.workOrderId,
    businessDate: input.businessDate,
    team: input.team,
    sort: '-doffedAt',
  }),
)

/** Loads the corrections of wound kilograms by team. The key '' stands for rolls without a team. */
async function loadTeamCorrections(
  ctx: Context,
  { from, to, lineId }: { from: Day; to: Day; lineId: string | null },
): Promise<ReadonlyMap<string, { kg: number; downgradedKg: number }>> {
  const corrections = await askQuestion(ctx, sumCorrections, {
    from,
    to,
    sums: ['woundKg', 'woundDowngradedKg'],
    lineId,
  })
  const kgByTeam = new Map<string, { kg: number; downgradedKg: number }>()
  for (const { team, sum, delta } of corrections) {
    const previousSums = kgByTeam.get(team ?? '') ?? { kg: 0, downgradedKg: 0 }
    const name = sum === 'woundKg' ? 'kg' : 'downgradedKg'
    kgByTeam.set(team ?? '', { ...previousSums, [name]: previousSums[name] + delta })
  }
  return kgByTeam
}
const TEAM_OUTPUT_COLUMNS = computed<{
  rolls: number
  metres: number
  kg: number
  downgradedKg: number
}>`count(*)::int as rolls,
  coalesce(sum(length_m), 0)::float8 as metres, coalesce(sum(kg), 0)::float8 as kg, coalesce(sum(${buildWoundBadKgSql()} - waste_kg), 0)::float8 as "downgradedKg"`
/**
 * GET /jumbo_second/doff_team_pull: sums rolls, metres and mass of each team in whole business days; by default this
 * month. The downgraded mass is that of the metric `winderDowngradedKg`.
 */
export const sumTeamOutput = handle(teamOutput, async (ctx, input) => {
  const dayRange = await resolveBusinessDates(ctx, input)
  const { lineId = null } = input
  const rows = await ctx.query(
    sql`select ${columns(jumboRoll, ['team'])}, ${TEAM_OUTPUT_COLUMNS} from (
       select team, length_m, coalesce(${buildJumboKgSql()}, 0) as kg, ${buildJumboWasteKgSql()} as waste_kg, ${new Sql([buildGradedSharesSql(`state = ${options(jumboRoll.fields.state, 'scrapped')}`)])}
       from jumbo_roll where site_id = ${ctx.site} and business_date between ${dayRange.from} and ${dayRange.to}
         and state in (${options(jumboRoll.fields.state, ...doffedJumboStates)}) and (${lineId}::uuid is null or line_id = ${lineId})) roll
     group by team order by team nulls last`,
  )
  const corrections = await loadTeamCorrections(ctx, { ...dayRange, lineId })
  const correctedTeams = [...corrections.keys()].map((team) => team || null)
  const rowsWithOnlyCorrections = correctedTeams
    .filter((team) => rows.every((row) => row.team !== team))
    .map((team) => ({ team, rolls: 0, metres: 0, kg: 0, downgradedKg: 0 }))
  return [...rows, ...rowsWithOnlyCorrections].map(({ team, rolls, metres, kg, downgradedKg }) => {
    const correction = corrections.get(team ?? '')
    return {
      team,
      rolls,
      metres,
      kg: roundToGram(kg + (correction?.kg ?? 0)),
      downgradedKg: roundToGram(downgradedKg + (correction?.downgradedKg ?? 0)),
    }
  })
})
