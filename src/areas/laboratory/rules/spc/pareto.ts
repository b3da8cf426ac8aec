export interface ParetoBar {
  readonly key: string
  readonly value: number
  readonly share: number
  /** With all before it; the last is exactly 1. */
  readonly cumulative: number
}
/** Causes from largest to smallest with cumulative shares; equal ones by name, so that the order is the same each time. */
export function paretoOf(causes: ReadonlyMap<string, number>): ParetoBar[] {
  const sorted = [...causes].filter(([, value]) => value > 0).toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const total = sorted.reduce((sum, [, value]) => sum + value, 0)
  let sum = 0
  return sorted.map(([key, value], i) => {
    sum += value
    return { key, value, share: value / total, cumulative: i === sorted.length - 1 ? 1 : sum / total }
  })
}
