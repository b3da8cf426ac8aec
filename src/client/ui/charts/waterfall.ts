import type { WaterfallProps } from './chart-props'

export interface Fall {
  name: string
  /** Where its bar begins and ends. */
  span: readonly [number, number]
  value: number
  kind: 'whole' | 'more' | 'less'
}
/** Bars of a waterfall: each step hangs where the one before it ended, the two amounts stand on zero. */
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
/** Where the axis begins: steps are small beside the amounts they lead from and to, and would not be seen from zero. */
export function waterfallStart(bars: readonly Fall[]): number {
  const ends = bars.flatMap(({ kind, span }) => (kind === 'whole' ? [span[1]] : span))
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  return low <= 0 || high - low > low ? Math.min(0, low) : low - (high - low) * 0.25
}
