/** Targets: what a line or a team is to reach in a month, a day or a shift. */
import type { ShiftFigure } from './values'

/** Figures that may have a target. Amounts are shared out over time; rates hold for each part of it. */
export const targetFigures = {
  outputKg: 'amount',
  slitOutputKg: 'amount',
  goodKg: 'amount',
  q1Percent: 'rate',
  winderDowngradePercent: 'rate',
  slitterDowngradePercent: 'rate',
  wastePercent: 'rate',
  inputOutputPercent: 'rate',
  oeePercent: 'rate',
  kwhPerKg: 'rate',
  materialPerKg: 'rate',
  costPerKg: 'rate',
  onTimePercent: 'rate',
} as const satisfies Partial<Record<ShiftFigure, 'amount' | 'rate'>>
export type TargetFigure = keyof typeof targetFigures
export const targetPeriods = ['month', 'day', 'shift'] as const
export type TargetPeriod = (typeof targetPeriods)[number]
/** Figures of which less is better. */
export const lowIsGood: ReadonlySet<ShiftFigure> = new Set([
  'winderDowngradePercent',
  'slitterDowngradePercent',
  'winderDowngradedKg',
  'slitterDowngradedKg',
  'wastePercent',
  'wasteKg',
  'kwhPerKg',
  'energyCostPerKg',
  'materialPerKg',
  'costPerKg',
  'mttr',
  'mdtHours',
  'stops',
  'unplanned',
])
