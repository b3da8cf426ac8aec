/**
 * Comparison of measured values with limits: the only definition for tests, incoming goods, inspections, rounds and
 * live values.
 */
import { roundToHundredth } from './quantity'
import { countDecimals, roundTo } from './rounding'

/** Either limit may be missing; a value at a limit is within. */
export interface LimitRange {
  readonly low?: number | null
  readonly high?: number | null
}
export type LimitJudgement = 'ok' | 'low' | 'high'

/**
 * Returns the decimals to which a result is rounded before it is compared: the decimals of the limits as written in the
 * standard (GB/T 8170-2008, 4.3.3). A stored limit has lost its trailing zeros, so at least `indexDigits` are used.
 * @param indexDigits decimals of a result of the test index
 */
export const getLimitDigits = ({ low, high }: LimitRange, indexDigits: number): number =>
  Math.max(indexDigits, ...[low, high].map((limit) => countDecimals(limit ?? 0)).filter((digits) => digits > 0))

/**
 * Compares a value with its limits.
 * @param indexDigits decimals of the test index: the value is rounded first (`getLimitDigits`) 修约值比较; null: the value
 * is compared unrounded 全数值比较
 */
export function compareWithLimits(
  value: number | string,
  { low, high }: LimitRange,
  indexDigits: number | null = null,
): LimitJudgement {
  const roundedValue = indexDigits === null ? Number(value) : roundTo(value, getLimitDigits({ low, high }, indexDigits))
  if (low != null && roundedValue < low) return 'low'
  return high != null && roundedValue > high ? 'high' : 'ok'
}

/** True if the value lies outside its limits; a missing value does not. */
export const isOutsideLimits = (
  value: number | null | undefined,
  limits: LimitRange,
  indexDigits: number | null = null,
): boolean => value != null && compareWithLimits(value, limits, indexDigits) !== 'ok'

/**
 * Returns the gap of a mass balance in percent to display next to the tolerance that it exceeds, to two decimals. A gap
 * that would read as the tolerance is raised: 3.004 % is displayed as 3.01 %. 0 if nothing was put in.
 */
export function calculateDisplayedGapPercent(
  { gapKg, gapPercent }: { readonly gapKg: number; readonly gapPercent: number | null },
  tolerancePercent: number,
): number {
  if (gapPercent === null) return 0
  const roundedPercent = roundToHundredth(gapPercent)
  if (Math.abs(roundedPercent) !== tolerancePercent) return roundedPercent
  return Math.sign(gapKg) * roundToHundredth(tolerancePercent + 0.01)
}
