import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { assertMomentNotAhead } from '@/server/entered-moments'
import { controlLimit, type freezeLimits } from '../../contract/control-limit'
import type { storedChart, storedHistogram } from '../../contract/stored-charts'
import type { Chart } from '../../rules/spc/charts'
import { compile, type CapabilityBasis } from '../../rules/spc/compile'
import { histogramOf } from '../../rules/spc/histogram'
import { deviationOf } from '../../rules/spc/moments'
import { groupsOf, keyOf, type Group, type Measured, type Subgroup } from '../../rules/subgroups'
import { computeChart, inWords } from './answer'
import { hourIn, inReadersWords, namedPoints, wallIn } from './left-out'
import { limitsIn, measuredIn, scopeOf, type Scope } from './scope'

type Limit = Row<typeof controlLimit>
/** Chooses a chart: individuals for one value per point, between/within for samples of a roll, otherwise means. */
function usualChart(groups: readonly Group[], by: Subgroup): Chart {
  if (groups.every(({ values }) => values.length === 1)) return 'i-mr'
  return by === 'roll' ? 'i-mr-s' : 'xbar-s'
}
/** Converts groups to the points of a chart. Individuals charts plot the mean of each group. */
const pointsOf = (groups: readonly Group[], chart: Chart) =>
  chart === 'i-mr'
    ? { values: groups.map(({ values }) => values.reduce((a, b) => a + b, 0) / values.length) }
    : { groups: groups.map(({ values }) => [...values]) }
/** Removes groups of a single value from charts of subgroups. */
const chartable = (groups: readonly Group[], chart: Chart): Group[] =>
  chart === 'i-mr' ? [...groups] : groups.filter(({ values }) => values.length > 1)

/**
 * Builds the single values for the capability. They depend on the subgroup, not on the chart. Samples and lanes of a
 * roll are more alike than rolls, so their σ within is estimated between and within rolls. Rolls of an hour or a shift
 * are a sample of the process, so their σ is that within subgroups.
 * @param isExcluded true for points, by index from 0, that do not count
 */
function capabilityBasisOf(
  rolls: readonly Measured[],
  by: Subgroup,
  points: readonly Group[],
  isOut: (point: number) => boolean,
): CapabilityBasis {
  const all = rolls.flatMap(({ samples }) => samples.map(({ value }) => value))
  const out = new Set(points.flatMap(({ key }, i) => (isOut(i) ? [key] : [])))
  const counted =
    by === 'lane' && out.size > 0
      ? rolls.map((roll) => ({
          ...roll,
          samples: roll.samples.filter(({ lane }) => !out.has(keyOf(roll, lane, by))),
        }))
      : rolls
  const groups = groupsOf(counted, by === 'lane' ? 'roll' : by, (at) => at)
  const several = groups.filter(({ values }) => values.length > 1)
  const used = several.length > 0 ? several : groups
  const excluded = used.flatMap(({ key }, i) => (out.has(key) ? [i + 1] : []))
  if (several.length === 0) return { chart: 'i-mr', values: used.flatMap(({ values }) => values), excluded, all }
  const chart = by === 'roll' || by === 'lane' ? 'i-mr-s' : 'xbar-s'
  return { chart, groups: used.map(({ values }) => values), excluded, all }
}

const frozenFor = async (ctx: Context, scope: Scope, chart: Chart, subgroup: Subgroup): Promise<Limit | null> => {
  const { productId, lineId, indexId } = scope
  const where = { productId, lineId, indexId, chart, subgroup, newest: true }
  return (await ctx.rows.find(controlLimit, { where, limit: 1 }))[0] ?? null
}

const minuteIn = ({ timeZone }: Context, at: string) => wallIn(timeZone, at).slice(0, 16)

