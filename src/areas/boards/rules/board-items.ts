/** Items: the metrics that a board can show, and which of them a person may correct. */
import { targetMetrics, type TargetMetric } from '@/areas/figures/rules/targets'
import type { SumName } from '@/areas/figures/rules/shift-sums'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

export const boardItems = [
  'outputKg',
  'slitOutputKg',
  'goodKg',
  'q1Percent',
  'winderDowngradedKg',
  'slitterDowngradedKg',
  'winderDowngradePercent',
  'slitterDowngradePercent',
  'wastePercent',
  'inputOutputPercent',
  'oeePercent',
  'runHours',
  'unplannedHours',
  'kwhPerKg',
  'materialPerKg',
  'costPerKg',
  'onTimePercent',
] as const satisfies readonly ShiftMetricName[]
export type BoardItem = (typeof boardItems)[number]
/** Returns true if a word names an item that boards can show. */
export const isBoardItem = (word: string): word is BoardItem => boardItems.some((item) => item === word)
/** Items on display until the plant selects others. */
export const defaultBoardItems: readonly BoardItem[] = [
  'outputKg',
  'goodKg',
  'q1Percent',
  'oeePercent',
  'runHours',
  'kwhPerKg',
]
export const DEFAULT_EDIT_DAYS = 7

/**
 * `sum`: the stored sum that a difference of the item changes. `factor` converts the difference to the unit of the sum:
 * one more hour of power-on time means 60 fewer minutes of stops.
 */
export const correctionSums = {
  outputKg: { sum: 'woundKg', factor: 1 },
  slitOutputKg: { sum: 'slitKg', factor: 1 },
  goodKg: { sum: 'slitGoodKg', factor: 1 },
  winderDowngradedKg: { sum: 'woundDowngradedKg', factor: 1 },
  slitterDowngradedKg: { sum: 'slitDowngradedKg', factor: 1 },
  runHours: { sum: 'standingMinutes', factor: -60 },
} as const satisfies Partial<Record<BoardItem, { sum: SumName; factor: number }>>
export type CorrectableItem = keyof typeof correctionSums
export const correctableItems = Object.keys(correctionSums) as CorrectableItem[]
/** Returns true if differences can be booked for an item. */
export const isCorrectable = (item: BoardItem): item is CorrectableItem => item in correctionSums
/** Returns true if a difference of an item also changes good and first-grade web, see `addGoodWebChanges` of the metrics. */
export const isDividedItem = (item: BoardItem): boolean =>
  ['outputKg', 'slitOutputKg', 'winderDowngradedKg', 'slitterDowngradedKg'].includes(item)
/** Returns true if targets can be set for an item. */
export const canHaveTarget = (item: BoardItem): item is BoardItem & TargetMetric => item in targetMetrics
const slitterItems: ReadonlySet<BoardItem> = new Set([
  'slitOutputKg',
  'goodKg',
  'q1Percent',
  'slitterDowngradedKg',
  'slitterDowngradePercent',
])
/** Returns true if an item describes the output of slitters. */
export const isSlitterItem = (item: BoardItem): boolean => slitterItems.has(item)
