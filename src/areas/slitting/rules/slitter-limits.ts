/**
 * Limits of a slitter. Widths in mm, speed in m/min, tolerances in percent. A plant stores the limits of its slitters
 * in the resource `slitter`.
 */
import { DEFAULT_TRIM_MM, type SlitLimits } from '@/areas/orders/rules/slitting-pattern'

export interface SlitterLimits {
  /** Number of knives. The maximum number of lanes is one less, as both edges are trimmed. */
  readonly knives: number
  readonly minWidthMm: number
  /** Minimum edge trim, both sides together. */
  readonly minTrimMm: number
  readonly speed: number
  /** Minutes to change the slit rolls after a set. */
  readonly setMinutes: number
  /** Minutes to move the knives to another pattern. */
  readonly changeoverMinutes: number
  /** Minutes to change the jumbo. */
  readonly jumboMinutes: number
  /** A slit roll that deviates more from its expected mass is flagged as unusual. */
  readonly weightTolerance: number
  /** A larger gap in the mass balance of a jumbo needs a reason. */
  readonly balanceTolerance: number
  readonly knifeLifeM: number | null
}
/** Default limits from engineering knowledge, not measured at the plant; used if none are entered. */
export const defaultSlitterLimits: SlitterLimits = {
  knives: 41,
  minWidthMm: 30,
  minTrimMm: DEFAULT_TRIM_MM,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
  weightTolerance: 5,
  balanceTolerance: 2,
  knifeLifeM: 500_000,
}
/** Returns the limits for slitting patterns on a jumbo. @param jumboWidth mm */
export const toSlitLimits = (slitter: SlitterLimits, jumboWidth: number): SlitLimits => ({
  jumboWidth,
  minTrim: slitter.minTrimMm,
  minWidth: slitter.minWidthMm,
  knives: slitter.knives,
})
