/** A line across the chart: a limit, a target or a mean. */
export type Mark = { label: string; value: number; tone: 'limit' | 'target' | 'mean' }

/** A moment that explains the data, e.g. the start of another order, in the units of `xs`. */
export type ChartEvent = { x: number; label: string }

/** A highlighted interval of the x axis, in the units of `xs`. */
export type Band = { from: number; to: number }

/** One line or one set of bars; null for missing values. */
export type Series = {
  name: string
  values: readonly (number | null)[]
  /** Points that violate a rule: drawn larger, in another shape and color. */
  flags?: readonly boolean[]
}

/** Interval around the values of the first forecast series, drawn as a filled area; null where there is none. */
export type Range = {
  name: string
  low: readonly (number | null)[]
  high: readonly (number | null)[]
}

export type ChartProps = {
  /** The question that the chart answers, used as its title. */
  question: string
  unit: string
  /** Formatted period of the data: `2026-05-01 – 2026-05-31`. */
  period: string
  marks?: readonly Mark[]
  decimals?: number
  /** Height of the drawing in px; 280 by default. */
  height?: number
}

export type LineChartProps = ChartProps & {
  series: readonly Series[]
  /** Names of equal steps (`['A', 'B']`), or numeric positions such as ms since 1970, formatted by `formatX`. */
  xs: readonly string[] | readonly number[]
  formatX?: (x: number) => string
  /** Filled areas behind the lines, the widest first. */
  ranges?: readonly Range[]
  /** Holds each value until the next point, as for meters and states. */
  stepped?: boolean
  /** Draws ranks: 1 at the top, whole numbers only. */
  isRank?: boolean
  /** Intervals shaded behind the lines; requires numeric positions. */
  bands?: readonly Band[]
  /** Vertical lines with labels; requires numeric positions. */
  events?: readonly ChartEvent[]
  /** Says what the shaded intervals and vertical lines are. */
  note?: string | null
}

export type BarChartProps = ChartProps & {
  series: readonly Series[]
  /** Names of the bars, or of the groups if there are several series. */
  xs: readonly string[]
  /** Stacks the series in one bar instead of grouping their bars. */
  stacked?: boolean
  /** Draws horizontal bars, for long names. */
  horizontal?: boolean
}

/** Steps that lead from one amount to another. */
export type WaterfallProps = ChartProps & {
  from: { name: string; value: number }
  steps: readonly { name: string; value: number }[]
  to: { name: string; value: number }
}

/** An interval of values and their count; `expected` from the fitted curve, null if there is none. */
export type HistogramBin = { from: number; to: number; count: number; expected: number | null; out?: boolean }

/** `marks` are positions on the value axis. */
export type HistogramProps = Omit<ChartProps, 'decimals'> & {
  /** Sorted, all of the same width; bins outside the limits (`out`) are highlighted. */
  bins: readonly HistogramBin[]
  /** Names of the bars and of the curve. */
  names: { counted: string; expected: string }
  /** Decimals of the values on the axis. */
  valueDecimals: number
}

export type ParetoChartProps = ChartProps & {
  items: readonly { name: string; value: number }[]
}
