/** Half-open intervals [from, to) on one axis that may overlap: ms since 1970 UTC for time, metres for a web. */

export interface Interval {
  readonly from: number
  readonly to: number
}

/** Returns the parts within `frame`; intervals outside it or with `to` before `from` are dropped. */
export function clipIntervals(intervals: readonly Interval[], frame: Interval): Interval[] {
  return intervals
    .map(({ from, to }) => ({ from: Math.max(from, frame.from), to: Math.min(to, frame.to) }))
    .filter(({ from, to }) => from < to)
}

/** Returns the merged intervals in order, without overlaps; touching intervals become one. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const interval of intervals.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const lastInterval = merged.at(-1)
    if (lastInterval && interval.from <= lastInterval.to)
      merged[merged.length - 1] = { from: lastInterval.from, to: Math.max(lastInterval.to, interval.to) }
    else merged.push(interval)
  }
  return merged
}

/** Returns the total length that at least one interval covers. */
export function calculateCoveredLength(intervals: readonly Interval[]): number {
  return mergeIntervals(intervals).reduce((sum, { from, to }) => sum + to - from, 0)
}
