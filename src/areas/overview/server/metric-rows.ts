/** Metrics from rows of sums: of the plant, of lines, of teams. Ratios are calculated from sums, never averaged. */
import { addShiftSums, type ShiftSums } from '@/areas/figures/rules/shift-sums'
import { calculateMetricValues, type ShiftMetricName, type MetricValues } from '@/areas/figures/rules/metric-values'
import type { MetricGroupKey, MetricResult, TargetValue } from '@/areas/figures/server/queries'
import { targetMetrics } from '@/areas/figures/rules/targets'
import { calculateMetricChange, calculateDueTarget, judgeAgainstTarget } from '../rules/target-verdict'

export type GroupKeyGetter = (row: MetricResult) => string | null
/** Creates a getter for one key of a row. */
export const createGroupKeyGetter =
  (name: MetricGroupKey): GroupKeyGetter =>
  (row) =>
    row.key[name] ?? null
/** Returns the metric values of each key; rows without the key are left out. */
export function calculateValuesByKey(rows: readonly MetricResult[], getKey: GroupKeyGetter): Map<string, MetricValues> {
  const sumsByKey = new Map<string, ShiftSums[]>()
  for (const row of rows) {
    const rowKey = getKey(row)
    if (rowKey !== null) sumsByKey.set(rowKey, [...(sumsByKey.get(rowKey) ?? []), row.sums])
  }
  return new Map([...sumsByKey].map(([rowKey, sums]) => [rowKey, calculateMetricValues(addShiftSums(sums))]))
}
/** Adds up the sums of rows. */
export const sumMetricRows = (rows: readonly MetricResult[]): ShiftSums => addShiftSums(rows.map(({ sums }) => sums))

/**
 * Returns the target of a metric: of a team, a line or the plant. The targets of lines combine to the sum for an amount
 * and to the mean for a rate.
 */
export function calculateScopeTarget(
  targets: readonly TargetValue[],
  figure: ShiftMetricName,
  scope: { lineId?: string | null; team?: string | null } = {},
): number | null {
  const metricTargets = targets.filter((target) => target.figure === figure)
  const scopedTargets = scope.team
    ? metricTargets.filter(({ team }) => team === scope.team)
    : scope.lineId
      ? metricTargets.filter(({ lineId, team }) => lineId === scope.lineId && team === null)
      : selectPlantTargets(metricTargets)
  if (scopedTargets.length === 0) return null
  const sum = scopedTargets.reduce((all, { value }) => all + value, 0)
  const isRate = (targetMetrics as Partial<Record<ShiftMetricName, string>>)[figure] === 'rate'
  return roundToSixDecimals(isRate ? sum / scopedTargets.length : sum)
}
/** Returns the plant's own targets, else those of its lines. */
function selectPlantTargets(metricTargets: readonly TargetValue[]): readonly TargetValue[] {
  const plantTargets = metricTargets.filter(({ lineId, team }) => lineId === null && team === null)
  return plantTargets.length > 0
    ? plantTargets
    : metricTargets.filter(({ lineId, team }) => lineId !== null && team === null)
}
export interface ComparedValues {
  readonly currentPeriod: MetricValues | undefined
  /** Values of the days that are over, which are compared with earlier values; `currentPeriod` if the period is over. */
  readonly completeDays: MetricValues | undefined
  readonly previousPeriod: MetricValues | undefined
  readonly previousYear: MetricValues | undefined
}
/**
 * Returns a metric with its target and previous values.
 * @param elapsedShare share of the target's time that is over; null while days are not calculated. Without it the metric is
 * neither judged nor compared.
 */
export function buildComparedMetric(
  figure: ShiftMetricName,
  comparedValues: ComparedValues,
  target: number | null,
  elapsedShare: number | null,
) {
  const [value, completeDaysValue, previousValue, previousYearValue] = [
    comparedValues.currentPeriod,
    comparedValues.completeDays,
    comparedValues.previousPeriod,
    comparedValues.previousYear,
  ].map((values) => roundToSixDecimals(values?.[figure] ?? null)) as [
    number | null,
    number | null,
    number | null,
    number | null,
  ]
  const comparedValue = elapsedShare === null ? null : completeDaysValue
  return {
    figure,
    value,
    target,
    due: roundToSixDecimals(calculateDueTarget(figure, target, elapsedShare)),
    verdict: judgeAgainstTarget(figure, value, target, elapsedShare),
    before: previousValue,
    changePercent: calculateMetricChange(comparedValue, previousValue),
    yearBefore: previousYearValue,
    yearChangePercent: calculateMetricChange(comparedValue, previousYearValue),
  }
}
/** Rounds to six decimals. */
export const roundToSixDecimals = <V extends number | null>(value: V): V =>
  (value === null ? null : Math.round(value * 1e6) / 1e6) as V
