/** Divides the lost time of lines among its causes, in hours of their planned busy time. */
import type { ShiftSums } from '@/areas/figures/rules/shift-sums'

export const lossKinds = ['unplannedStop', 'plannedStop', 'unknownStop', 'slow', 'downgraded', 'waste'] as const
export type LossKind = (typeof lossKinds)[number]
export interface RunningLoss {
  readonly kind: Extract<LossKind, 'slow' | 'downgraded' | 'waste'>
  readonly hours: number
  /** Lost amount; null for slow running. */
  readonly kg: number | null
}
type LossSums = Pick<
  ShiftSums,
  | 'calendarMinutes'
  | 'standingMinutes'
  | 'outsideMinutes'
  | 'woundM'
  | 'idealM'
  | 'woundKg'
  | 'woundDowngradedKg'
  | 'woundWasteKg'
  | 'startUpWasteKg'
>
const MINUTES_PER_HOUR = 60

/** Calculates the time in which the lines were to produce, in hours. */
export const calculateBusyHours = ({ calendarMinutes, outsideMinutes }: LossSums): number =>
  Math.max(0, calendarMinutes - outsideMinutes) / MINUTES_PER_HOUR
/**
 * Calculates the losses while the lines ran. With the stops inside busy time they add up to busy time × (1 − OEE).
 * @see ISO 22400-2: performance and quality ratio
 */
export function calculateRunningLosses(sums: LossSums): RunningLoss[] {
  const runHours = Math.max(0, sums.calendarMinutes - sums.standingMinutes) / MINUTES_PER_HOUR
  const performance = sums.idealM > 0 ? Math.min(1, sums.woundM / sums.idealM) : 1
  const producedKg = sums.woundKg + sums.startUpWasteKg
  const toHours = (kg: number) => (producedKg > 0 ? (runHours * performance * kg) / producedKg : 0)
  const wasteKg = sums.woundWasteKg + sums.startUpWasteKg
  const losses: RunningLoss[] = [
    { kind: 'slow', hours: runHours * (1 - performance), kg: null },
    { kind: 'downgraded', hours: toHours(sums.woundDowngradedKg), kg: sums.woundDowngradedKg },
    { kind: 'waste', hours: toHours(wasteKg), kg: wasteKg },
  ]
  return losses.filter(({ hours }) => hours > 0)
}
