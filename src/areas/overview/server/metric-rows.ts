/**
 * Calculates metrics of the plant, of lines and of teams from rows of sums. Ratios are calculated from sums, never
 * averaged.
 */
import { addShiftSums, type ShiftSums } from '@/areas/figures/rules/shift-sums'
import {
  calculateMetricValues,
  clearUnsettledValues,
  type ShiftMetricName,
  type MetricValues,
} from '@/areas/figures/rules/metric-values'
import type { MetricGroupKey, MetricResult, TargetValue } from '@/areas/figures/server/queries'
import { targetMetrics } from '@/areas/figures/rules/targets'
import { calculateMetricChange, calculateDueTarget, judgeAgainstTarget } from '../rules/target-verdict'

export type GroupKeyGetter = (row: MetricResult) => string | null
/** Creates a function that returns one grouping key of a row. */
export const createGroupKeyGetter =
  (name: MetricGroupKey): GroupKeyGetter =>
  (row) =>
    row.key[name] ?? null
/** Returns the metric values of each key; rows without the key are left out. */
export function calculateValuesByKey(rows: readonly MetricResult[], getKey: GroupKeyGetter): Map<string, MetricValues> {
  const rowsByKey = new Map<string, MetricResult[]>()
  for (const row of rows) {
    const rowKey = getKey(row)
    if (rowKey !== null) rowsByKey.set(rowKey, [...(rowsByKey.get(rowKey) ?? []), row])
  }
  return new Map([...rowsByKey].map(([rowKey, keyRows]) => [rowKey, calculateTotalValues(keyRows)]))
}
export const sumMetricRows = (rows: readonly MetricResult[]): ShiftSums => addShiftSums(rows.map(({ sums }) => sums))
/**
 * Calculates the metrics of several rows together. If all rows cover only a shift that has just begun, the ratios of the
 * total are unknown, like those of the rows. Metrics that no line of the rows measures are null.
 */
export function calculateTotalValues(rows: readonly MetricResult[]): MetricValues {
  const lineScopes = rows.map(({ lineScope }) => lineScope)
  const lineScope = lineScopes.length === 0 || lineScopes.includes(null) ? null : lineScopes.flatMap((kinds) => kinds!)
  const values = calculateMetricValues(sumMetricRows(rows), lineScope)
  return rows.every(({ isUnsettled }) => isUnsettled) ? clearUnsettledValues(values) : values
}

/**
 * Returns the target of a metric for a team, a line or the plant. Targets of several lines combine to their sum for an
 * amount and to their mean for a rate.
 */
export function calculateScopeTarget(
  targets: readonly TargetValue[],
  metricName: ShiftMetricName,
  scope: { lineId?: string | null; team?: string | null } = {},
): number | null {
  const metricTargets = targets.filter((target) => target.figure === metricName)
  const scopedTargets = selectTargetsInScope(metricTargets, scope)
  if (scopedTargets.length === 0) return null
  const sum = scopedTargets.reduce((all, { value }) => all + value, 0)
  const isRate = (targetMetrics as Partial<Record<ShiftMetricName, string>>)[metricName] === 'rate'
  return roundToSixDecimals(isRate ? sum / scopedTargets.length : sum)
}
function selectTargetsInScope(
  metricTargets: readonly TargetValue[],
  scope: { lineId?: string | null; team?: string | null },
): readonly TargetValue[] {
  if (scope.team) return metricTargets.filter(({ team }) => team === scope.team)
  if (scope.lineId) return metricTargets.filter(({ lineId, team }) => lineId === scope.lineId && team === null)
  return selectPlantTargets(metricTargets)
}

/** Returns the plant's own targets, else the targets of its lines. */
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
 * Builds a metric with its target, verdict and changes.
 * @param elapsedShare share of the target's time that is over, 0 to 1. Null while days are not calculated; the metric
 * is then neither judged nor compared.
 */
export function buildComparedMetric(
  metricName: ShiftMetricName,
  comparedValues: ComparedValues,
  target: number | null,
  elapsedShare: number | null,
) {
  const getValue = (values: MetricValues | undefined) => roundToSixDecimals(values?.[metricName] ?? null)
  const value = getValue(comparedValues.currentPeriod)
  const previousValue = getValue(comparedValues.previousPeriod)
  const previousYearValue = getValue(comparedValues.previousYear)
  const comparedValue = elapsedShare === null ? null : getValue(comparedValues.completeDays)
  return {
    figure: metricName,
    value,
    target,
    due: roundToSixDecimals(calculateDueTarget(metricName, target, elapsedShare)),
    verdict: judgeAgainstTarget(metricName, value, target, elapsedShare),
    before: previousValue,
    changePercent: calculateMetricChange(comparedValue, previousValue),
    yearBefore: previousYearValue,
    yearChangePercent: calculateMetricChange(comparedValue, previousYearValue),
  }
}
export const roundToSixDecimals = <V extends number | null>(value: V): V =>
  (value === null ? null : Math.round(value * 1e6) / 1e6) as V
