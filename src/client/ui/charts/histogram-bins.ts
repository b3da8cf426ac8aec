import type { HistogramBin, Mark } from './chart-props'

/** Maximum number of empty bins on each side; more would leave too little room for the data. */
const MAX_EMPTY_BINS = 12

/**
 * Extends the bins to the range of values and marks, so that a limit far from the data is visible at its position.
 * Added bins have no expected count.
 * @param bins sorted, each as wide as the first
 */
export function extendBins(bins: readonly HistogramBin[], marks: readonly Mark[]): HistogramBin[] {
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return []
  const width = first.to - first.from
  if (!(width > 0)) return [...bins]
  const values = marks.map(({ value }) => value)
  const countMissingBins = (distance: number) => Math.min(MAX_EMPTY_BINS, Math.max(0, Math.ceil(distance / width)))
  const createEmptyBin = (from: number): HistogramBin => ({ from, to: from + width, count: 0, expected: null })
  const below = countMissingBins(first.from - Math.min(first.from, ...values))
  const above = countMissingBins(Math.max(last.to, ...values) - last.to)
  return [
    ...Array.from({ length: below }, (_, i) => createEmptyBin(first.from - (below - i) * width)),
    ...bins,
    ...Array.from({ length: above }, (_, i) => createEmptyBin(last.to + i * width)),
  ]
}
/** Converts a value to a position on a category axis where bins have the positions 0, 1, 2 … at their middle. */
export function toBinPosition(bins: readonly HistogramBin[], value: number): number {
  const first = bins[0]
  return first && first.to > first.from ? (value - first.from) / (first.to - first.from) - 0.5 : 0
}
