/** Judges metrics against their targets. */
import { isAmountMetric, lowerIsBetterMetrics, targetMetrics, type TargetMetric } from '@/areas/figures/rules/targets'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

export const verdicts = ['met', 'near', 'missed'] as const
export type Verdict = (typeof verdicts)[number]
/** Share of the target within which it counts as nearly met. */
const NEAR = 0.03

/**
 * Returns the target due by now: in proportion to the elapsed time for an amount, else the whole target.
 * @param elapsedShare share of the target's time that is over, 0 to 1; null if unknown, then the whole target is
 * returned
 */
export function dueNow<T extends number | null>(figure: ShiftMetricName, target: T, passed: number | null): T {
  return (isAmountMetric(figure) && target !== null && passed !== null ? target * passed : target) as T
}
/**
 * Judges a metric against the target due by now, in the direction that is good for it.
 * @param elapsedShare share of the target's time that is over, 0 to 1; null while some of its days are not calculated
 * @returns null without a value, without a target above 0, or while days are not calculated
 */
export function verdictOf(
  figure: ShiftMetricName,
  value: number | null,
  target: number | null,
  passed: number | null = 1,
): Verdict | null {
  if (value === null || target === null || passed === null || !(target > 0)) return null
  const due = dueNow(figure, target, passed)
  const off = lowerIsBetterMetrics.has(figure) ? value - due : due - value
  if (off <= 0) return 'met'
  return off <= due * NEAR ? 'near' : 'missed'
}
/** True if targets can be set for the metric. */
export const mayHaveTarget = (figure: ShiftMetricName): figure is TargetMetric => figure in targetMetrics
/** Returns the change against a previous value in %, one decimal; null without a previous value or if it is 0. */
export const changeOf = (value: number | null, before: number | null): number | null =>
  value === null || before === null || before === 0 ? null : Math.round((value / before - 1) * 1000) / 10