/** Builds the chart of stored results. @throws 4002 without results, 6000 with the reason if they give no chart */
export async function chartOfStored(
  ctx: Context,
  input: EndpointInput<typeof storedChart>,
): Promise<EndpointOutput<typeof storedChart>> {
  const scope = await scopeOf(ctx, input)
  const found = await measuredIn(ctx, scope, input.workOrderId ?? null)
  const subgroup = input.subgroup ?? 'roll'
  const all = groupsOf(found.rolls, subgroup, hourIn(ctx.timeZone))
  const chart = input.chart ?? usualChart(all, subgroup)
  mustBeVariable(chart)
  const groups = chartable(all, chart)
  const charted = new Set(groups.flatMap(({ rollIds }) => rollIds))
  const { limitsSince, ...specification } = await limitsIn(
    ctx,
    scope,
    found.rolls.filter(({ rollId }) => charted.has(rollId)),
  )
  const frozen = input.own ? null : await frozenFor(ctx, scope, chart, subgroup)
  const { base } = input
  const excluded = [input.exclude ?? []].flat(2)
  const out = new Set(excluded)
  const answer = await computeChart(ctx, {
    chart,
    capabilityBasis: capabilityBasisOf(
      found.rolls,
      subgroup,
      groups,
      (i) => out.has(i + 1) || (typeof base === 'number' && i >= base),
    ),
    ...pointsOf(groups, chart),
    // If limits changed, a capability against the newest ones would be wrong for the older rolls.
    ...(limitsSince ? {} : specification),
    base: base ?? undefined,
    excluded,
    frozen: frozen ? { center: frozen.center, sigma: frozen.sigma } : undefined,
    rules: input.rules ?? ['nelson'],
    confidence: input.confidence ?? undefined,
  })
  const jumbos = new Map(found.rolls.map(({ rollId, jumboRollId }) => [rollId, jumboRollId]))
  return {
    ...scope,
    from: found.from,
    ...specification,
    limitsSince,
    limitsNote: limitsSince && noteOf(ctx, specification, limitsSince),
    subgroup,
    ...answer,
    frozen: frozen
      ? { id: frozen.id, revision: frozen.revision, fromAt: frozen.fromAt, toAt: frozen.toAt, points: frozen.points }
      : {},
    frozenWithout: frozen ? await inReadersWords(ctx, frozen) : [],
    below: found.below,
    excluded: found.excluded,
    sources: groups.map(({ key, label, at, rollIds }) => ({
      key,
      label,
      at,
      rollIds: [...new Set(rollIds.flatMap((id) => jumbos.get(id) ?? []))],
    })),
  }
}
/**
 * Formats the note that there is no capability over rolls with different limits. The newest roll may have no limits.
 */
function noteOf(ctx: Context, { lsl, usl }: { lsl: number | null; usl: number | null }, at: string): string {
  const some = lsl !== null || usl !== null
  return ctx.t(`laboratory:pages.qualityData.${some ? 'limitsChanged' : 'limitsGone'}`, { since: minuteIn(ctx, at) })
}
function mustBeVariable(chart: Chart): void {
  if (['p', 'np', 'c', 'u'].includes(chart)) throw refuse('laboratory:refusals.countsStored')
}

/** Builds the histogram of stored results. */
export async function histogramOfStored(
  ctx: Context,
  input: EndpointInput<typeof storedHistogram>,
): Promise<EndpointOutput<typeof storedHistogram>> {
  const scope = await scopeOf(ctx, input)
  const { rolls, from } = await measuredIn(ctx, scope, input.workOrderId ?? null)
  const limits = await limitsIn(ctx, scope, rolls)
  const { bins, width, moments } = histogramOf(rolls.flatMap(({ samples }) => samples.map(({ value }) => value)))
  return {
    ...scope,
    from,
    ...limits,
    n: moments.n,
    mean: moments.n ? moments.mean : null,
    deviation: deviationOf(moments),
    width,
    bins: [...bins],
  }
}

/** Freezes the limits of a window as the newest revision. Points are excluded only with a reason. */
export async function freeze(ctx: Context, input: EndpointInput<typeof freezeLimits>): Promise<Limit> {
  const { productId, indexId, lineId, fromAt, toAt, chart, subgroup } = input
  mustBeVariable(chart)
  // Future rolls would be in the window, but not counted in its limits.
  assertMomentNotAhead(ctx, toAt, 'toAt')
  const scope = await scopeOf(ctx, { productId, indexId, lineId, from: fromAt, to: toAt })
  const groups = chartable(groupsOf((await measuredIn(ctx, scope, null)).rolls, subgroup, hourIn(ctx.timeZone)), chart)
  const excluded = await namedPoints(ctx, subgroup, input.excluded ?? [], groups)
  const without = [...new Set(excluded.flatMap(({ point }) => point ?? []))]
  const { center, sigma } = inWords(() =>
    compile({ chart, ...pointsOf(groups, chart), rules: ['n1'], excluded: without }),
  )
  const before = await ctx.rows.find(controlLimit, {
    where: { productId, lineId, indexId, chart, subgroup },
    orderBy: '-revision',
    lock: true,
  })
  for (const row of before) if (row.newest) await ctx.rows.update(controlLimit, row.id, { newest: false })
  return ctx.rows.insert(controlLimit, {
    ...input,
    revision: (before[0]?.revision ?? 0) + 1,
    newest: true,
    points: groups.length - without.length,
    center: Number(center.toFixed(9)),
    sigma: Number(sigma.toFixed(9)),
    excluded,
    frozenBy: ctx.person?.id ?? null,
  })
}
