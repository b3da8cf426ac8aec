/** Calculates the effective mass of rolls. Must match the SQL in `server/queries/mass-sql.ts`. */
import { roundToGram } from '@/plant/rules/quantity'

/** Returns the effective mass of a jumbo roll, kg: its net weight, or its expected weight until it is weighed. */
export const getJumboKg = ({
  netKg,
  expectedKg,
}: {
  readonly netKg: number | null
  readonly expectedKg: number | null
}): number | null => netKg ?? expectedKg
/** Returns the effective mass of a slit roll, kg: its weight, or its expected weight until it is weighed. */
export const getSlitRollKg = ({
  kg,
  expectedKg,
}: {
  readonly kg: number | null
  readonly expectedKg: number | null
}): number | null => kg ?? expectedKg
/** Returns the mass of some metres of a jumbo, in proportion to its length; the whole mass if no length is known. */
export const calculateShareKg = (jumboKg: number, lengthM: number | null, metres: number): number =>
  lengthM && lengthM > 0 ? roundToGram(jumboKg * Math.min(1, Math.max(0, metres / lengthM))) : jumboKg
