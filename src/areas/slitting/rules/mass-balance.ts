/** Mass balance of a cut jumbo: output must match input. All masses in kg. */
import { ROUNDING_TOLERANCE } from '@/plant/rules/rounding'
import { roundToGram, roundToHundredth } from '@/plant/rules/quantity'
import { calculateShareKg } from '@/areas/rolls/rules/roll-mass'

export interface JumboBalance {
  readonly jumboKg: number
  readonly slitKg: number
  readonly trimKg: number
  readonly wasteKg: number
  /** Jumbo mass less all output; negative if the output exceeds the input. */
  readonly gapKg: number
  /** Gap in percent of the jumbo, to two decimals; null for a jumbo without a weight. */
  readonly gapPercent: number | null
  readonly isWithinTolerance: boolean
}
/**
 * Calculates the mass balance of a jumbo.
 * @param rollsKg mass of each slit roll
 * @param tolerancePercent percent of the jumbo's mass; a larger gap needs a reason
 */
export function calculateJumboBalance(
  jumboKg: number,
  rollsKg: readonly number[],
  trimKg: number,
  wasteKg: number,
  tolerancePercent: number,
): JumboBalance {
  const slitKg = rollsKg.reduce((sum, kg) => sum + kg, 0)
  const gapKg = roundToGram(jumboKg - slitKg - trimKg - wasteKg)
  const gapPercent = jumboKg > 0 ? (gapKg / jumboKg) * 100 : null
  return {
    jumboKg,
    slitKg: roundToGram(slitKg),
    trimKg,
    wasteKg,
    gapKg,
    gapPercent: gapPercent === null ? null : roundToHundredth(gapPercent),
    isWithinTolerance: gapPercent !== null && Math.abs(gapPercent) <= tolerancePercent + ROUNDING_TOLERANCE,
  }
}
/** Metres of a jumbo while it is being cut: the uncut metres (`leftM`) and the sets cut so far. */
export interface CutMetres {
  readonly leftM: number
  readonly sets: readonly { readonly fromM: number; readonly toM: number }[]
}
/**
 * Returns the mass that a cutting must account for: the mass of the jumbo at the start of the cutting, less the remnant
 * that returns to the hall.
 */
export function calculateCutKg(
  jumboKg: number,
  lengthM: number | null,
  { leftM, sets }: CutMetres,
  remnantM: number,
): number {
  const startMetres = leftM + sets.reduce((sum, set) => sum + set.toM - set.fromM, 0)
  return calculateShareKg(jumboKg, lengthM, startMetres - remnantM)
}
/** Returns true if a remnant is long enough for another set of the same length. A shorter remnant becomes waste. */
export const isRemnantWorthKeeping = (leftM: number, setLengthM: number | null): boolean =>
  leftM > 0 && leftM >= (setLengthM ?? 0)

/** Returns the trim that a slitting pattern cuts off a jumbo: its share of the width over the slit length. */
export const calculateExpectedTrimKg = (
  jumboKg: number,
  jumboWidthMm: number,
  lanesWidthMm: number,
  slitLengthM: number,
  jumboLengthM: number,
): number =>
  jumboWidthMm > 0 && jumboLengthM > 0
    ? roundToGram(jumboKg * (1 - lanesWidthMm / jumboWidthMm) * Math.min(1, slitLengthM / jumboLengthM))
    : 0
