/**
 * Which lots are in reclaimed pellets. Each pellet lot names the kilograms of lots that its trim held; a lot among them may be
 * pellets again, of trim of rolls that contained pellets. A pellet lot counts as evenly mixed, and no loss of pelletising is
 * deducted, so that shares are the most that a roll can hold of a lot.
 */

/** A lot of reclaimed pellets with what its sources held. */
export interface PelletLot {
  readonly id: string
  readonly kg: number
  /** Kilograms by lot, other pellet lots among them. What is missing from `kg` is not recorded. */
  readonly parts: readonly { readonly lotId: string; readonly kg: number }[]
}
export type PelletLots = ReadonlyMap<string, PelletLot>

/** Passes over the pellet lots; made in the order of time one is enough, and each loop of pellets into themselves adds some. */
const MAX_PASSES = 1000
/** Shares are found once no pass changes one by more than this. */
const PRECISION = 1e-12
/** Kilograms that are followed no further back: a thousandth of the gram that masses are counted in. */
const MIN_FOLLOWED_KG = 1e-6

/** Kilograms that shares refer to: sources may weigh more than the pellets, as some is lost on the way. */
const getTotalKg = ({ kg, parts }: PelletLot): number =>
  Math.max(
    kg,
    parts.reduce((sum, part) => sum + part.kg, 0),
  )

/**
 * Kilograms of an origin in a kilogram of each pellet lot that holds any: the least solution of f = b + A·f, by Gauss-Seidel.
 * @param originKg kilograms of the origin in the sources of each pellet lot, not counting what came by other pellet lots
 */
export function calculateOriginShares(
  lots: PelletLots,
  originKg: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const solved = solve(lots, 0, (lot, total) => (originKg.get(lot.id) ?? 0) / total)
  return new Map([...solved].filter(([, share]) => share > 0))
}

/** Share of each pellet lot whose sources nobody recorded, also by other pellet lots in it. Pellets that name only each other are all unrecorded. */
export function calculateUnrecordedShares(lots: PelletLots): ReadonlyMap<string, number> {
  return solve(lots, 1, ({ parts }, total) => (total - parts.reduce((sum, part) => sum + part.kg, 0)) / total)
}

/** @param start 0 leads to the least solution, 1 to the greatest. */
function solve(
  lots: PelletLots,
  start: 0 | 1,
  getOwnShare: (lot: PelletLot, totalKg: number) => number,
): Map<string, number> {
  const rows = [...lots.values()].map((lot) => {
    const total = getTotalKg(lot)
    const pellets = lot.parts
      .filter(({ lotId }) => lots.has(lotId))
      .map(({ lotId, kg }) => ({ lotId, share: total > 0 ? kg / total : 0 }))
    return { id: lot.id, own: total > 0 ? getOwnShare(lot, total) : start, pellets }
  })
  const shares = new Map(rows.map(({ id }) => [id, start as number]))
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    let change = 0
    for (const { id, own, pellets } of rows) {
      const share = pellets.reduce((sum, part) => sum + part.share * (shares.get(part.lotId) ?? 0), own)
      change = Math.max(change, Math.abs(share - (shares.get(id) ?? 0)))
      shares.set(id, share)
    }
    if (change < PRECISION) break
  }
  return shares
}

export interface PelletOrigins {
  /** Kilograms by lot, of lots that are no pellets. */
  readonly originKg: ReadonlyMap<string, number>
  /** Kilograms of each pellet lot that were passed on the way, those that were begun with included. */
  readonly passedKg: ReadonlyMap<string, number>
  readonly unrecordedKg: number
}
/** Follows kilograms of pellet lots back to the lots that they were made of. The sum stays what it was. */
export function resolvePelletOrigins(lots: PelletLots, pelletKg: ReadonlyMap<string, number>): PelletOrigins {
  const originKg = new Map<string, number>()
  const passedKg = new Map<string, number>()
  let unrecordedKg = 0
  let wave: ReadonlyMap<string, number> = pelletKg
  for (let pass = 0; wave.size > 0 && pass < MAX_PASSES; pass++) {
    const next = new Map<string, number>()
    for (const [id, kg] of wave) {
      const lot = lots.get(id)
      const total = lot ? getTotalKg(lot) : 0
      add(passedKg, id, kg)
      if (!lot || total <= 0 || kg < MIN_FOLLOWED_KG) {
        unrecordedKg += kg
        continue
      }
      let recorded = 0
      for (const part of lot.parts) {
        const partKg = (kg * part.kg) / total
        recorded += partKg
        add(lots.has(part.lotId) ? next : originKg, part.lotId, partKg)
      }
      unrecordedKg += Math.max(0, kg - recorded)
    }
    wave = next
  }
  for (const kg of wave.values()) unrecordedKg += kg
  return { originKg, passedKg, unrecordedKg }
}
const add = (sums: Map<string, number>, id: string, kg: number): void => {
  sums.set(id, (sums.get(id) ?? 0) + kg)
}

/**
 * The shortest way of an origin into each pellet lot that holds it: the pellet lots passed, the first one first. Among ways of
 * the same length the one that brings the most kilograms.
 */
export function findPelletPaths(
  lots: PelletLots,
  originKg: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>()
  let reached = [...lots.keys()].filter((id) => (originKg.get(id) ?? 0) > 0)
  for (const id of reached) paths.set(id, [id])
  while (reached.length > 0) {
    const earlier = new Set(reached)
    reached = []
    for (const lot of lots.values()) {
      if (paths.has(lot.id)) continue
      const [most] = lot.parts.filter(({ lotId, kg }) => kg > 0 && earlier.has(lotId)).sort((a, b) => b.kg - a.kg)
      if (most) reached.push(lot.id)
      if (most) paths.set(lot.id, [...paths.get(most.lotId)!, lot.id])
    }
  }
  return paths
}
