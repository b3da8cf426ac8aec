/** The last periods of the plant's metrics, for sparklines. */
import { loadMetrics, type MetricGroupKey } from '@/areas/figures/server/queries'
import { shiftMetricNames, type ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { COST_METRIC_PERMISSIONS, restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { getComparisonPeriods, type DayRange, type PeriodKind } from '@/plant/rules/periods'
import { listLines } from '@/plant/server/queries/list-lines'
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

/** GET /plant/metric_course. Periods without calculated days have no values. At most three SQL statements, and those of the calendar. */
export const loadMetricCourse = handle(metricCourse, async (ctx, { period: requestedKind, day, lineId, figure }) => {
  const { kind, dayRange, rangeUntilToday, isRunning } = await resolveMetricPeriod(ctx, {
    period: requestedKind ?? null,
    day: day ?? null,
  })
  const periods = listPeriodsUpTo(kind, dayRange)
  const groupKey: MetricGroupKey = kind
  const loadRows = (by: readonly MetricGroupKey[]) =>
    loadMetrics(ctx, { from: periods[0]!.from, to: rangeUntilToday.to, by, lineIds: lineId ? [lineId] : null })
  const [rows, lineRows, lines] = await Promise.all([
    loadRows([groupKey]),
    figure ? loadRows(['line', groupKey]) : [],
    figure ? listLines(ctx, { lineId: lineId ?? null }) : [],
  ])
  const valuesByStart = new Map(rows.map(({ key, values }) => [key[groupKey], values]))
  const valuesByLineAndStart = new Map(lineRows.map(({ key, values }) => [`${key.line} ${key[groupKey]}`, values]))
  const canSeeCosts = canCall(COST_METRIC_PERMISSIONS, ctx.person)
  const costMetrics: readonly string[] = restrictedCostMetrics.options
  const isVisible = (name: ShiftMetricName) => canSeeCosts || !costMetrics.includes(name)
  return {
    period: kind,
    running: isRunning,
    periods,
    metrics: shiftMetricNames.filter(isVisible).map((name) => ({
      figure: name,
      values: periods.map(({ from }) => ({ value: roundToSixDecimals(valuesByStart.get(from)?.[name] ?? null) })),
    })),
    lines: (figure && isVisible(figure) ? lines : [])
      .map(({ id, label }) => ({
        lineId: id,
        label,
        values: periods.map(({ from }) => ({
          value: roundToSixDecimals(valuesByLineAndStart.get(`${id} ${from}`)?.[figure!] ?? null),
        })),
      }))
      .filter(({ values }) => values.some(({ value }) => value !== null && value !== 0)),
  }
})
