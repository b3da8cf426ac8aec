import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

/** Ranks rows by a metric, the best first. Equal values share a rank; rows without a value have none. */
export function ranksOf<R>(
  rows: readonly R[],
  figure: ShiftMetricName,
  valueOf: (row: R) => number | null,
): Map<R, number> {
  const better = lowerIsBetterMetrics.has(figure) ? -1 : 1
  const known = rows.flatMap((row) => {
    const value = valueOf(row)
    return value === null ? [] : [{ row, value }]
  })
  return new Map(
    known.map(({ row, value }) => [row, 1 + known.filter((other) => (other.value - value) * better > 0).length]),
  )
}
