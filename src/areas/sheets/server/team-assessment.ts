/** Points of teams for a month, calculated from each metric, its reference (target or mean) and its weight. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { loadMetrics, loadTargets, type TargetValue } from '@/areas/figures/server/queries'
import { addMonthsToMonth, type Month } from '@/plant/rules/month'
import { requirePerson, resolveMonth } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { assessmentWeight, teamAssessment, type teamAssessmentReport, generateAssessment } from '../contract/assessment'
import {
  calculateTeamMean,
  calculatePoints,
  calculateTotalPoints,
  defaultMetricWeights,
  type MetricWeight,
} from '../rules/assessment'
import { loadMonthStatus } from './report-period'
import { roundToThousandth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

type AssessmentReport = EndpointOutput<typeof teamAssessmentReport>
type TeamScore = AssessmentReport['teams'][number]

/** Loads the default weights, replaced by those that the plant set. A weight of zero leaves a metric out. */
async function loadWeights(ctx: Context): Promise<readonly MetricWeight[]> {
  const plantWeights = await ctx.rows.find(assessmentWeight, { orderBy: '-weight' })
  const unchangedDefaults = defaultMetricWeights.filter(
    ({ figure }) => !plantWeights.some((row) => row.figure === figure),
  )
  return [...plantWeights, ...unchangedDefaults].filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
}

/** Calculates the points of all teams with metrics in a month, best first. Three queries. */
async function calculateTeamPoints(ctx: Context, dayRange: { from: string; to: string }): Promise<TeamScore[]> {
  const weights = await loadWeights(ctx)
  const rows = (await loadMetrics(ctx, { ...dayRange, by: ['team'] })).filter(({ key }) => key.team)
  const targets = await loadTargets(ctx, dayRange)
  const teamScores = rows.map(({ key, values }) => {
    const team = key.team!
    const items = weights.map(({ figure, weight, basis }) => {
      const mean = calculateTeamMean(rows.map((row) => row.values[figure]))
      const target = basis === 'target' ? findTarget(targets, team, figure) : null
      const reference = target ?? mean
      const value = values[figure]
      return {
        figure,
        weight,
        basis: target === null ? ('mean' as const) : ('target' as const),
        value: value === null ? null : roundToThousandth(value),
        reference: reference === null ? null : roundToThousandth(reference),
        points: calculatePoints(figure, weight, value, reference),
      }
    })
    return { team, items, points: calculateTotalPoints(items) }
  })
  const rankedTeams = teamScores.sort((a, b) => getRankValue(b) - getRankValue(a) || a.team.localeCompare(b.team))
  // Teams with equal points share a rank.
  return rankedTeams.map((team) => ({
    ...team,
    rank: 1 + rankedTeams.filter((otherTeam) => getRankValue(otherTeam) > getRankValue(team)).length,
  }))
}
/** Returns the points of a team; -1 without points, so that the team comes last. */
const getRankValue = ({ points }: { readonly points: number | null }): number => points ?? -1
const findTarget = (targets: readonly TargetValue[], team: string, figure: string): number | null =>
  targets.find((target) => target.team === team && target.figure === figure)?.value ?? null

/** Loads the points of the teams for a month, as generated or else calculated now (GET /team_assess). */
export async function loadTeamAssessment(
  ctx: Context,
  input: EndpointInput<typeof teamAssessmentReport>,
): Promise<AssessmentReport> {
  const month = await resolveMonth(ctx, input.month)
  const { from, to, closed } = await loadMonthStatus(ctx, month)
  const storedRows = await ctx.rows.find(teamAssessment, { where: { month }, orderBy: 'rank' })
  const [firstRow] = storedRows
  return {
    month,
    from,
    to,
    madeAt: firstRow?.madeAt ?? null,
    madeBy: firstRow?.madeBy ?? null,
    closed,
    mine: ctx.person?.team ?? null,
    teams: storedRows.length
      ? storedRows.map(({ team, points, rank, items }) => ({ team, points, rank, items }))
      : await calculateTeamPoints(ctx, { from, to }),
    course: await loadPreviousPoints(ctx, month),
  }
}
/** Loads the points of all teams in the twelve months before a month. */
const loadPreviousPoints = (ctx: Context, month: Month) =>
  ctx.query(
    sql`select ${columns(teamAssessment, ['month', 'team', 'points'])} from team_assessment
      where site_id = ${ctx.site} and month >= ${addMonthsToMonth(month, -12)} and month < ${month} order by month, team ${limit(200)}`,
  )
/**
 * Generates and stores the points of a month (POST /team_assess).
 * @throws 6000 while the month runs or after it is closed
 */
export const generateTeamAssessment = handle(generateAssessment, async (ctx, input) => {
  const month = await resolveMonth(ctx, input.month)
  const { from, to, isOver } = await loadMonthStatus(ctx, month)
  if (!isOver) throw refuse('plant:refusals.month.notOver', { month })
  const teams = await calculateTeamPoints(ctx, { from, to })
  if (teams.length === 0) throw refuse('sheets:refusals.noTeams', { month })
  const previousRows = await ctx.rows.find(teamAssessment, { where: { month }, lock: true })
  const commonValues = { month, lastDay: to, madeBy: requirePerson(ctx).id, madeAt: ctx.now.toISOString() }
  for (const { team, ...teamValues } of teams) {
    const existingRow = previousRows.find((row) => row.team === team)
    if (existingRow) await ctx.rows.update(teamAssessment, existingRow.id, { ...teamValues, ...commonValues })
    else await ctx.rows.insert(teamAssessment, { team, ...teamValues, ...commonValues })
  }
  for (const row of previousRows)
    if (!teams.some(({ team }) => team === row.team)) await ctx.rows.remove(teamAssessment, row.id)
  return teams
})
