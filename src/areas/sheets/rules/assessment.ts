/** 班组考核: points of a team for a month. Each metric is compared with its target or the mean of the teams. */
import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { roundToHundredth } from '@/plant/rules/quantity'

/** Metrics that a team influences by its own work. */
export const assessedMetrics = [
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
export type AssessedMetric = (typeof assessedMetrics)[number]
/** A metric is compared with the team's target or the mean of all teams. The mean replaces a missing target. */
export const assessmentBases = ['target', 'mean'] as const
export type AssessmentBasis = (typeof assessmentBases)[number]
export interface MetricWeight {
  readonly figure: AssessedMetric
  readonly weight: number
  readonly basis: AssessmentBasis
}
/** Weights until the plant sets its own. */
export const defaultMetricWeights: readonly MetricWeight[] = [
  { figure: 'outputKg', weight: 25, basis: 'target' },
  { figure: 'q1Percent', weight: 25, basis: 'target' },
  { figure: 'wastePercent', weight: 20, basis: 'target' },
  { figure: 'kwhPerKg', weight: 15, basis: 'mean' },
  { figure: 'unplannedHours', weight: 15, basis: 'mean' },
]
/** Highest points of one metric, as a multiple of its weight: one good metric must not make up for all others. */
export const MAX_POINTS_PER_WEIGHT = 1.2
export interface MetricPoints {
  readonly value: number | null
  readonly reference: number | null
  readonly basis: AssessmentBasis
  /** Null without a value or reference; the metric is then left out of the total. */
  readonly points: number | null
}
/**
 * Returns the points of one metric, from 0 to `MAX_POINTS_PER_WEIGHT` times the weight, rounded to hundredths. Points
 * are weight × value ÷ reference, or weight × reference ÷ value where lower is better. If lower is better, a value of
 * zero gets the maximum points, or the weight if the reference is zero, too. Null if the points cannot be calculated.
 */
export function calculatePoints(
  figure: ShiftMetricName,
  weight: number,
  value: number | null,
  reference: number | null,
): number | null {
  if (value === null || reference === null || reference < 0 || value < 0) return null
  const isLowerBetter = lowerIsBetterMetrics.has(figure) || figure === 'unplannedHours'
  if (isLowerBetter && value === 0) return roundToHundredth(weight * (reference === 0 ? 1 : MAX_POINTS_PER_WEIGHT))
  if (reference === 0) return isLowerBetter ? 0 : null
  const performanceRatio = isLowerBetter ? reference / value : value / reference
  return roundToHundredth(weight * Math.min(performanceRatio, MAX_POINTS_PER_WEIGHT))
}
/**
 * Returns the total points of a team, out of 100: the sum of the points ÷ the sum of the weights. Metrics without
 * points do not count. Null if no metric has points.
 */
export function calculateTotalPoints(
  metricPoints: readonly { weight: number; points: number | null }[],
): number | null {
  const scoredMetrics = metricPoints.filter(({ points }) => points !== null)
  const weightSum = scoredMetrics.reduce((sum, { weight }) => sum + weight, 0)
  if (weightSum <= 0) return null
  return roundToHundredth((scoredMetrics.reduce((sum, { points }) => sum + points!, 0) / weightSum) * 100)
}
/** Returns the mean of the values that are present; null if there are none. */
export const calculateTeamMean = (values: readonly (number | null)[]): number | null => {
  const presentValues = values.filter((value): value is number => value !== null)
  return presentValues.length ? presentValues.reduce((sum, value) => sum + value, 0) / presentValues.length : null
}
