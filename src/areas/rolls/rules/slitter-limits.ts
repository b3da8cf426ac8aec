/** What a slitter can do. Widths in mm, speed in m/min, tolerances in percent; a plant keeps its own in the resource `slitter`. */
import { USUAL_TRIM, type SlitLimits } from '@/areas/orders/rules/slitting-pattern'

export interface SlitterLimits {
  /** Knives that can be set; one lane less can be cut, as both edges are trimmed. */
  readonly knives: number
  readonly minWidthMm: number
  /** Least edge trim, both sides together. */
  readonly minTrimMm: number
  readonly speed: number
  readonly setMinutes: number
  readonly changeoverMinutes: number
  readonly jumboMinutes: number
  /** A slit roll further off its expected mass is marked as unusual. */
  readonly weightTolerance: number
  /** A jumbo whose balance has a larger gap wants a reason. */
  readonly balanceTolerance: number
  readonly knifeLifeM: number | null
}
/** Engineering knowledge, not measured at the plant: where nobody has entered the slitter's own. */
export const usualSlitter: SlitterLimits = {
  knives: 41,
  minWidthMm: 30,
  minTrimMm: USUAL_TRIM,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
  weightTolerance: 5,
  balanceTolerance: 2,
  knifeLifeM: 500_000,
}
export const slitLimits = (slitter: SlitterLimits, jumboWidth: number): SlitLimits => ({
  jumboWidth,
  minTrim: slitter.minTrimMm,
  minWidth: slitter.minWidthMm,
  knives: slitter.knives,
})
