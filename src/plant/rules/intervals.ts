/** Stretches of time that may overlap: clipping, joining, adding up. All in ms since 1970 UTC, begin included, end not. */

export interface Interval {
  readonly from: number
  readonly to: number
}

/** The parts within `frame`; what lies outside, or ends before it begins, falls away. */
export function clip(intervals: readonly Interval[], frame: Interval): Interval[] {
  return intervals
    .map(({ from, to }) => ({ from: Math.max(from, frame.from), to: Math.min(to, frame.to) }))
    .filter(({ from, to }) => from < to)
}

/** The same time without overlaps, in order; touching intervals become one. */
export function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const next of intervals.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && next.from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    else joined.push(next)
  }
  return joined
}

/** Time covered by at least one of the intervals, ms. */
export function covered(intervals: readonly Interval[]): number {
  return union(intervals).reduce((sum, { from, to }) => sum + to - from, 0)
}
