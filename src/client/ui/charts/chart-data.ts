import type { WaterfallProps, HistogramBin, Mark, Series } from './chart-props'
import { formatNumber, type AppLanguage } from '../../format/number'
import type { TableRow } from './ChartFrame'

export interface WaterfallBar {
  name: string
  /** Start and end of the bar on the axis. */
  span: readonly [number, number]
  value: number
  /** `whole`: one of the two totals; `more` and `less`: a step up or down. */
  kind: 'whole' | 'more' | 'less'
}
/** Builds the bars of a waterfall: each step starts where the previous one ended, both totals start at zero. */
export function buildWaterfall({ from, steps, to }: Pick<WaterfallProps, 'from' | 'steps' | 'to'>): WaterfallBar[] {
  let runningTotal = from.value
  const stepBars = steps.map(({ name, value }): WaterfallBar => {
    const barStart = runningTotal
    runningTotal += value
    return { name, span: [barStart, runningTotal], value, kind: value > 0 ? 'more' : 'less' }
  })
  const toWholeBar = ({ name, value }: { name: string; value: number }): WaterfallBar => ({
    name,
    span: [0, value],
    value,
    kind: 'whole',
  })
  return [toWholeBar(from), ...stepBars, toWholeBar(to)]
}
/** Space between the start of a shortened axis and the lowest bar end, as a share of the range of all bar ends. */
const AXIS_MARGIN_SHARE = 0.25
/**
 * Calculates the start of the axis: usually zero. If the steps are so small compared with the totals that they would be
 * invisible, the axis starts just below the bars.
 */
export function calculateAxisStart(bars: readonly WaterfallBar[]): number {
  const barEnds = bars.flatMap(({ kind, span }) => (kind === 'whole' ? [span[1]] : span))
  const [low, high] = [Math.min(...barEnds), Math.max(...barEnds)]
  return low <= 0 || high - low > low ? Math.min(0, low) : low - (high - low) * AXIS_MARGIN_SHARE
}

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
  const binWidth = first.to - first.from
  if (!(binWidth > 0)) return [...bins]
  const values = marks.map(({ value }) => value)
  const countMissingBins = (distance: number) => Math.min(MAX_EMPTY_BINS, Math.max(0, Math.ceil(distance / binWidth)))
  const createEmptyBin = (from: number): HistogramBin => ({ from, to: from + binWidth, count: 0, expected: null })
  const binsBelow = countMissingBins(first.from - Math.min(first.from, ...values))
  const binsAbove = countMissingBins(Math.max(last.to, ...values) - last.to)
  return [
    ...Array.from({ length: binsBelow }, (_, index) => createEmptyBin(first.from - (binsBelow - index) * binWidth)),
    ...bins,
    ...Array.from({ length: binsAbove }, (_, index) => createEmptyBin(last.to + index * binWidth)),
  ]
}
/** Converts a value to a position on a category axis where bins have the positions 0, 1, 2 … at their middle. */
export function toBinPosition(bins: readonly HistogramBin[], value: number): number {
  const first = bins[0]
  return first && first.to > first.from ? (value - first.from) / (first.to - first.from) - 0.5 : 0
}

/** A cause with its share and cumulative share of the total, as ratios 0 to 1. */
export type ParetoItem = { name: string; value: number; share: number; cumulative: number }

/**
 * Returns items from largest to smallest with their share and cumulative share of the total. Values that are not above
 * zero have no share in a Pareto and are left out.
 */
export function calculatePareto(items: readonly { name: string; value: number }[]): ParetoItem[] {
  const positiveItems = items.filter((item) => item.value > 0).sort((a, b) => b.value - a.value)
  const total = positiveItems.reduce((sum, item) => sum + item.value, 0)
  let sum = 0
  return positiveItems.map((item) => {
    sum += item.value
    return { name: item.name, value: item.value, share: item.value / total, cumulative: sum / total }
  })
}

/**
 * Builds the data table of a chart. Flagged points are marked in words; values have `decimals` digits and are not
 * abbreviated.
 */
export function buildSeriesTable(
  labels: readonly string[],
  series: readonly Series[],
  format: { language: AppLanguage; decimals?: number; flaggedLabel: string },
): TableRow[] {
  return labels.map((label, index) => ({
    label,
    cells: series.map(({ values, flags }) => {
      const text = formatNumber(values[index], { ...format })
      return flags?.[index] ? `${text} (${format.flaggedLabel})` : text
    }),
  }))
}
