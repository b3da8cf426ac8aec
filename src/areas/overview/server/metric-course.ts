/** The last periods of the plant's metrics, for sparklines. */
import { loadMetrics, type MetricGroupKey } from '@/areas/figures/server/queries'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { COST_METRIC_PERMISSIONS, restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { getComparisonPeriods, type DayRange, type PeriodKind } from '@/plant/rules/periods'
import { canCall } from '@/contract/endpoint'
import { handle } from '@/server/area'
import { COURSE_PERIODS, metricCourse } from '../contract/course-endpoints'
import { resolveMetricPeriod } from './metric-period'
import { roundToSixDecimals } from './metric-rows'

/** Returns the current period and those before it, the oldest first. */
function listPeriodsUpTo(kind: PeriodKind, lastPeriod: DayRange): DayRange[] {
  const periods = [lastPeriod]
  while (periods.length < COURSE_PERIODS) periods.unshift(getComparisonPeriods(kind, periods[0]!).before)
  return periods
}

/** GET /plant/metric_course. Periods without calculated days have no values. One SQL statement, and those of the calendar. */
export const loadMetricCourse = handle(metricCourse, async (ctx, { period: requestedKind, day, lineId }) => {
  const { kind, days, daysUntilToday, isRunning } = await resolveMetricPeriod(ctx, {
    period: requestedKind ?? null,
    day: day ?? null,
  })
  const periods = listPeriodsUpTo(kind, days)
  const groupKey: MetricGroupKey = kind
  const rows = await loadMetrics(ctx, {
    from: periods[0]!.from,
    to: daysUntilToday.to,
    by: [groupKey],
    lineIds: lineId ? [lineId] : null,
  })
  const valuesByStart = new Map(rows.map(({ key, values }) => [key[groupKey], values]))
  const canSeeCosts = canCall(COST_METRIC_PERMISSIONS, ctx.person)
  const costMetrics: readonly string[] = restrictedCostMetrics.options
  return {
    period: kind,
    running: isRunning,
    periods,
    metrics: shiftMetricNames
      .filter((figure) => canSeeCosts || !costMetrics.includes(figure))
      .map((figure) => ({
        figure,
        values: periods.map(({ from }) => ({ value: roundToSixDecimals(valuesByStart.get(from)?.[figure] ?? null) })),
      })),
  }
})
