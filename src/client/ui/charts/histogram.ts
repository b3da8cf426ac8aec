import type { Bin, Mark } from './chart-props'

/** More empty bins than these beside the counted ones would leave those no room. */
const MOST_EMPTY = 12

/**
 * Bins of one width from the lowest to the highest of what was counted and of the marks, so that a limit nobody came near is
 * seen where it lies. Nothing is expected where nothing was worked out. @param bins in order, each as wide as the first
 */
export function binsAround(bins: readonly Bin[], marks: readonly Mark[]): Bin[] {
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return []
  const width = first.to - first.from
  if (!(width > 0)) return [...bins]
  const values = marks.map(({ value }) => value)
  const missing = (distance: number) => Math.min(MOST_EMPTY, Math.max(0, Math.ceil(distance / width)))
  const empty = (from: number): Bin => ({ from, to: from + width, count: 0, expected: null })
  const below = missing(first.from - Math.min(first.from, ...values))
  const above = missing(Math.max(last.to, ...values) - last.to)
  return [
    ...Array.from({ length: below }, (_, i) => empty(first.from - (below - i) * width)),
    ...bins,
    ...Array.from({ length: above }, (_, i) => empty(last.to + i * width)),
  ]
}
/** Where a value lies among bins that are drawn as names 0, 1, 2 …, each in the middle of its bin. */
export function placeAmong(bins: readonly Bin[], value: number): number {
  const first = bins[0]
  return first && first.to > first.from ? (value - first.from) / (first.to - first.from) - 0.5 : 0
}
