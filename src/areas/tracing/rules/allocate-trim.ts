/**
 * Allocates trim and waste to the pellet lots that were made of them, as far as the records of the plant allow. Moments
 * are ms since 1970.
 */
import { toWholeGrams } from '@/plant/rules/quantity'

/** Trim, waste or a roll that goes to the pelletiser. */
export interface TrimSource {
  readonly id: string
  readonly atMs: number
  readonly kg: number
}
/** A pellet lot. `kg` is the mass whose sources are not recorded. */
export interface UnsourcedPelletLot {
  readonly id: string
  readonly atMs: number
  readonly kg: number
}
export interface TrimInPellets {
  readonly pelletLotId: string
  readonly trimId: string
  readonly kg: number
}

/**
 * Allocates to each pellet lot the trim that arose since the previous lot. If this trim weighs more than the lot, every
 * entry contributes in proportion. If it weighs less, the lot also takes older unused trim, newest first. Lots made at
 * the same moment share their trim. No trim is used before it arose, and none is used twice. A lot of 0 kg takes no
 * trim and only marks where the period of the next lot begins.
 * @param takenKg kilograms by trim id that are already known to be in other pellet lots
 */
export function allocateTrim(
  trims: readonly TrimSource[],
  lots: readonly UnsourcedPelletLot[],
  takenKg: ReadonlyMap<string, number> = new Map(),
): TrimInPellets[] {
  const sortedTrims = [...trims].sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
  const sortedLots = [...lots].sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
  const trimPile: { id: string; grams: number }[] = []
  const allocations: TrimInPellets[] = []
  let nextTrimIndex = 0
  for (let groupStart = 0; groupStart < sortedLots.length;) {
    const { atMs } = sortedLots[groupStart]!
    let groupEnd = groupStart
    while (groupEnd < sortedLots.length && sortedLots[groupEnd]!.atMs === atMs) groupEnd++
    const group = sortedLots.slice(groupStart, groupEnd)
    groupStart = groupEnd
    const windowStart = trimPile.length
    for (; nextTrimIndex < sortedTrims.length && sortedTrims[nextTrimIndex]!.atMs < atMs; nextTrimIndex++) {
      const { id, kg } = sortedTrims[nextTrimIndex]!
      const grams = toWholeGrams(kg - (takenKg.get(id) ?? 0))
      if (grams > 0) trimPile.push({ id, grams })
    }
    const neededGrams = group.reduce((sum, lot) => sum + toWholeGrams(lot.kg), 0)
    const takenEntries = takeFromPile(trimPile, windowStart, neededGrams)
    allocations.push(...divideAmongLots(group, takenEntries))
  }
  return allocations
}

/**
 * Takes grams out of the pile: in proportion from entries since `windowStart`, then from older entries, newest first.
 */
function takeFromPile(trimPile: { id: string; grams: number }[], windowStart: number, neededGrams: number) {
  const takenEntries: { id: string; grams: number }[] = []
  const windowGrams = trimPile.slice(windowStart).reduce((sum, { grams }) => sum + grams, 0)
  const gramsFromWindow = Math.min(neededGrams, windowGrams)
  let [cumulativeGrams, takenGrams] = [0, 0]
  for (const entry of trimPile.slice(windowStart)) {
    cumulativeGrams += entry.grams
    // Rounds the running total instead of each entry, so that the sum is exact.
    const grams = Math.round((gramsFromWindow * cumulativeGrams) / windowGrams) - takenGrams
    if (grams <= 0) continue
    takenEntries.push({ id: entry.id, grams })
    entry.grams -= grams
    takenGrams += grams
  }
  let missingGrams = neededGrams - gramsFromWindow
  for (let i = windowStart - 1; i >= 0 && missingGrams > 0; i--) {
    const entry = trimPile[i]!
    const grams = Math.min(missingGrams, entry.grams)
    takenEntries.push({ id: entry.id, grams })
    entry.grams -= grams
    missingGrams -= grams
  }
  const remainingEntries = trimPile.filter(({ grams }) => grams > 0)
  trimPile.length = 0
  for (const entry of remainingEntries) trimPile.push(entry) // `push(...entries)` fails for a pile of many years
  return takenEntries
}

/** Divides the taken entries among lots in proportion to their mass, to the gram. */
function divideAmongLots(
  lots: readonly UnsourcedPelletLot[],
  takenEntries: readonly { id: string; grams: number }[],
): TrimInPellets[] {
  const totalKg = lots.reduce((sum, { kg }) => sum + kg, 0)
  return takenEntries.flatMap(({ id, grams }) => {
    let [cumulativeKg, allocatedGrams] = [0, 0]
    return lots.flatMap((lot): TrimInPellets[] => {
      cumulativeKg += lot.kg
      const gramsSoFar = Math.round((grams * cumulativeKg) / totalKg)
      const lotGrams = gramsSoFar - allocatedGrams
      allocatedGrams = gramsSoFar
      return lotGrams > 0 ? [{ pelletLotId: lot.id, trimId: id, kg: lotGrams / 1000 }] : []
    })
  })
}
