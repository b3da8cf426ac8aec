export interface ParetoBar {
  readonly key: string
  readonly value: number
  readonly share: number
  /** Share of this and all previous bars; exactly 1 for the last. */
  readonly cumulative: number
}
/** Sorts causes from largest to smallest with cumulative shares; ties are sorted by key for a stable order. */
export function buildParetoBars(causes: ReadonlyMap<string, number>): ParetoBar[] {
  const sorted = [...causes].filter(([, value]) => value > 0).toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const total = sorted.reduce((sum, [, value]) => sum + value, 0)
  let sum = 0
  return sorted.map(([key, value], i) => {
    sum += value
    return { key, value, share: value / total, cumulative: i === sorted.length - 1 ? 1 : sum / total }
  })
}
