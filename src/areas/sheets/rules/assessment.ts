/** 班组考核: points of a team for a month. Each metric is compared with its target or the mean of the teams. */
import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

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
/** Limit of the points of one metric as a share of its weight, so that one metric cannot make up for all others. */
export const MAX_SHARE = 1.2
export interface MetricPoints {
  readonly value: number | null
  readonly reference: number | null
  readonly basis: AssessmentBasis
  /** Null without a value or reference; the metric is then left out of the total. */
  readonly points: number | null
}
/**
 * Returns the points of one metric to a hundredth: weight × value ÷ reference, inverted where lower is better, from 0
 * to
 * 1.2 times the weight. Zero of a lower-is-better metric gets the maximum if the reference is above zero.
 */
export function calculatePoints(
  figure: ShiftMetricName,
  weight: number,
  value: number | null,
  reference: number | null,
): number | null {
  if (value === null || reference === null || reference < 0 || value < 0) return null
  const isLowerBetter = lowerIsBetterMetrics.has(figure) || figure === 'unplannedHours'
  if (isLowerBetter && value === 0) return roundToHundredth(weight * (reference === 0 ? 1 : MAX_SHARE))
  if (reference === 0) return isLowerBetter ? 0 : null
  const share = isLowerBetter ? reference / value : value / reference
  return roundToHundredth(weight * Math.min(share, MAX_SHARE))
}
/** Returns the points of all metrics as a share of the weights that have points, out of 100; null if none has. */
export function calculateTotalPoints(parts: readonly { weight: number; points: number | null }[]): number | null {
  const scoredParts = parts.filter(({ points }) => points !== null)
  const weightSum = scoredParts.reduce((sum, { weight }) => sum + weight, 0)
  if (weightSum <= 0) return null
  return roundToHundredth((scoredParts.reduce((sum, { points }) => sum + points!, 0) / weightSum) * 100)
}
const roundToHundredth = (value: number): number => Math.round(value * 100) / 100
/** Returns the mean of the values that are present; null if there are none. */
export const calculateTeamMean = (values: readonly (number | null)[]): number | null => {
  const presentValues = values.filter((value): value is number => value !== null)
  return presentValues.length ? presentValues.reduce((sum, value) => sum + value, 0) / presentValues.length : null
}
