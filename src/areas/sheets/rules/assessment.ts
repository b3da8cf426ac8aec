/** 班组考核: points of a team for a month. Each metric is compared with its target or the mean of the teams. */
import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

/** Metrics that a team influences by its own work. */
export const assessedFigures = [
  'outputKg',
  'goodKg',
  'q1Percent',
  'winderDowngradePercent',
  'slitterDowngradePercent',
  'wastePercent',
  'firstPassPercent',
  'inputOutputPercent',
  'kwhPerKg',
  'materialPerKg',
  'oeePercent',
  'runPercent',
  'unplannedHours',
  'kgPerHour',
] as const satisfies readonly ShiftMetricName[]
export type AssessedFigure = (typeof assessedFigures)[number]
/** A metric is compared with the team's target or the mean of all teams. The mean replaces a missing target. */
export const bases = ['target', 'mean'] as const
export type Basis = (typeof bases)[number]
export interface Weight {
  readonly figure: AssessedFigure
  readonly weight: number
  readonly basis: Basis
}
/** Weights until the plant sets its own. */
export const usualWeights: readonly Weight[] = [
  { figure: 'outputKg', weight: 25, basis: 'target' },
  { figure: 'q1Percent', weight: 25, basis: 'target' },
  { figure: 'wastePercent', weight: 20, basis: 'target' },
  { figure: 'kwhPerKg', weight: 15, basis: 'mean' },
  { figure: 'unplannedHours', weight: 15, basis: 'mean' },
]
/** Limit of the points of one metric as a share of its weight, so that one metric cannot make up for all others. */
export const MOST_SHARE = 1.2
export interface Scored {
  readonly value: number | null
  readonly reference: number | null
  readonly basis: Basis
  /** Null without a value or reference; the metric is then left out of the total. */
  readonly points: number | null
}
/**
 * Returns the points of one metric to a hundredth: weight × value ÷ reference, inverted where lower is better, from 0
 * to
 * 1.2 times the weight. Zero of a lower-is-better metric gets the maximum if the reference is above zero.
 */
export function pointsOf(
  figure: ShiftMetricName,
  weight: number,
  value: number | null,
  reference: number | null,
): number | null {
  if (value === null || reference === null || reference < 0 || value < 0) return null
  const low = lowerIsBetterMetrics.has(figure) || figure === 'unplannedHours'
  if (low && value === 0) return hundredth(weight * (reference === 0 ? 1 : MOST_SHARE))
  if (reference === 0) return low ? 0 : null
  const share = low ? reference / value : value / reference
  return hundredth(weight * Math.min(share, MOST_SHARE))
}
/** Returns the points of all metrics as a share of the weights that have points, out of 100; null if none has. */
export function totalPoints(parts: readonly { weight: number; points: number | null }[]): number | null {
  const counted = parts.filter(({ points }) => points !== null)
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  if (weights <= 0) return null
  return hundredth((counted.reduce((sum, { points }) => sum + points!, 0) / weights) * 100)
}
const hundredth = (value: number): number => Math.round(value * 100) / 100
/** Returns the mean of the values that are present; null if there are none. */
export const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value): value is number => value !== null)
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}
