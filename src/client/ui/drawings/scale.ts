/** Geometry of the small drawings: positions as percentages of the drawing's width. */

/** Converts a share to percent, limited to 0–100 and rounded to 0.01. */
const toPercent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100

export interface BulletInput {
  readonly value: number | null
  /** Amount that is due by now; equal to the target once the period is over. */
  readonly due: number | null
  readonly target: number | null
}
export interface BulletPositions {
  readonly value: number
  readonly due: number | null
  readonly target: number | null
}
/** Space to the right of the largest number, so that its tick is not at the edge. */
const BULLET_HEADROOM = 1.05
/**
 * Calculates the end of the bar and the ticks of a bullet bar, in % of its width.
 * @param max largest value of several bars that share a scale, in the unit of the value
 * @returns null if nothing is known or every number is 0 or negative
 */
export function calculateBulletPositions({ value, due, target }: BulletInput, max?: number): BulletPositions | null {
  const largest = max ?? Math.max(value ?? 0, due ?? 0, target ?? 0) * BULLET_HEADROOM
  if (!(largest > 0)) return null
  return {
    value: toPercent((value ?? 0) / largest),
    due: due === null ? null : toPercent(due / largest),
    target: target === null ? null : toPercent(target / largest),
  }
}
/** Returns the scale of several bullet bars: their largest number with space to the right; 0 without any number. */
export const calculateBulletScale = (bullets: readonly BulletInput[]): number =>
  Math.max(0, ...bullets.flatMap(({ value, due, target }) => [value ?? 0, due ?? 0, target ?? 0])) * BULLET_HEADROOM

export interface GaugeInput {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}
export interface GaugePositions {
  /** Start and end of the permitted range. */
  readonly from: number
  readonly to: number
  readonly value: number | null
  readonly isOutside: boolean
}
/** Space outside of each limit, as a share of the permitted range. */
const GAUGE_MARGIN = 0.5
/** Smallest width of a range, which avoids divisions by zero. */
const MIN_SPAN = 1e-9
/**
 * Calculates a band gauge in % of its width: the permitted range in the middle, and the value. A value beyond the scale
 * is drawn at its edge. With one limit the other side of the range is open.
 * @returns null without any limit
 */
export function calculateGaugePositions({ value, low, high }: GaugeInput): GaugePositions | null {
  if (low === null && high === null) return null
  const limit = (high ?? low)!
  // With one limit, the range is as wide as the absolute limit, or twice the distance from limit to value if that is
  // more.
  const openRangeWidth = 2 * Math.max(Math.abs(limit) / 2, Math.abs((value ?? limit) - limit), MIN_SPAN)
  const lower = low ?? limit - openRangeWidth
  const upper = high ?? limit + openRangeWidth
  const margin = Math.max((upper - lower) * GAUGE_MARGIN, MIN_SPAN)
  const scaleStart = low === null ? lower : lower - margin
  const scaleEnd = high === null ? upper : upper + margin
  const toPosition = (number: number) => toPercent((number - scaleStart) / (scaleEnd - scaleStart))
  return {
    from: toPosition(lower),
    to: toPosition(upper),
    value: value === null ? null : toPosition(value),
    isOutside: value !== null && ((low !== null && value < low) || (high !== null && value > high)),
  }
}

/** Calculates the bar of a difference in % of the width, with zero in the middle. */
export function calculateDivergingBar(difference: number, largest: number): { start: number; width: number } {
  const width = largest > 0 ? toPercent(Math.abs(difference) / largest / 2) : 0
  return { start: difference < 0 ? 50 - width : 50, width }
}

export interface TimeSegment {
  readonly from: number
  readonly to: number
}
/** Calculates the part of a segment that lies in the drawn time, in % of this time; null if no part does. */
export function calculateSegment(
  segment: TimeSegment,
  from: number,
  to: number,
): { start: number; width: number } | null {
  const [segmentStart, segmentEnd] = [Math.max(segment.from, from), Math.min(segment.to, to)]
  if (segmentEnd <= segmentStart || to <= from) return null
  const start = toPercent((segmentStart - from) / (to - from))
  return { start, width: Math.round((toPercent((segmentEnd - from) / (to - from)) - start) * 100) / 100 }
}

export interface SparklineInput {
  readonly values: readonly (number | null)[]
  /** Limits or a target, drawn as lines; the vertical scale includes them. */
  readonly lines?: readonly number[]
  readonly width: number
  readonly height: number
  /** Space above and below the line. */
  readonly margin: number
}
export interface SparklinePath {
  readonly path: string
  readonly lineYs: readonly number[]
  /** Position of the last known value. */
  readonly end: { readonly x: number; readonly y: number }
}
/** Builds the SVG path of a sparkline; gaps of unknown values interrupt it. Null with fewer than two known values. */
export function buildSparklinePath({
  values,
  lines = [],
  width,
  height,
  margin,
}: SparklineInput): SparklinePath | null {
  const presentValues = values.filter((value) => value !== null)
  if (presentValues.length < 2) return null
  const [lowest, highest] = [Math.min(...presentValues, ...lines), Math.max(...presentValues, ...lines)]
  const range = highest - lowest || 1
  const round = (position: number) => Math.round(position * 10) / 10
  const toY = (value: number) => round(height - margin - ((value - lowest) / range) * (height - 2 * margin))
  const toX = (index: number) => round((index * width) / Math.max(1, values.length - 1))
  const path = values
    .map((value, index) =>
      value === null
        ? ''
        : `${index === 0 || (values[index - 1] ?? null) === null ? 'M' : 'L'}${toX(index)} ${toY(value)}`,
    )
    .join('')
  const lastIndex = values.findLastIndex((value) => value !== null)
  return { path, lineYs: lines.map(toY), end: { x: toX(lastIndex), y: toY(values[lastIndex]!) } }
}
