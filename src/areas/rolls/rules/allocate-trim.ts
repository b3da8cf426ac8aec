/**
 * Allocates trim and waste to the pellet lots made of it, as far as the plant's records allow. Moments are ms since
 * 1970.
 */

/** Trim, waste or a roll that goes to the pelletiser. */
export interface Trim {
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
  trims: readonly Trim[],
  lots: readonly MadePellets[],
  takenKg: ReadonlyMap<string, number> = new Map(),
): TrimInPellets[] {
  const pending = [...trims].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const made = [...lots].filter(({ kg }) => kg > 0).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const heap: { id: string; grams: number }[] = []
  const used: TrimInPellets[] = []
  let nextTrim = 0
  for (let first = 0; first < made.length;) {
    const { at } = made[first]!
    let last = first
    while (last < made.length && made[last]!.at === at) last++
    const group = made.slice(first, last)
    first = last
    const windowStart = heap.length
    for (; nextTrim < pending.length && pending[nextTrim]!.at < at; nextTrim++) {
      const { id, kg } = pending[nextTrim]!
      const grams = toGrams(kg - (takenKg.get(id) ?? 0))
      if (grams > 0) heap.push({ id, grams })
    }
    const wanted = group.reduce((sum, lot) => sum + toGrams(lot.kg), 0)
    const taken = takeFromHeap(heap, windowStart, wanted)
    used.push(...divideAmong(group, taken))
  }
  return used
}

/** Takes grams out of the heap: evenly from its entries since `windowStart`, then from older ones, the newest first. */
function takeFromHeap(heap: { id: string; grams: number }[], windowStart: number, wanted: number) {
  const taken: { id: string; grams: number }[] = []
  const inWindow = heap.slice(windowStart).reduce((sum, { grams }) => sum + grams, 0)
  const fromWindow = Math.min(wanted, inWindow)
  let [passed, given] = [0, 0]
  for (const entry of heap.slice(windowStart)) {
    passed += entry.grams
    // Rounding against the running total makes the sum come out exactly.
    const grams = Math.round((fromWindow * passed) / inWindow) - given
    if (grams <= 0) continue
    taken.push({ id: entry.id, grams })
    entry.grams -= grams
    given += grams
  }
  let left = wanted - fromWindow
  for (let i = windowStart - 1; i >= 0 && left > 0; i--) {
    const entry = heap[i]!
    const grams = Math.min(left, entry.grams)
    taken.push({ id: entry.id, grams })
    entry.grams -= grams
    left -= grams
  }
  const remaining = heap.filter(({ grams }) => grams > 0)
  heap.splice(0, heap.length, ...remaining)
  return taken
}

/** Divides the taken entries among lots in proportion to their mass, to the gram. */
function divideAmong(lots: readonly MadePellets[], taken: readonly { id: string; grams: number }[]): TrimInPellets[] {
  const total = lots.reduce((sum, { kg }) => sum + kg, 0)
  return taken.flatMap(({ id, grams }) => {
    let [weight, given] = [0, 0]
    return lots.flatMap((lot): TrimInPellets[] => {
      weight += lot.kg
      const until = Math.round((grams * weight) / total)
      const own = until - given
      given = until
      return own > 0 ? [{ pelletLotId: lot.id, trimId: id, kg: own / 1000 }] : []
    })
  })
}
const toGrams = (kg: number): number => Math.round(kg * 1000)
