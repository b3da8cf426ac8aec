import type { EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { assertMomentNotAhead } from '@/server/entered-moments'
import { controlLimit, freezeLimits } from '../../contract/control-limit'
import { storedChart, storedHistogram } from '../../contract/stored-charts'
import { isCountChart, type ChartKind } from '../../rules/spc/charts'
import { compileChart, type CapabilityBasis } from '../../rules/spc/compile-chart'
import { buildHistogram } from '../../rules/spc/histogram'
import { calculateDeviation } from '../../rules/spc/moments'
import { groupRolls, getPointKey, type ValueGroup, type MeasuredRoll, type SubgroupKind } from '../../rules/subgroups'
import { computeChart, refuseNotChartable } from './compute-chart'
import { createHourFormat, localizeExcludedPoints, resolveExcludedPoints, formatWallClock } from './excluded-points'
import { findChartLimits, loadMeasuredRolls, resolveChartScope, type ChartScope } from './chart-scope'
import { handle } from '@/server/area'

type ControlLimitRow = Row<typeof controlLimit>
/** Chooses a chart: individuals for single values, between/within for several samples per roll, otherwise means. */
function chooseChart(groups: readonly ValueGroup[], subgroup: SubgroupKind): ChartKind {
  if (groups.every(({ values }) => values.length === 1)) return 'i-mr'
  return subgroup === 'roll' ? 'i-mr-s' : 'xbar-s'
}
/** Converts groups to the points of a chart. Individuals charts plot the mean of each group. */
const toPoints = (groups: readonly ValueGroup[], chart: ChartKind) =>
  chart === 'i-mr'
    ? { values: groups.map(({ values }) => values.reduce((a, b) => a + b, 0) / values.length) }
    : { groups: groups.map(({ values }) => [...values]) }
/** Removes groups of a single value from charts of subgroups. */
const filterChartableGroups = (groups: readonly ValueGroup[], chart: ChartKind): ValueGroup[] =>
  chart === 'i-mr' ? [...groups] : groups.filter(({ values }) => values.length > 1)

/**
 * Selects the values from which the capability is calculated, independently of the chart. Samples of one roll are more
 * alike than samples of different rolls, and an hour with one roll would show only the variation within that roll.
 * Therefore σ within is estimated between and within rolls for every kind of subgroup. If no roll has several samples,
 * σ within is estimated within the subgroups of the chart instead.
 * @param isExcluded true for points that do not count; the index begins at 0
 * @returns the values, and the number of omitted rolls or subgroups with a single value
 */
function buildCapabilityBasis(
  rolls: readonly MeasuredRoll[],
  subgroup: SubgroupKind,
  points: readonly ValueGroup[],
  isExcluded: (point: number) => boolean,
): { basis: CapabilityBasis; singleValueRolls: number } {
  const all = rolls.flatMap(({ samples }) => samples.map(({ value }) => value))
  const excludedKeys = new Set(points.flatMap(({ key }, i) => (isExcluded(i) ? [key] : [])))
  const countedRolls =
    subgroup === 'lane' && excludedKeys.size > 0
      ? rolls.map((roll) => ({
          ...roll,
          samples: roll.samples.filter(({ lane }) => !excludedKeys.has(getPointKey(roll, lane, subgroup))),
        }))
      : rolls
  const isByRoll = subgroup === 'lane' || countedRolls.some(({ samples }) => samples.length > 1)
  const groups = groupRolls(countedRolls, isByRoll ? 'roll' : subgroup, (at) => at)
  const multiValueGroups = groups.filter(({ values }) => values.length > 1)
  const usedGroups = multiValueGroups.length > 0 ? multiValueGroups : groups
  const excludedRollIds = new Set(
    subgroup === 'lane'
      ? []
      : rolls.flatMap((roll) => (excludedKeys.has(getPointKey(roll, null, subgroup)) ? [roll.rollId] : [])),
  )
  const excluded = usedGroups.flatMap(({ rollIds }, i) =>
    rollIds.some((id) => excludedRollIds.has(id)) ? [i + 1] : [],
  )
  const singleValueRolls = groups.length - usedGroups.length
  if (multiValueGroups.length === 0)
    return {
      basis: { chart: 'i-mr', values: usedGroups.flatMap(({ values }) => values), excluded, all },
      singleValueRolls,
    }
  return {
    basis: { chart: isByRoll ? 'i-mr-s' : 'xbar-s', groups: usedGroups.map(({ values }) => values), excluded, all },
    singleValueRolls,
  }
}

const findFrozenLimit = async (
  ctx: Context,
  scope: ChartScope,
  chart: ChartKind,
  subgroup: SubgroupKind,
): Promise<ControlLimitRow | null> => {
  const { productId, lineId, indexId } = scope
  const where = { productId, lineId, indexId, chart, subgroup, newest: true }
  return (await ctx.rows.find(controlLimit, { where, limit: 1 }))[0] ?? null
}

const formatMinute = ({ timeZone }: Context, at: string) => formatWallClock(timeZone, at).slice(0, 16)

/** Builds the chart of stored results. @throws a refusal without results or if the results give no chart */
export const buildStoredChart = handle(storedChart, async (ctx, input): Promise<EndpointOutput<typeof storedChart>> => {
  const scope = await resolveChartScope(ctx, input)
  const measuredRolls = await loadMeasuredRolls(ctx, scope, input.workOrderId ?? null)
  const subgroup = input.subgroup ?? 'roll'
  const allGroups = groupRolls(measuredRolls.rolls, subgroup, createHourFormat(ctx.timeZone))
  const chart = input.chart ?? chooseChart(allGroups, subgroup)
  assertVariableChart(chart)
  const groups = filterChartableGroups(allGroups, chart)
  const chartedRollIds = new Set(groups.flatMap(({ rollIds }) => rollIds))
  const { limitsSince, ...specification } = await findChartLimits(
    ctx,
    scope,
    measuredRolls.rolls.filter(({ rollId }) => chartedRollIds.has(rollId)),
  )
  const frozenLimit = input.own ? null : await findFrozenLimit(ctx, scope, chart, subgroup)
  const { base } = input
  const excludedNumbers = [input.exclude ?? []].flat(2)
  const excludedNumberSet = new Set(excludedNumbers)
  const { basis, singleValueRolls } = buildCapabilityBasis(
    measuredRolls.rolls,
    subgroup,
    groups,
    (i) => excludedNumberSet.has(i + 1) || (typeof base === 'number' && i >= base),
  )
  const answer = await computeChart(ctx, {
    chart,
    capabilityBasis: basis,
    ...toPoints(groups, chart),
    // If the limits changed, a capability against the newest limits would be wrong for the older rolls.
    ...(limitsSince ? {} : specification),
    base: base ?? undefined,
    excluded: excludedNumbers,
    frozen: frozenLimit ? { center: frozenLimit.center, sigma: frozenLimit.sigma } : undefined,
    rules: input.rules ?? ['nelson'],
    confidence: input.confidence ?? undefined,
  })
  const jumboRollIdByRollId = new Map(measuredRolls.rolls.map(({ rollId, jumboRollId }) => [rollId, jumboRollId]))
  return {
    ...scope,
    from: measuredRolls.from,
    ...specification,
    limitsSince,
    limitsNote: limitsSince && formatLimitsNote(ctx, specification, limitsSince),
    subgroup,
    ...answer,
    frozen: frozenLimit
      ? {
          id: frozenLimit.id,
          revision: frozenLimit.revision,
          fromAt: frozenLimit.fromAt,
          toAt: frozenLimit.toAt,
          points: frozenLimit.points,
        }
      : {},
    frozenWithout: frozenLimit ? await localizeExcludedPoints(ctx, frozenLimit) : [],
    below: measuredRolls.below,
    excluded: measuredRolls.excluded,
    singleValueRolls,
    sources: groups.map(({ key, label, at, rollIds }) => ({
      key,
      label,
      at,
      rollIds: [...new Set(rollIds.flatMap((id) => jumboRollIdByRollId.get(id) ?? []))],
    })),
  }
})
/** Formats the reason why a chart whose rolls have different limits has no capability. */
function formatLimitsNote(
  ctx: Context,
  { lsl, usl }: { lsl: number | null; usl: number | null },
  limitsSince: string,
): string {
  const hasLimits = lsl !== null || usl !== null
  return ctx.t(`laboratory:pages.qualityData.${hasLimits ? 'limitsChanged' : 'limitsGone'}`, {
    since: formatMinute(ctx, limitsSince),
  })
}
function assertVariableChart(chart: ChartKind): void {
  if (isCountChart(chart)) throw refuse('laboratory:refusals.countsStored')
}

/** Builds the histogram of stored results. */
export const buildStoredHistogram = handle(storedHistogram, async (ctx, input) => {
  const scope = await resolveChartScope(ctx, input)
  const { rolls, from } = await loadMeasuredRolls(ctx, scope, input.workOrderId ?? null)
  const limits = await findChartLimits(ctx, scope, rolls)
  const { bins, width, moments } = buildHistogram(rolls.flatMap(({ samples }) => samples.map(({ value }) => value)))
  return {
    ...scope,
    from,
    ...limits,
    n: moments.n,
    mean: moments.n ? moments.mean : null,
    deviation: calculateDeviation(moments),
    width,
    bins: [...bins],
  }
})

/** Freezes the limits of the rolls from `fromAt` to `toAt` as the newest revision. */
export const freezeControlLimits = handle(freezeLimits, async (ctx, input) => {
  const { productId, indexId, lineId, fromAt, toAt, chart, subgroup } = input
  assertVariableChart(chart)
  // A period that ends in the future would later contain rolls that do not count in its limits.
  assertMomentNotAhead(ctx, toAt, 'toAt')
  const scope = await resolveChartScope(ctx, { productId, indexId, lineId, from: fromAt, to: toAt })
  const groups = filterChartableGroups(
    groupRolls((await loadMeasuredRolls(ctx, scope, null)).rolls, subgroup, createHourFormat(ctx.timeZone)),
    chart,
  )
  const excludedPoints = await resolveExcludedPoints(ctx, subgroup, input.excluded ?? [], groups)
  const excludedNumbers = [...new Set(excludedPoints.flatMap(({ point }) => point ?? []))]
  const { center, sigma } = refuseNotChartable(() =>
    compileChart({ chart, ...toPoints(groups, chart), rules: ['n1'], excluded: excludedNumbers }),
  )
  const existingLimits = await ctx.rows.find(controlLimit, {
    where: { productId, lineId, indexId, chart, subgroup },
    orderBy: '-revision',
    lock: true,
  })
  for (const row of existingLimits) if (row.newest) await ctx.rows.update(controlLimit, row.id, { newest: false })
  return ctx.rows.insert(controlLimit, {
    ...input,
    revision: (existingLimits[0]?.revision ?? 0) + 1,
    newest: true,
    points: groups.length - excludedNumbers.length,
    center: Number(center.toFixed(9)),
    sigma: Number(sigma.toFixed(9)),
    excluded: excludedPoints,
    frozenBy: ctx.person?.id ?? null,
  })
})
