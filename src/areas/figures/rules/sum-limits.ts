/** Sums that are parts of other sums of the same shift. A correction must not make parts exceed their whole. */
import { sumSpecs, type ShiftSums, type SumName } from './shift-sums'

export interface SumLimit {
  /** Together not more than `whole`. */
  readonly parts: readonly SumName[]
  readonly whole: SumName
}
export const sumLimits: readonly SumLimit[] = [
  { parts: ['woundGoodKg'], whole: 'woundKg' },
  { parts: ['woundDowngradedKg', 'woundWasteKg'], whole: 'woundKg' },
  { parts: ['woundFirstKg'], whole: 'woundGoodKg' },
  { parts: ['slitGoodKg'], whole: 'slitKg' },
  { parts: ['slitDowngradedKg', 'slitWasteKg'], whole: 'slitKg' },
  { parts: ['slitFirstKg'], whole: 'slitGoodKg' },
  { parts: ['pelletsKg'], whole: 'fedKg' },
  { parts: ['rollsFirstPassed'], whole: 'rollsFirstChecked' },
  { parts: ['waitingMinutes'], whole: 'repairMinutes' },
  { parts: ['ordersOnTime'], whole: 'ordersDue' },
]
/** A limit that is exceeded, with the sum of its parts and its whole. */
export interface ExceededLimit extends SumLimit {
  readonly partsValue: number
  readonly wholeValue: number
}
/**
 * Finds the limit that a correction exceeds; null if there is none. Parts that exceed their whole already, e.g. because
 * of an older correction, may be brought closer to it step by step.
 * @param sums the sums before the correction
 */
export function findExceededLimit(
  sums: ShiftSums,
  { sum, delta }: { sum: SumName; delta: number },
): ExceededLimit | null {
  const correctedSums = { ...sums, [sum]: sums[sum] + delta }
  for (const limit of sumLimits) {
    const scale = 10 ** sumSpecs[limit.whole].digits
    const round = (value: number) => Math.round(value * scale) / scale
    const addParts = (from: ShiftSums) => round(limit.parts.reduce((total, part) => total + from[part], 0))
    const partsValue = addParts(correctedSums)
    const wholeValue = round(correctedSums[limit.whole])
    const excess = round(partsValue - wholeValue)
    if (excess > 0 && excess > round(addParts(sums) - sums[limit.whole])) return { ...limit, partsValue, wholeValue }
  }
  return null
}
