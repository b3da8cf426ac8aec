import type { WaterfallProps } from './chart-props'

export interface WaterfallBar {
  name: string
  /** Start and end of the bar on the axis. */
  span: readonly [number, number]
  value: number
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
/** Calculates the start of the axis: steps are small compared with the totals and would be invisible from zero. */
export function calculateAxisStart(bars: readonly WaterfallBar[]): number {
  const barEnds = bars.flatMap(({ kind, span }) => (kind === 'whole' ? [span[1]] : span))
  const [low, high] = [Math.min(...barEnds), Math.max(...barEnds)]
  return low <= 0 || high - low > low ? Math.min(0, low) : low - (high - low) * 0.25
}
