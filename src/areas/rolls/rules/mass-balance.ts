/** Mass balance of a cut jumbo: what went in must have come out. All in kg. */

export interface JumboBalance {
  readonly jumboKg: number
  readonly slitKg: number
  readonly trimKg: number
  readonly wasteKg: number
  /** Jumbo less everything found again; negative when more came out than went in. */
  readonly gapKg: number
  /** Gap in percent of the jumbo, to two decimals; null for a jumbo without a weight. */
  readonly gapPercent: number | null
  readonly closes: boolean
}
/** @param tolerancePercent of the jumbo's mass; a gap beyond it needs a reason */
export function jumboBalance(
  jumboKg: number,
  slitKg: readonly number[],
  trimKg: number,
  wasteKg: number,
  tolerancePercent: number,
): JumboBalance {
  const slit = slitKg.reduce((sum, kg) => sum + kg, 0)
  const gapKg = gram(jumboKg - slit - trimKg - wasteKg)
  const gapPercent = jumboKg > 0 ? (gapKg / jumboKg) * 100 : null
  return {
    jumboKg,
    slitKg: gram(slit),
    trimKg,
    wasteKg,
    gapKg,
    gapPercent: gapPercent === null ? null : Math.round(gapPercent * 100) / 100,
    closes: gapPercent !== null && Math.abs(gapPercent) <= tolerancePercent + 1e-9,
  }
}
/** Mass of some metres of a jumbo: their share of the whole; all of it where no length is known. */
export const shareKg = (jumboKg: number, lengthM: number | null, metres: number): number =>
  lengthM && lengthM > 0 ? gram(jumboKg * Math.min(1, Math.max(0, metres / lengthM))) : jumboKg
export interface CutMetres {
  readonly leftM: number
  readonly sets: readonly { readonly fromM: number; readonly toM: number }[]
}
/**
 * The mass a cutting has to account for: of all the metres that were on the jumbo when it began, less those that go back to
 * the hall. A jumbo cut in one go answers for all of itself.
 */
export function cutKg(jumboKg: number, lengthM: number | null, { leftM, sets }: CutMetres, remnantM: number): number {
  const began = leftM + sets.reduce((sum, set) => sum + set.toM - set.fromM, 0)
  return shareKg(jumboKg, lengthM, began - remnantM)
}
/** Whether what is left is worth its place in the hall: another set of the same length; less is the stump on the core. */
export const worthKeeping = (leftM: number, setLengthM: number | null): boolean =>
  leftM > 0 && leftM >= (setLengthM ?? 0)

/** Trim that a slitting pattern cuts off a jumbo: its share of the width, over the length that was slit. */
export const expectedTrimKg = (
  jumboKg: number,
  jumboWidth: number,
  lanesWidth: number,
  slitLength: number,
  jumboLength: number,
): number =>
  jumboWidth > 0 && jumboLength > 0
    ? gram(jumboKg * (1 - lanesWidth / jumboWidth) * Math.min(1, slitLength / jumboLength))
    : 0

/** Scales show grams at best; sums of binary fractions shall not show more. */
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
