/** 班组考核: points of a team for a month, each from a figure against its target or the mean of the teams. */
import { lowIsGood } from '@/areas/figures/rules/targets'
import type { ShiftFigure } from '@/areas/figures/rules/values'

/** What a team is judged by: figures that its own work moves. */
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
] as const satisfies readonly ShiftFigure[]
export type AssessedFigure = (typeof assessedFigures)[number]
/** Against the team's target, or against the mean of all teams. A target that nobody set is replaced by the mean. */
export const bases = ['target', 'mean'] as const
export type Basis = (typeof bases)[number]
export interface Weight {
  readonly figure: AssessedFigure
  readonly weight: number
  readonly basis: Basis
}
/** What a plant begins with. */
export const usualWeights: readonly Weight[] = [
  { figure: 'outputKg', weight: 25, basis: 'target' },
  { figure: 'q1Percent', weight: 25, basis: 'target' },
  { figure: 'wastePercent', weight: 20, basis: 'target' },
  { figure: 'kwhPerKg', weight: 15, basis: 'mean' },
  { figure: 'unplannedHours', weight: 15, basis: 'mean' },
]
/** A team cannot make up for everything by one figure. */
export const MOST_SHARE = 1.2
export interface Scored {
  readonly value: number | null
  readonly reference: number | null
  readonly basis: Basis
  /** Null where there is no figure, or nothing to hold it against: it does not count. */
  readonly points: number | null
}
/**
 * Points of one figure: weight × value ÷ reference, the other way round where less is better, from 0 to 1.2 times the weight. Nothing of what is
 * better low against something: the most. To a hundredth.
 */
export function pointsOf(
  figure: ShiftFigure,
  weight: number,
  value: number | null,
  reference: number | null,
): number | null {
  if (value === null || reference === null || reference < 0 || value < 0) return null
  const low = lowIsGood.has(figure) || figure === 'unplannedHours'
  if (low && value === 0) return hundredth(weight * (reference === 0 ? 1 : MOST_SHARE))
  if (reference === 0) return low ? 0 : null
  const share = low ? reference / value : value / reference
  return hundredth(weight * Math.min(share, MOST_SHARE))
}
/** Points of all figures as a share of the weights that counted, of 100; null where none did. */
export function totalPoints(parts: readonly { weight: number; points: number | null }[]): number | null {
  const counted = parts.filter(({ points }) => points !== null)
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  if (weights <= 0) return null
  return hundredth((counted.reduce((sum, { points }) => sum + points!, 0) / weights) * 100)
}
const hundredth = (value: number): number => Math.round(value * 100) / 100
/** Mean of what teams reached; null of nothing. */
export const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value): value is number => value !== null)
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}
