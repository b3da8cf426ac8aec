/**
 * Calculates which lots are in reclaimed pellets. Each pellet lot lists the kilograms of the lots in its trim. A lot in
 * the trim may itself be a pellet lot, because rolls contain pellets. The calculation assumes that a pellet lot is
 * evenly mixed and does not deduct pelletising losses. A share is therefore the maximum of a lot that a roll can
 * contain.
 */

/** A lot of reclaimed pellets with the lots in its sources. */
export interface PelletLot {
  readonly id: string
  readonly kg: number
  /** Kilograms by lot, including other pellet lots. If they add up to less than `kg`, the rest is not recorded. */
  readonly parts: readonly { readonly lotId: string; readonly kg: number }[]
}
export type PelletLots = ReadonlyMap<string, PelletLot>

/** Trim, waste and rolls of a subject (an order or a roll) in a pellet lot, with the lots in them. */
export interface SubjectInPellets {
  readonly kg: number
  /** Kilograms by lot. If they add up to less than `kg`, the rest is not recorded. */
  readonly parts: PelletLot['parts']
}

/**
 * Maximum number of passes over the pellet lots. In chronological order one pass is enough, unless pellet lots contain
 * each other.
 */
const MAX_PASSES = 1000
/** Iteration stops once no share changes by more than this. */
const PRECISION = 1e-12
/** Smaller amounts than this thousandth of a gram are not followed further back. */
const MIN_FOLLOWED_KG = 1e-6
/** A smaller difference of two sums of kilograms is a rounding error. */
const MIN_PART_KG = 1e-9

/** Returns the kilograms to which shares refer. Because of losses, the sources may weigh more than the pellets. */
const getTotalKg = ({ kg, parts }: PelletLot): number =>
  Math.max(
    kg,
    parts.reduce((sum, part) => sum + part.kg, 0),
  )

/**
 * Replaces the lots that came into pellets with the trim, waste and rolls of a subject by one part with the id of the
 * subject. All of this mass is the subject's, also pellets in it that contain earlier trim of the subject, and lots
 * that are not recorded. Otherwise such pellets would count twice.
 * @param lots pellet lots whose parts name each lot once
 */
export function replaceSubjectParts<L extends PelletLot>(
  lots: ReadonlyMap<string, L>,
  subjectId: string,
  subjectByLot: ReadonlyMap<string, SubjectInPellets>,
): ReadonlyMap<string, L> {
  return new Map(
    [...lots].map(([id, lot]) => {
      const subject = subjectByLot.get(id)
      if (!subject) return [id, lot]
      const subjectKgByPart = new Map(subject.parts.map(({ lotId, kg }) => [lotId, kg]))
      const otherParts = lot.parts
        .map(({ lotId, kg }) => ({ lotId, kg: kg - (subjectKgByPart.get(lotId) ?? 0) }))
        .filter(({ kg }) => kg > MIN_PART_KG)
      return [id, { ...lot, parts: [...otherParts, { lotId: subjectId, kg: subject.kg }] }]
    }),
  )
}

/**
 * Returns the kilograms of an origin (e.g. a recalled lot) per kilogram of each pellet lot that contains it. Solves
 * f = b + A·f by Gauss-Seidel for the least solution. b is the share from recorded trim, A the pellets within pellets.
 * @param originKg kilograms of the origin in the sources of each pellet lot, without those that came by other pellet
 * lots
 */
export function calculateOriginShares(
  lots: PelletLots,
  originKg: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const shareByLot = solveShares(lots, 0, (lot, totalKg) => (originKg.get(lot.id) ?? 0) / totalKg)
  return new Map([...shareByLot].filter(([, share]) => share > 0))
}

/**
 * Returns the share of each pellet lot whose sources are unrecorded, in the lot itself or in the pellets it was made
 * of. Pellet lots that name only each other as sources are entirely unrecorded.
 */
export function calculateUnrecordedShares(lots: PelletLots): ReadonlyMap<string, number> {
  return solveShares(
    lots,
    1,
    ({ parts }, totalKg) => (totalKg - parts.reduce((sum, part) => sum + part.kg, 0)) / totalKg,
  )
}

