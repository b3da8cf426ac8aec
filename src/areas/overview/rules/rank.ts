import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

/** Ranks rows by a metric, the best first. Equal values share a rank; rows without a value have none. */
export function rankRows<R>(
  rows: readonly R[],
  figure: ShiftMetricName,
  getValue: (row: R) => number | null,
): Map<R, number> {
  const direction = lowerIsBetterMetrics.has(figure) ? -1 : 1
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
