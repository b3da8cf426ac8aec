/**
 * Allocates trim and waste to the pellet lots made of it, as far as the plant's records allow. Moments are ms since
 * 1970.
 */

/** Trim, waste or a roll that goes to the pelletiser. */
export interface TrimSource {
  readonly id: string
  readonly at: number
  readonly kg: number
}
/** A pellet lot whose sources are unknown. */
export interface MadePellets {
  readonly id: string
  readonly at: number
  readonly kg: number
}
export interface TrimInPellets {
  readonly pelletLotId: string
  readonly trimId: string
  readonly kg: number
}

/**
 * Allocates to each pellet lot the trim that arose since the previous lot. If there is more than the lot weighs, every
 * entry contributes proportionally; if there is less, the lot takes older unused trim, newest first. Lots made at the
 * same moment share. No trim is used before it arose, and none is used twice.
 * @param takenKg kilograms by trim id that are already known to be in other pellet lots
 */
export function allocateTrim(
  trims: readonly TrimSource[],
  lots: readonly MadePellets[],
  takenKg: ReadonlyMap<string, number> = new Map(),
): TrimInPellets[] {
  const sortedTrims = [...trims].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const sortedLots = [...lots].filter(({ kg }) => kg > 0).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const heap: { id: string; grams: number }[] = []
  const allocations: TrimInPellets[] = []
  let nextTrim = 0
  for (let firstInGroup = 0; firstInGroup < sortedLots.length;) {
    const { at } = sortedLots[firstInGroup]!
    let groupEnd = firstInGroup
    while (groupEnd < sortedLots.length && sortedLots[groupEnd]!.at === at) groupEnd++
    const group = sortedLots.slice(firstInGroup, groupEnd)
    firstInGroup = groupEnd
    const windowStart = heap.length
    for (; nextTrim < sortedTrims.length && sortedTrims[nextTrim]!.at < at; nextTrim++) {
      const { id, kg } = sortedTrims[nextTrim]!
      const grams = toGrams(kg - (takenKg.get(id) ?? 0))
      if (grams > 0) heap.push({ id, grams })
    }
    const wantedGrams = group.reduce((sum, lot) => sum + toGrams(lot.kg), 0)
    const takenEntries = takeFromHeap(heap, windowStart, wantedGrams)
    allocations.push(...divideAmongLots(group, takenEntries))
  }
  return allocations
}

/** Takes grams out of the heap: evenly from its entries since `windowStart`, then from older ones, the newest first. */
function takeFromHeap(heap: { id: string; grams: number }[], windowStart: number, wantedGrams: number) {
  const takenEntries: { id: string; grams: number }[] = []
  const windowGrams = heap.slice(windowStart).reduce((sum, { grams }) => sum + grams, 0)
  const gramsFromWindow = Math.min(wantedGrams, windowGrams)
  let [passedGrams, givenGrams] = [0, 0]
  for (const entry of heap.slice(windowStart)) {
    passedGrams += entry.grams
    // Rounding against the running total makes the sum come out exactly.
    const grams = Math.round((gramsFromWindow * passedGrams) / windowGrams) - givenGrams
    if (grams <= 0) continue
    takenEntries.push({ id: entry.id, grams })
    entry.grams -= grams
    givenGrams += grams
  }
  let missingGrams = wantedGrams - gramsFromWindow
  for (let i = windowStart - 1; i >= 0 && missingGrams > 0; i--) {
    const entry = heap[i]!
    const grams = Math.min(missingGrams, entry.grams)
    takenEntries.push({ id: entry.id, grams })
    entry.grams -= grams
    missingGrams -= grams
  }
  const remaining = heap.filter(({ grams }) => grams > 0)
  heap.splice(0, heap.length, ...remaining)
  return takenEntries
}

/** Divides the taken entries among lots in proportion to their mass, to the gram. */
function divideAmongLots(
  lots: readonly MadePellets[],
  takenEntries: readonly { id: string; grams: number }[],
): TrimInPellets[] {
  const totalKg = lots.reduce((sum, { kg }) => sum + kg, 0)
  return takenEntries.flatMap(({ id, grams }) => {
    let [passedKg, givenGrams] = [0, 0]
    return lots.flatMap((lot): TrimInPellets[] => {
      passedKg += lot.kg
      const gramsSoFar = Math.round((grams * passedKg) / totalKg)
      const lotGrams = gramsSoFar - givenGrams
      givenGrams = gramsSoFar
      return lotGrams > 0 ? [{ pelletLotId: lot.id, trimId: id, kg: lotGrams / 1000 }] : []
    })
  })
}
const toGrams = (kg: number): number => Math.round(kg * 1000)
