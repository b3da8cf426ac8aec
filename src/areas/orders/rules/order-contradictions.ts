/** Finds sizes and amounts of an ordered line that contradict each other, which are likely typing errors. */
import { calculateWebKg, findPatternWidthExcess } from './slitting-pattern'

export interface OrderedSizes {
  readonly gsm?: number | null
  readonly webWidthMm?: number | null
  readonly widthMm?: number | null
  readonly orderedKg?: number | null
  readonly orderedRolls?: number | null
  readonly rollLengthM?: number | null
  readonly rollKg?: number | null
  readonly slittingPattern?: string | null
}
/** Fields that the contradictions are about. */
export const contradictionFields = [
  'gsm',
  'webWidthMm',
  'widthMm',
  'orderedKg',
  'orderedRolls',
  'rollLengthM',
  'rollKg',
  'slittingPattern',
] as const satisfies readonly (keyof OrderedSizes)[]

export type OrderContradiction =
  /** A lane is wider than the web. */
  | { readonly code: 'laneWiderThanWeb'; readonly width: number; readonly web: number }
  /** The lanes together, with the trim, are wider than the web. */
  | { readonly code: 'lanesWiderThanWeb'; readonly width: number; readonly trim: number; readonly web: number }
  /** The ordered mass of a roll deviates from the mass calculated from its length, width and grammage. */
  | { readonly code: 'rollKgUnlikely'; readonly kg: number; readonly calculatedKg: number }
  /** The ordered mass deviates from the mass of the ordered rolls. */
  | { readonly code: 'orderedKgUnlikely'; readonly kg: number; readonly calculatedKg: number; readonly rolls: number }
/**
 * Tolerated deviation as a share of the calculated mass. Ordered masses are rounded, and a web may weigh a few percent
 * more or less than its grammage.
 */
const TOLERANCE = 0.15
const isFarFrom = (kg: number, calculatedKg: number): boolean => Math.abs(kg - calculatedKg) > calculatedKg * TOLERANCE

/** Returns the contradictions of a line. Sizes that were not entered are not checked. */
export function findOrderContradictions(order: OrderedSizes): OrderContradiction[] {
  const { gsm, webWidthMm, widthMm, orderedKg, orderedRolls, rollLengthM, rollKg, slittingPattern } = order
  const contradictions: OrderContradiction[] = []
  if (widthMm && webWidthMm && widthMm > webWidthMm)
    contradictions.push({ code: 'laneWiderThanWeb', width: widthMm, web: webWidthMm })
  const widthExcess = slittingPattern && webWidthMm ? findPatternWidthExcess(slittingPattern, webWidthMm) : null
  if (widthExcess && webWidthMm)
    contradictions.push({
      code: 'lanesWiderThanWeb',
      width: widthExcess.width,
      trim: widthExcess.trim,
      web: webWidthMm,
    })
  const calculatedRollKg =
    gsm && widthMm && rollLengthM ? roundToTenthKg(calculateWebKg(gsm, widthMm, rollLengthM)) : null
  if (rollKg && calculatedRollKg && isFarFrom(rollKg, calculatedRollKg))
    contradictions.push({ code: 'rollKgUnlikely', kg: rollKg, calculatedKg: calculatedRollKg })
  const usualRollKg = rollKg ?? calculatedRollKg
  if (orderedKg && orderedRolls && usualRollKg) {
    const calculatedKg = roundToTenthKg(orderedRolls * usualRollKg)
    // Customers order whole rolls, so the mass may differ by one roll.
    if (isFarFrom(orderedKg, calculatedKg) && Math.abs(orderedKg - calculatedKg) > usualRollKg)
      contradictions.push({ code: 'orderedKgUnlikely', kg: orderedKg, calculatedKg, rolls: orderedRolls })
  }
  return contradictions
}
const roundToTenthKg = (kg: number): number => Math.round(kg * 10) / 10
