import { lowIsGood } from '@/areas/figures/rules/targets'
import type { ShiftFigure } from '@/areas/figures/rules/values'

/** Places by a figure, the best first; equals share a place, who has no value has none. */
export function ranksOf<R>(
  rows: readonly R[],
  figure: ShiftFigure,
  valueOf: (row: R) => number | null,
): Map<R, number> {
  const better = lowIsGood.has(figure) ? -1 : 1
  const known = rows.flatMap((row) => {
    const value = valueOf(row)
    return value === null ? [] : [{ row, value }]
  })
  return new Map(
    known.map(({ row, value }) => [row, 1 + known.filter((other) => (other.value - value) * better > 0).length]),
  )
}