/**
 * Returns the share by pellet lot: its own share plus the shares of the pellets in it.
 * @param initialShare 0 leads to the least solution, 1 to the greatest
 */
function solveShares(
  lots: PelletLots,
  initialShare: 0 | 1,
  getOwnShare: (lot: PelletLot, totalKg: number) => number,
): Map<string, number> {
  const rows = [...lots.values()].map((lot) => {
    const totalKg = getTotalKg(lot)
    const pellets = lot.parts
      .filter(({ lotId }) => lots.has(lotId))
      .map(({ lotId, kg }) => ({ lotId, share: totalKg > 0 ? kg / totalKg : 0 }))
    return { id: lot.id, ownShare: totalKg > 0 ? getOwnShare(lot, totalKg) : initialShare, pellets }
  })
  const shares = new Map(rows.map(({ id }) => [id, initialShare as number]))
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    let maxChange = 0
    for (const { id, ownShare, pellets } of rows) {
      const share = pellets.reduce((sum, part) => sum + part.share * (shares.get(part.lotId) ?? 0), ownShare)
      maxChange = Math.max(maxChange, Math.abs(share - (shares.get(id) ?? 0)))
      shares.set(id, share)
    }
    if (maxChange < PRECISION) break
  }
  return shares
}

export interface PelletOrigins {
  /** Kilograms by lot, for lots that are not pellets. */
  readonly originKg: ReadonlyMap<string, number>
  /** Kilograms of each pellet lot that the trace passes through, including the initial ones. */
  readonly passedKg: ReadonlyMap<string, number>
  readonly unrecordedKg: number
}
/**
 * Traces kilograms of pellet lots back to the lots from which they were made. The sum of the kilograms stays the same.
 */
export function resolvePelletOrigins(lots: PelletLots, pelletKg: ReadonlyMap<string, number>): PelletOrigins {
  const originKg = new Map<string, number>()
  const passedKg = new Map<string, number>()
  let unrecordedKg = 0
  let currentKg: ReadonlyMap<string, number> = pelletKg
  for (let pass = 0; currentKg.size > 0 && pass < MAX_PASSES; pass++) {
    const nextKg = new Map<string, number>()
    for (const [id, kg] of currentKg) {
      const lot = lots.get(id)
      const totalKg = lot ? getTotalKg(lot) : 0
      addKg(passedKg, id, kg)
      if (!lot || totalKg <= 0 || kg < MIN_FOLLOWED_KG) {
        unrecordedKg += kg
        continue
      }
      let recordedKg = 0
      for (const part of lot.parts) {
        const partKg = (kg * part.kg) / totalKg
        recordedKg += partKg
        addKg(lots.has(part.lotId) ? nextKg : originKg, part.lotId, partKg)
      }
      unrecordedKg += Math.max(0, kg - recordedKg)
    }
    currentKg = nextKg
  }
  for (const kg of currentKg.values()) unrecordedKg += kg
  return { originKg, passedKg, unrecordedKg }
}
const addKg = (sums: Map<string, number>, id: string, kg: number): void => {
  sums.set(id, (sums.get(id) ?? 0) + kg)
}

/**
 * Returns the shortest path of an origin into each pellet lot that contains it, as pellet lots from first to last. If
 * several paths are equally short, the path with the most kilograms is returned.
 */
export function findPelletPaths(
  lots: PelletLots,
  originKg: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>()
  let reachedIds = [...lots.keys()].filter((id) => (originKg.get(id) ?? 0) > 0)
  for (const id of reachedIds) paths.set(id, [id])
  while (reachedIds.length > 0) {
    const previousIds = new Set(reachedIds)
    reachedIds = []
    for (const lot of lots.values()) {
      if (paths.has(lot.id)) continue
      const [largestPart] = lot.parts
        .filter(({ lotId, kg }) => kg > 0 && previousIds.has(lotId))
        .sort((a, b) => b.kg - a.kg)
      if (!largestPart) continue
      reachedIds.push(lot.id)
      paths.set(lot.id, [...paths.get(largestPart.lotId)!, lot.id])
    }
  }
  return paths
}
