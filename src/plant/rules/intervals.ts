/**
 * Stretches on one axis that may overlap: clipping, joining, adding up. Begin included, end not; ms since 1970 UTC for
 * time, metres for a web.
 */

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

/** The same without overlaps, in order; touching intervals become one. */
export function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const next of intervals.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && next.from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    else joined.push(next)
  }
  return joined
}

/** What at least one of the intervals covers, in their unit. */
export function covered(intervals: readonly Interval[]): number {
  return union(intervals).reduce((sum, { from, to }) => sum + to - from, 0)
}
