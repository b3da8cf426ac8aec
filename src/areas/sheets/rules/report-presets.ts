/** Presets of the reports built from shift metrics: group keys and columns. */
import type { SumName } from '@/areas/figures/rules/shift-sums'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

export const reportGroupKeys = [
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
export type ReportGroupKey = (typeof reportGroupKeys)[number]
type ReportColumn = ShiftMetricName | SumName
export interface ReportPreset {
  readonly by: readonly ReportGroupKey[]
  readonly columns: readonly ReportColumn[]
}
const ENERGY_COLUMNS = [
  'kwh',
  'gas',
  'water',
  'energyCost',
  'outputKg',
  'kwhPerKg',
  'energyCostPerKg',
] as const satisfies ReportColumn[]
export const reportPresets = {
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
  energyShift: { by: ['day', 'shift', 'line'], columns: ENERGY_COLUMNS },
  energy: { by: ['line'], columns: ENERGY_COLUMNS },
  batchEnergy: { by: ['order'], columns: ENERGY_COLUMNS },
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
  // Default selection of the report with selectable keys and columns (任意表).
  atWill: {
    by: ['day', 'line'],
    columns: ['outputKg', 'goodKg', 'q1Percent', 'wastePercent', 'kwhPerKg', 'oeePercent'],
  },
} as const satisfies Record<string, ReportPreset>
export type ReportPresetName = keyof typeof reportPresets

/** Longest period of a report with a key of `DETAIL_KEYS`. */
export const MAX_DETAIL_DAYS = 400
/** Longest period of any other report. */
export const MAX_PERIOD_DAYS = 1830
/** Group keys that produce many lines over a long period, including keys that only the detail reports have. */
const DETAIL_KEYS: readonly string[] = ['day', 'shift', 'order', 'person', 'lot', 'package', 'team']
/** Returns the maximum number of days of a report with the given keys. */
export const getMaxDays = (groupKeys: readonly string[]): number =>
  groupKeys.some((key) => DETAIL_KEYS.includes(key)) ? MAX_DETAIL_DAYS : MAX_PERIOD_DAYS
