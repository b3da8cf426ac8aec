/** Presets of the reports built from shift metrics: group keys and columns. */
import type { SumName } from '@/areas/figures/rules/shift-sums'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { countDaysBetween, type Day } from '@/plant/rules/plant-time'

export const sheetKeys = [
  'day',
  'week',
  'month',
  'season',
  'year',
  'shift',
  'team',
  'line',
  'order',
  'product',
  'customer',
] as const
export type SheetKey = (typeof sheetKeys)[number]
type Column = ShiftMetricName | SumName
export interface Preset {
  readonly by: readonly SheetKey[]
  readonly columns: readonly Column[]
}
const energy = [
  'kwh',
  'gas',
  'water',
  'energyCost',
  'outputKg',
  'kwhPerKg',
  'energyCostPerKg',
] as const satisfies Column[]
export const presets = {
  quality: {
    by: ['month', 'line'],
    columns: [
      'rollsFirstChecked',
      'rollsFirstPassed',
      'firstPassPercent',
      'slitOutputKg',
      'q1Percent',
      'slitterDowngradedKg',
      'slitterDowngradePercent',
      'outputKg',
      'winderQ1Percent',
      'winderDowngradedKg',
      'winderDowngradePercent',
      'wasteKg',
      'wastePercent',
      'yieldPercent',
    ],
  },
  energyShift: { by: ['day', 'shift', 'line'], columns: energy },
  energy: { by: ['line'], columns: energy },
  batchEnergy: { by: ['order'], columns: energy },
  monthlyOutput: {
    by: ['month', 'line'],
    columns: [
      'outputKg',
      'slitOutputKg',
      'goodKg',
      'goodRollsKg',
      'q1Percent',
      'winderDowngradedKg',
      'slitterDowngradedKg',
      'wasteKg',
      'wastePercent',
      'fedKg',
      'inputOutputPercent',
      'oeePercent',
      'kwhPerKg',
      'costPerKg',
    ],
  },
  atWill: {
    by: ['day', 'line'],
    columns: ['outputKg', 'goodKg', 'q1Percent', 'wastePercent', 'kwhPerKg', 'oeePercent'],
  },
} as const satisfies Record<string, Preset>
export type PresetName = keyof typeof presets

/** Longest period of a report by days, shifts or orders, and of a report by months, in days. */
export const LONGEST_FINE = 400
export const LONGEST = 1830
/** Keys that produce many lines over a long period. */
const fine: readonly string[] = ['day', 'shift', 'order', 'person', 'lot', 'package', 'team']
/** Returns the maximum number of days of a report with the given keys. */
export const longestOf = (by: readonly string[]): number =>
  by.some((key) => fine.includes(key)) ? LONGEST_FINE : LONGEST
/** Returns the number of days of a period, both ends included. */
export const lengthOf = (days: { readonly from: Day; readonly to: Day }): number =>
  countDaysBetween(days.from, days.to) + 1
