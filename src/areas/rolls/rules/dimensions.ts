/** Geometry and mass of rolls. Grammage in g/m², widths in mm, lengths in m, masses in kg. */

import { webKg } from '@/areas/orders/rules/web'

/** Mass that grammage, width and length of a roll give, to the gram; null while one of them is missing. */
export const expectedOf = (roll: {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
}): number | null =>
  roll.gsm && roll.widthMm && roll.lengthM
    ? Math.round(webKg(roll.gsm, roll.widthMm, roll.lengthM) * 1000) / 1000
    : null
/** Net mass of a weighing, to the gram; null where nothing was weighed. */
export const netOf = (scale: { readonly grossKg: number | null; readonly coreKg: number | null }): number | null =>
  scale.grossKg === null ? null : Math.round((scale.grossKg - (scale.coreKg ?? 0)) * 1000) / 1000

/** Length of a web of a mass, in m; null when grammage or width is missing. */
export const webLength = (gsm: number, widthMm: number, kg: number): number | null =>
  gsm > 0 && widthMm > 0 ? (kg * 1000) / (gsm * (widthMm / 1000)) : null

/** Edge trim in percent of the width: 1 − Σ lanes ÷ width; null without a width. */
export const trimPercent = (jumboWidthMm: number, laneWidthsMm: readonly number[]): number | null =>
  jumboWidthMm > 0 ? (1 - laneWidthsMm.reduce((sum, w) => sum + w, 0) / jumboWidthMm) * 100 : null

/** Outer diameter of a roll in mm, from the length wound on a core: d² = core² + 4·length·thickness/π. */
export const rollDiameter = (lengthM: number, thicknessMm: number, coreMm: number): number =>
  Math.sqrt(coreMm ** 2 + (4 * lengthM * 1000 * thicknessMm) / Math.PI)

/** A weight this far from the expected is no variation of the web but a slip of the hand or of the scale. */
const SLIP = 3
export type WeightVerdict =
  | { readonly verdict: 'ok'; readonly deviation: number | null }
  /** Outside the tolerance: shown, accepted. */
  | { readonly verdict: 'unusual'; readonly deviation: number }
  | { readonly verdict: 'refused'; readonly reason: 'notPositive' | 'slip'; readonly expected: number | null }

/**
 * Judges a weighing against the mass that grammage, width and length give. `deviation` is in percent of the expected;
 * null when nothing is expected yet. Three times too much or too little is refused: a missing decimal point is tenfold.
 */
export function judgeWeight(kg: number, expected: number | null, tolerancePercent: number): WeightVerdict {
  if (!Number.isFinite(kg) || kg <= 0) return { verdict: 'refused', reason: 'notPositive', expected }
  if (expected === null || expected <= 0) return { verdict: 'ok', deviation: null }
  if (kg > expected * SLIP || kg < expected / SLIP) return { verdict: 'refused', reason: 'slip', expected }
  const deviation = (kg / expected - 1) * 100
  return Math.abs(deviation) > tolerancePercent ? { verdict: 'unusual', deviation } : { verdict: 'ok', deviation }
}
