/** Geometry and mass of rolls. Grammage in g/m², widths in mm, lengths in m, masses in kg. */

import { ROUNDING_TOLERANCE } from '@/plant/rules/rounding'
import { calculateWebKg } from '@/areas/orders/rules/slitting-pattern'
import { roundToGram } from '@/plant/rules/quantity'

/** Returns the mass of a roll from grammage, width and length, to the gram; null if one of them is missing. */
export const calculateExpectedKg = (roll: {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
}): number | null =>
  roll.gsm && roll.widthMm && roll.lengthM ? roundToGram(calculateWebKg(roll.gsm, roll.widthMm, roll.lengthM)) : null
/** Returns the net mass of a weighing, to the gram; null if nothing was weighed. */
export const calculateNetKg = (weighing: {
  readonly grossKg: number | null
  readonly coreKg: number | null
}): number | null => (weighing.grossKg === null ? null : roundToGram(weighing.grossKg - (weighing.coreKg ?? 0)))

/** Returns the length of a web of a given mass, in m; null if grammage or width is 0. */
export const calculateWebLength = (gsm: number, widthMm: number, kg: number): number | null =>
  gsm > 0 && widthMm > 0 ? (kg * 1000) / (gsm * (widthMm / 1000)) : null

/** Returns the edge trim in percent of the width: 1 − Σ lanes ÷ width; null without a width. */
export const calculateTrimPercent = (jumboWidthMm: number, laneWidthsMm: readonly number[]): number | null =>
  jumboWidthMm > 0 ? (1 - laneWidthsMm.reduce((sum, laneWidthMm) => sum + laneWidthMm, 0) / jumboWidthMm) * 100 : null

/** Returns the outer diameter of a roll in mm: d² = core² + 4·length·thickness/π. */
export const calculateRollDiameter = (lengthM: number, thicknessMm: number, coreMm: number): number =>
  Math.sqrt(coreMm ** 2 + (4 * lengthM * 1000 * thicknessMm) / Math.PI)

/** A weight that deviates by this factor is an entry or scale error, not a variation of the web. */
const ENTRY_ERROR_FACTOR = 3
export type WeightVerdict =
  | { readonly verdict: 'ok'; readonly deviation: number | null }
  /** Outside the tolerance: flagged, but accepted. */
  | { readonly verdict: 'unusual'; readonly deviation: number }
  /** `slip` is an entry error, e.g. a wrong digit. */
  | { readonly verdict: 'refused'; readonly reason: 'notPositive' | 'slip'; readonly expected: number | null }

/**
 * Compares a weighing with the mass expected from grammage, width and length. `deviation` is in percent of the expected
 * mass; null if no expected mass is known. A weight that is more than `ENTRY_ERROR_FACTOR` times too heavy or too light
 * is refused.
 */
export function judgeWeight(kg: number, expectedKg: number | null, tolerancePercent: number): WeightVerdict {
  if (!Number.isFinite(kg) || kg <= 0) return { verdict: 'refused', reason: 'notPositive', expected: expectedKg }
  if (expectedKg === null || expectedKg <= 0) return { verdict: 'ok', deviation: null }
  if (kg > expectedKg * ENTRY_ERROR_FACTOR || kg < expectedKg / ENTRY_ERROR_FACTOR)
    return { verdict: 'refused', reason: 'slip', expected: expectedKg }
  const deviation = (kg / expectedKg - 1) * 100
  return Math.abs(deviation) > tolerancePercent + ROUNDING_TOLERANCE
    ? { verdict: 'unusual', deviation }
    : { verdict: 'ok', deviation }
}
