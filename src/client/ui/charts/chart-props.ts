/** A line across the chart: a limit, a target, a mean. */
export type Mark = { label: string; value: number; tone: 'limit' | 'target' | 'mean' }

/** A stretch of the x axis that stands out, in the units of `xs`. */
export type Band = { from: number; to: number }

/** One line or one set of bars; null where there is no value. */
export type Series = {
  name: string
  values: readonly (number | null)[]
  /** Points that break a rule: drawn larger, in another shape and colour. */
  flags?: readonly boolean[]
}

export type ChartProps = {
  /** The question the chart answers; it is its title. */
  question: string
  unit: string
  /** What time it shows, already written out: `2026-05-01 – 2026-05-31`. */
  period: string
  marks?: readonly Mark[]
  decimals?: number
  /** Height of the drawing in px; 280 by default. */
  height?: number
}

export type LineChartProps = ChartProps & {
  series: readonly Series[]
  /** Equal steps (`['A', 'B']`), or true positions such as ms since 1970, written out by `formatX`. */
  xs: readonly string[] | readonly number[]
  formatX?: (x: number) => string
  /** Steps hold their value until the next point, as meters and states do. */
  stepped?: boolean
  /** Shaded behind the lines; needs true positions. */
  bands?: readonly Band[]
}

export type BarChartProps = ChartProps & {
  series: readonly Series[]
  xs: readonly string[]
  stacked?: boolean
  /** Bars lie, for long names. */
  horizontal?: boolean
}

/** How one amount becomes another, step by step. */
export type WaterfallProps = ChartProps & {
  from: { name: string; value: number }
  steps: readonly { name: string; value: number }[]
  to: { name: string; value: number }
}

/** A stretch of values and how many came in it; `expected` by the fitted curve, null where none was worked out. */
export type Bin = { from: number; to: number; count: number; expected: number | null; out?: boolean }

/** `marks` lie on the axis of values. */
export type HistogramProps = Omit<ChartProps, 'decimals'> & {
  /** In order, all of one width; `out` of limits ones stand out. */
  bins: readonly Bin[]
  names: { counted: string; expected: string }
  /** Decimals of the values on the axis. */
  valueDecimals: number
}

export type ParetoChartProps = ChartProps & {
  items: readonly { name: string; value: number }[]
}
