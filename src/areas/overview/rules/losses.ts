/** Divides the lost time of lines among its causes, in hours of their planned busy time. */
import type { ShiftSums } from '@/areas/figures/rules/shift-sums'

export const lossKinds = [
  'unplannedStop',
  'plannedStop',
  'unknownStop',
  'correctedStop',
  'slow',
  'downgraded',
  'waste',
] as const
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
/** Calculates the time of stops inside planned busy time, in hours. */
export const calculateStoppedBusyHours = ({ standingMinutes, outsideMinutes }: LossSums): number =>
  (standingMinutes - outsideMinutes) / MINUTES_PER_HOUR
export interface StopLoss {
  readonly kind: Extract<LossKind, 'unplannedStop' | 'plannedStop' | 'unknownStop' | 'correctedStop'>
  readonly reasonId: string | null
  readonly label: string
  readonly hours: number
  readonly kg: null
}
/**
 * Adds a correction of stop time, so that all losses still add up to busy time × (1 − OEE). Added time is a loss of its
 * own. Time taken away belongs to no stop and shortens all in proportion.
 * @param correctionHours negative if stop time was taken away
 */
export function correctStopLosses(
  losses: readonly StopLoss[],
  correctionHours: number,
  correctionLabel: string,
): readonly StopLoss[] {
  if (correctionHours > 0)
    return [
      ...losses,
      { kind: 'correctedStop', reasonId: null, label: correctionLabel, hours: correctionHours, kg: null },
    ]
  const totalHours = losses.reduce((sum, { hours }) => sum + hours, 0)
  if (correctionHours === 0 || totalHours === 0) return losses
  const remainingShare = Math.max(0, totalHours + correctionHours) / totalHours
  return losses.map((loss) => ({ ...loss, hours: loss.hours * remainingShare }))
}
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
