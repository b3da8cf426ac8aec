/** Handler of the plant at a glance. */
import { canCall } from '@/contract/endpoint'
import { loadMetricsFreshness, loadMetrics, loadTargets } from '@/areas/figures/server/queries'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { getKnownSum } from '@/areas/figures/rules/shift-sums'
import { countOpenWork } from '@/areas/maintenance/server/queries/open-work'
import { loadLateOrders } from '@/areas/orders/server/queries/current-and-late-orders'
import { isWebLineKind } from '@/plant/rules/line'
import { countStopsToExplain } from '@/plant/server/queries/stopped-lines'
import { findBusinessDate } from '@/plant/server/plant'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { type Glance, glanceNow } from '../contract/glance-endpoints'
import { calculateDueTarget, judgeAgainstTarget } from '../rules/target-verdict'
import {
  buildComparedMetric,
  createGroupKeyGetter,
  roundToSixDecimals,
  calculateTotalValues,
  sumMetricRows,
  calculateScopeTarget,
} from './metric-rows'
import { isComparable } from './metric-period'
import { resolveGlanceSpan, type GlanceSpan, type DaysOrShift } from './glance-span'
import { loadLineStatuses, type LineStatusRow } from './load-line-statuses'
import type { MetricResult } from '@/areas/figures/server/queries'
import type { WithoutFilledNames } from '@/contract/field-values'
import { handle } from '@/server/area'

const GLANCE_METRICS = [
  'outputKg',
  'slitOutputKg',
  'goodKg',
  'q1Percent',
  'winderDowngradePercent',
  'wastePercent',
  'oeePercent',
  'kwhPerKg',
] as const satisfies readonly ShiftMetricName[]
const GLANCE_COST_METRICS = ['costPerKg', 'energyCostPerKg'] as const satisfies readonly ShiftMetricName[]
const MAX_LATE_ORDERS = 20

/** GET /HOME_TODAY_DATA. Runs at most 23 SQL statements, independent of the length of the history. */
export const loadGlance = handle(glanceNow, async (ctx, input) => {
  const span = await resolveGlanceSpan(ctx, input)
  const today = await findBusinessDate(ctx)
  const canSeeCosts = canCall(COST_METRIC_PERMISSIONS, ctx.person)
  const loadRows = ({ from, to, shift }: DaysOrShift) => loadMetrics(ctx, { from, to, shift, by: ['line'] })
  const [
    lines,
    currentRows,
    completeDaysRows,
    previousRows,
    yearBeforeRows,
    targets,
    calculationState,
    lateOrders,
    openWorkCounts,
    unexplainedStops,
  ] = await Promise.all([
    loadLineStatuses(ctx),
    loadRows(span.spanUntilNow),
    span.isRunning && span.completePart ? loadRows(span.completePart) : null,
    isComparable(span, span.previousSpan) ? loadRows(span.previousSpan) : null,
    isComparable(span, span.spanYearBefore) ? loadRows(span.spanYearBefore) : null,
    loadTargets(ctx, span.spanUntilNow),
    loadMetricsFreshness(ctx, span.spanUntilNow),
    loadLateOrders(ctx, today, MAX_LATE_ORDERS),
    countOpenWork(ctx),
    countStopsToExplain(ctx),
  ])
  const plantSums = sumMetricRows(currentRows)
  const toValues = (rows: readonly MetricResult[] | null) => (rows?.length ? calculateTotalValues(rows) : undefined)
  const plantValues = {
    currentPeriod: toValues(currentRows),
    completeDays: span.isRunning ? toValues(completeDaysRows) : toValues(currentRows),
    previousPeriod: toValues(previousRows),
    previousYear: toValues(yearBeforeRows),
  }
  return {
    ...buildGlanceHead(span),
    ...calculationState,
    figures: [...GLANCE_METRICS, ...(canSeeCosts ? GLANCE_COST_METRICS : [])].map((figure) =>
      buildComparedMetric(figure, plantValues, calculateScopeTarget(targets, figure), span.elapsedShareForTarget),
    ),
    mayCost: canSeeCosts,
    cost: canSeeCosts && plantSums.cost > 0 ? Math.round(plantSums.cost * 100) / 100 : null,
    energyCost: canSeeCosts && plantSums.energyCost > 0 ? Math.round(plantSums.energyCost * 100) / 100 : null,
    lines: lines.map((line) => buildGlanceLine(line, currentRows, targets, span)),
    ...lateOrders,
    ...openWorkCounts,
    stopsUnexplained: unexplainedStops,
  }
})
const buildGlanceHead = ({
  kind,
  displayedSpan,
  team,
  startsAt,
  endsAt,
  isRunning,
  elapsedShareOfPeriod,
}: GlanceSpan) => ({
  period: kind,
  from: displayedSpan.from,
  to: displayedSpan.to,
  shift: displayedSpan.shift,
  team,
  startsAt,
  endsAt,
  running: isRunning,
  passedPercent: Math.round(elapsedShareOfPeriod * 1000) / 10,
})
function buildGlanceLine(
  { kind, productId: _productId, processStandardId: _processStandardId, ...line }: LineStatusRow,
  rows: readonly MetricResult[],
  targets: Awaited<ReturnType<typeof loadTargets>>,
  { elapsedShareForTarget }: GlanceSpan,
): WithoutFilledNames<Glance['lines'][number]> {
  const lineRows = rows.filter((row) => createGroupKeyGetter('line')(row) === line.lineId)
  const isWebLine = isWebLineKind(kind)
  const figure = isWebLine ? 'outputKg' : 'slitOutputKg'
  const sums = sumMetricRows(lineRows)
  const standingMinutes = getKnownSum(sums, 'standingMinutes')
  const kg = lineRows.length ? calculateTotalValues(lineRows)[figure] : null
  const target = calculateScopeTarget(targets, figure, { lineId: line.lineId })
  return {
    ...line,
    web: isWebLine,
    kg: roundToSixDecimals(kg),
    target,
    due: roundToSixDecimals(calculateDueTarget(figure, target, elapsedShareForTarget)),
    verdict: judgeAgainstTarget(figure, kg, target, elapsedShareForTarget),
    standingMinutes: standingMinutes === null ? null : Math.round(standingMinutes),
  }
}
