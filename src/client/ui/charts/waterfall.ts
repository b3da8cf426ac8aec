import type { WaterfallProps } from './chart-props'

export interface Fall {
  name: string
  /** Start and end of the bar on the axis. */
  span: readonly [number, number]
  value: number
  kind: 'whole' | 'more' | 'less'
}
/** Builds the bars of a waterfall: each step starts where the previous one ended, both totals start at zero. */
export function waterfall({ from, steps, to }: Pick<WaterfallProps, 'from' | 'steps' | 'to'>): Fall[] {
  let at = from.value
  const hanging = steps.map(({ name, value }): Fall => {
    const begins = at
    at += value
    return { name, span: [begins, at], value, kind: value > 0 ? 'more' : 'less' }
  })
  const whole = ({ name, value }: { name: string; value: number }): Fall => ({
    name,
    span: [0, value],
    value,
    kind: 'whole',
  })
  return [whole(from), ...hanging, whole(to)]
}
/** Calculates the start of the axis: steps are small compared with the totals and would be invisible from zero. */
export function waterfallStart(bars: readonly Fall[]): number {
  const ends = bars.flatMap(({ kind, span }) => (kind === 'whole' ? [span[1]] : span))
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  return low <= 0 || high - low > low ? Math.min(0, low) : low - (high - low) * 0.25
}
