/** Points of teams for a month: each from a metric, its reference (target or mean) and its weight. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { loadMetrics, loadTargets, type TargetValue } from '@/areas/figures/server/queries'
import { addMonthsToMonth, type Month } from '@/plant/rules/month'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { columns, limit, sql } from '@/server/sql'
import { assessmentWeight, teamAssessment, type assessTeams, type makeAssessment } from '../contract/assessment'
import { meanOf, pointsOf, totalPoints, usualWeights, type Weight } from '../rules/assessment'
import { monthAsked, monthState } from './days'
import { toGrams } from './lines'

type Sheet = EndpointOutput<typeof assessTeams>
type Team = Sheet['teams'][number]

/** Loads the default weights, replaced by those that the plant set. A weight of zero leaves a metric out. */
async function weightsOf(ctx: Context): Promise<readonly Weight[]> {
  const own = await ctx.rows.find(assessmentWeight, { orderBy: '-weight' })
  const usual = usualWeights.filter(({ figure }) => !own.some((row) => row.figure === figure))
  return [...own, ...usual].filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
}

/** Calculates the points of all teams with metrics in a month, best first. Three queries. */
async function pointsIn(ctx: Context, days: { from: string; to: string }): Promise<Team[]> {
  const weights = await weightsOf(ctx)
  const rows = (await loadMetrics(ctx, { ...days, by: ['team'] })).filter(({ key }) => key.team)
  const targets = await loadTargets(ctx, days)
  const teams = rows.map(({ key, values }) => {
    const team = key.team!
    const items = weights.map(({ figure, weight, basis }) => {
      const mean = meanOf(rows.map((row) => row.values[figure]))
      const target = basis === 'target' ? targetOf(targets, team, figure) : null
      const reference = target ?? mean
      const value = values[figure]
      return {
        figure,
        weight,
        basis: target === null ? ('mean' as const) : ('target' as const),
        value: value === null ? null : toGrams(value),
        reference: reference === null ? null : toGrams(reference),
        points: pointsOf(figure, weight, value, reference),
      }
    })
    return { team, items, points: totalPoints(items) }
  })
  const ordered = teams.sort((a, b) => (b.points ?? -1) - (a.points ?? -1) || a.team.localeCompare(b.team))
  // Teams with equal points share a rank.
  return ordered.map((team) => ({
    ...team,
    rank: 1 + ordered.filter((one) => (one.points ?? -1) > (team.points ?? -1)).length,
  }))
}
const targetOf = (targets: readonly TargetValue[], team: string, figure: string): number | null =>
  targets.find((one) => one.team === team && one.figure === figure)?.value ?? null

/** Loads the points of the teams for a month, as generated or else calculated now (GET /team_assess). */
export async function sheet(ctx: Context, input: EndpointInput<typeof assessTeams>): Promise<Sheet> {
  const month = await monthAsked(ctx, input.month)
  const { from, to, closed } = await monthState(ctx, month)
  const made = await ctx.rows.find(teamAssessment, { where: { month }, orderBy: 'rank' })
  const [first] = made
  const names = await loadNames(ctx, 'user', first?.madeBy ? [first.madeBy] : [])
  return {
    month,
    from,
    to,
    madeAt: first?.madeAt ?? null,
    madeBy: first?.madeBy ? (names[first.madeBy] ?? null) : null,
    closed,
    mine: ctx.person?.team ?? null,
    teams: made.length
      ? made.map(({ team, points, rank, items }) => ({ team, points, rank, items }))
      : await pointsIn(ctx, { from, to }),
    course: await courseOf(ctx, month),
  }
}
const courseOf = (ctx: Context, month: Month) =>
  ctx.query(
    sql`select ${columns(teamAssessment, ['month', 'team', 'points'])} from team_assessment
      where site_id = ${ctx.site} and month >= ${addMonthsToMonth(month, -12)} and month < ${month} order by month, team ${limit(200)}`,
  )
/**
 * Generates and stores the points of a month (POST /team_assess).
 * @throws 6000 while the month runs or after it is closed
 */
export async function make(
  ctx: Context,
  input: EndpointInput<typeof makeAssessment>,
): Promise<EndpointOutput<typeof makeAssessment>> {
  const month = await monthAsked(ctx, input.month)
  const { from, to, over } = await monthState(ctx, month)
  if (!over) throw refuse('plant:refusals.month.notOver', { month })
  const teams = await pointsIn(ctx, { from, to })
  if (teams.length === 0) throw refuse('sheets:refusals.noTeams', { month })
  const before = await ctx.rows.find(teamAssessment, { where: { month }, lock: true })
  const written = { month, lastDay: to, madeBy: requirePerson(ctx).id, madeAt: ctx.now.toISOString() }
  for (const { team, ...of } of teams) {
    const known = before.find((row) => row.team === team)
    if (known) await ctx.rows.update(teamAssessment, known.id, { ...of, ...written })
    else await ctx.rows.insert(teamAssessment, { team, ...of, ...written })
  }
  for (const row of before)
    if (!teams.some(({ team }) => team === row.team)) await ctx.rows.remove(teamAssessment, row.id)
  return teams
}
