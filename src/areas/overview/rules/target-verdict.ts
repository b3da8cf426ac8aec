/** Judges metrics against their targets. */
import { ROUNDING_TOLERANCE } from '@/plant/rules/rounding'
import { isAmountMetric, lowerIsBetterMetrics, targetMetrics, type TargetMetric } from '@/areas/figures/rules/targets'
import type { DayRange } from '@/plant/rules/periods'
import { addDays, countDaysInRange, toMillis, type Moment } from '@/plant/rules/plant-time'
import { getShiftsByName, type PlantCalendar } from '@/plant/rules/shift'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

export const targetVerdicts = ['met', 'near', 'missed'] as const
export type TargetVerdict = (typeof targetVerdicts)[number]
/** A metric that misses the target by at most this share of the target counts as `near`. */
const NEAR_SHARE = 0.03

/**
 * Returns the target due by now: in proportion to the elapsed time for an amount, else the whole target.
 * @param elapsedShare share of the target's time that is over, 0 to 1; null if unknown, then the whole target is
 * returned
 */
export function calculateDueTarget<T extends number | null>(
  metricName: ShiftMetricName,
  target: T,
  elapsedShare: number | null,
): T {
  return (isAmountMetric(metricName) && target !== null && elapsedShare !== null ? target * elapsedShare : target) as T
}
/**
 * Calculates the share of the shifts' time that is over, 0 to 1.
 * @returns null without shifts
 */
export function calculateElapsedShare(
  shifts: readonly { readonly startsAt: Moment; readonly endsAt: Moment }[],
  nowMs: number,
): number | null {
  let totalMs = 0
  let elapsedMs = 0
  for (const { startsAt, endsAt } of shifts) {
    const startMs = toMillis(startsAt)
    const endMs = toMillis(endsAt)
    totalMs += endMs - startMs
    elapsedMs += Math.min(endMs, Math.max(startMs, nowMs)) - startMs
  }
  return totalMs > 0 ? elapsedMs / totalMs : null
}
/**
 * Creates a function that returns the elapsed share of the working time of a team, or of all shifts without a team. A
 * team's target is due in full when its shift ends, not when the day ends.
 * @param dayRange business dates, optionally only one shift of them
 */
export function createElapsedShareGetter(
  { from, to, shift = null }: DayRange & { readonly shift?: string | null },
  { rotation, timeZone }: PlantCalendar,
  nowMs: number,
): (team: string | null) => number | null {
  const days = Array.from({ length: countDaysInRange({ from, to }) }, (_, index) => addDays(from, index))
  const shifts = days.flatMap((day) => getShiftsByName(day, shift, rotation, timeZone))
  return (team) => calculateElapsedShare(team === null ? shifts : shifts.filter((row) => row.team === team), nowMs)
}
/**
 * Judges a metric against the target due by now. For some metrics, e.g. waste, a lower value is better.
 * @param elapsedShare share of the target's time that is over, 0 to 1; null while some of its days are not calculated
 * @returns null without a value, without a target above 0, before anything is due, or while days are not calculated
 */
export function judgeAgainstTarget(
  metricName: ShiftMetricName,
  value: number | null,
  target: number | null,
  elapsedShare: number | null = 1,
): TargetVerdict | null {
  if (value === null || target === null || !elapsedShare || !(target > 0)) return null
  const due = calculateDueTarget(metricName, target, elapsedShare)
  const shortfall = lowerIsBetterMetrics.has(metricName) ? value - due : due - value
  if (shortfall <= due * ROUNDING_TOLERANCE) return 'met'
  return shortfall <= due * (NEAR_SHARE + ROUNDING_TOLERANCE) ? 'near' : 'missed'
}
/** True if targets can be set for the metric. */
export const isTargetMetric = (metricName: ShiftMetricName): metricName is TargetMetric => metricName in targetMetrics
/** Returns the change against a previous value in %, one decimal; null without a previous value or if it is 0. */
export const calculateMetricChange = (value: number | null, previousValue: number | null): number | null =>
  value === null || previousValue === null || previousValue === 0
    ? null
    : Math.round((value / previousValue - 1) * 1000) / 10

/** Ranks rows by a metric, best first. Equal values share a rank; rows without a value have no rank. */
export function rankRows<R>(
  rows: readonly R[],
  metricName: ShiftMetricName,
  getValue: (row: R) => number | null,
): Map<R, number> {
  const direction = lowerIsBetterMetrics.has(metricName) ? -1 : 1
  const ratedRows = rows.flatMap((row) => {
    const value = getValue(row)
    return value === null ? [] : [{ row, value }]
  })
  return new Map(
    ratedRows.map(({ row, value }) => [
      row,
      1 + ratedRows.filter((other) => (other.value - value) * direction > 0).length,
    ]),
  )
}
