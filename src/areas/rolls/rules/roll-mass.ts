/** The effective mass of rolls; in SQL `server/mass-sql.ts`. */

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
