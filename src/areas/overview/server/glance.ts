/** The plant at a glance. */
import { canCall, type EndpointInput } from '@/contract/endpoint'
import { loadMetricsFreshness, loadMetrics, loadTargets } from '@/areas/figures/server/queries'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { openWork } from '@/areas/maintenance/server/queries/for-overview'
import { loadLateOrders } from '@/areas/orders/server/queries/for-overview'
import { isWebLineKind } from '@/plant/rules/line'
import { countStopsToExplain } from '@/plant/server/queries/stopped-lines'
import { resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import type { Glance, glanceNow } from '../contract/glance-calls'
import { dueNow, verdictOf } from '../rules/verdict'
import { comparedFigure, keyOf, round, sumsOf, targetOf } from './figure-rows'
import { isKnown } from './asked-period'
import { glanceSpan, type GlanceSpan, type Span } from './glance-span'
import { linesNow, type LineNow } from './line-states'
import { calculateMetricValues } from '@/areas/figures/rules/metric-values'
import type { MetricResult } from '@/areas/figures/server/queries'

const made = [
  'outputKg',
  'slitOutputKg',
  'goodKg',
  'q1Percent',
  'winderDowngradePercent',
  'wastePercent',
  'oeePercent',
  'kwhPerKg',
] as const satisfies readonly ShiftMetricName[]
const costs = ['costPerKg', 'energyCostPerKg'] as const satisfies readonly ShiftMetricName[]
const MOST_LATE = 20

/**
 * GET /HOME_TODAY_DATA. At most 23 statements, however long the history: shifts and teams (twice for a period), lines
 * with their stops and restarts, orders and slitters, metrics of this time, of its complete days, of the previous
 * period and of the previous year, targets, calculation state, late orders, repairs with maintenance, unexplained
 * stops.
 */
export async function glance(ctx: Context, input: EndpointInput<typeof glanceNow>): Promise<Glance> {
  const span = await glanceSpan(ctx, input)
  const today = (await resolveShift(ctx)).businessDate
  const mayCost = canCall(COST_METRIC_PERMISSIONS, ctx.person)
  const ask = ({ from, to, shift }: Span) => loadMetrics(ctx, { from, to, shift, by: ['line'] })
  const [lines, now, whole, before, yearBefore, targets, counted, orders, work, unexplained] = await Promise.all([
    linesNow(ctx),
    ask(span.until),
    span.running && span.whole ? ask(span.whole) : null,
    isKnown(span, span.before) ? ask(span.before) : null,
    isKnown(span, span.yearBefore) ? ask(span.yearBefore) : null,
    loadTargets(ctx, span.until),
    loadMetricsFreshness(ctx, span.until),
    loadLateOrders(ctx, today, MOST_LATE),
    openWork(ctx),
    countStopsToExplain(ctx),
  ])
  const sums = sumsOf(now)
  const values = (rows: readonly MetricResult[] | null) =>
    rows?.length ? calculateMetricValues(sumsOf(rows)) : undefined
  const beside = {
    value: values(now),
    whole: span.running ? values(whole) : values(now),
    before: values(before),
    yearBefore: values(yearBefore),
  }
  return {
    ...headOf(span),
    countedAt: counted.countedAt,
    waiting: counted.waiting,
    uncounted: counted.uncounted,
    figures: [...made, ...(mayCost ? costs : [])].map((figure) =>
      comparedFigure(figure, beside, targetOf(targets, figure), span.passed),
    ),
    mayCost,
    cost: mayCost && sums.cost > 0 ? Math.round(sums.cost * 100) / 100 : null,
    energyCost: mayCost && sums.energyCost > 0 ? Math.round(sums.energyCost * 100) / 100 : null,
    lines: lines.map((line) => lineOf(line, now, targets, span)),
    ...orders,
    ...work,
    stopsUnexplained: unexplained,
  }
}
const headOf = ({ kind, shown, team, startsAt, endsAt, running, passedOfAll }: GlanceSpan) => ({
  period: kind,
  from: shown.from,
  to: shown.to,
  shift: shown.shift,
  team,
  startsAt,
  endsAt,
  running,
  passedPercent: Math.round(passedOfAll * 1000) / 10,
})
function lineOf(
  { kind, productId: _product, processStandardId: _standard, ...line }: LineNow,
  rows: readonly MetricResult[],
  targets: Awaited<ReturnType<typeof loadTargets>>,
  { passed }: GlanceSpan,
): Glance['lines'][number] {
  const own = rows.filter((row) => keyOf('line')(row) === line.lineId)
  const web = isWebLineKind(kind)
  const figure = web ? 'outputKg' : 'slitOutputKg'
  const sums = sumsOf(own)
  const kg = own.length ? calculateMetricValues(sums)[figure] : null
  const target = targetOf(targets, figure, { lineId: line.lineId })
  return {
    ...line,
    web,
    kg: round(kg),
    target,
    due: round(dueNow(figure, target, passed)),
    verdict: verdictOf(figure, kg, target, passed),
    standingMinutes: own.length ? Math.round(sums.standingMinutes) : null,
  }
}
