/** Follows trim that went back into a hopper to the rolls that drew it. */

/** Mass of a lot that came into a hopper by a feed, or back as trim. */
export interface LotSupply {
  /** ms since 1970 */
  readonly atMs: number
  /** Negative for a corrected feed. */
  readonly kg: number
  /** True for trim of the recalled item. */
  readonly isRecalled: boolean
}
/** Mass of a lot that a roll or waste drew from a hopper between two moments. */
export interface LotDraw {
  /** Null for waste and emptied hoppers. */
  readonly jumboId: string | null
  readonly fromMs: number
  readonly toMs: number
  readonly kg: number
}
/**
 * Returns the kilograms of recalled trim that rolls can contain, by jumbo. A hopper is a queue: material leaves it in
 * the order in which it came in. Adjacent layers mix, but by no more than the mass of the largest roll. A roll can
 * therefore contain the trim if the distance between the roll and the trim in the queue is at most this mass.
 */
export function findRecalledTrim(
  supplies: readonly LotSupply[],
  draws: readonly LotDraw[],
): ReadonlyMap<string, number> {
  const mixedKg = Math.max(0, ...draws.flatMap(({ jumboId, kg }) => (jumboId === null ? [] : [kg])))
  let suppliedKg = 0
  const trimPlaces = supplies
    .toSorted((a, b) => a.atMs - b.atMs)
    .flatMap(({ atMs, kg, isRecalled }) => {
      const beginKg = suppliedKg
      suppliedKg += kg
      return isRecalled ? [{ atMs, kg, beginKg, endKg: suppliedKg }] : []
    })
  const kgByJumbo = new Map<string, number>()
  let drawnKg = 0
  for (const { jumboId, toMs, kg } of draws.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const beginKg = drawnKg
    drawnKg += kg
    if (jumboId === null) continue
    const trimKg = trimPlaces
      .filter((trim) => toMs > trim.atMs && beginKg < trim.endKg + mixedKg && drawnKg > trim.beginKg - mixedKg)
      .reduce((sum, trim) => sum + trim.kg, 0)
    if (trimKg > 0) kgByJumbo.set(jumboId, (kgByJumbo.get(jumboId) ?? 0) + Math.min(kg, trimKg))
  }
  return kgByJumbo
}
