/** How the count of lots is stored, and which states of the hoppers are kept for a later count to go on from. Times in ms since 1970. */
import type { DosedKind } from './dosing'
import { toKg } from './hopper-queue'
import type { Allocation, LineState } from './lots-of-line'

const HOUR = 3_600_000
/** So far back every state is kept, as weights come late and scans from phones without a network; of the time before one in so many hours. */
export const EVERY_STATE_MS = 48 * HOUR
export const ONE_STATE_IN_MS = 8 * HOUR

/** States that a later count is likely to go on from: all of late, one of every few hours before, and the last. */
export function worthKeeping<S extends { readonly at: number }>(states: readonly S[], now: number): S[] {
  return states.filter(
    ({ at }, i) =>
      i === states.length - 1 ||
      at > now - EVERY_STATE_MS ||
      i === 0 ||
      Math.floor(at / ONE_STATE_IN_MS) !== Math.floor(states[i - 1]!.at / ONE_STATE_IN_MS),
  )
}
/** A state as it is stored. */
export function contentOf(state: LineState, kindOf: (materialId: string) => DosedKind) {
  const hoppers = [...state].filter(([, { materialId }]) => materialId !== null)
  return {
    layers: hoppers.flatMap(([hopperId, { layers }]) =>
      layers.map(({ feedId, lotId, materialId, grams }) => ({ hopperId, feedId, lotId, materialId, kg: toKg(grams) })),
    ),
    lastFed: hoppers.map(([hopperId, { materialId }]) => ({
      hopperId,
      materialId: materialId!,
      kind: kindOf(materialId!),
    })),
  }
}

export interface StoredLots {
  readonly lots: { hopperId: string | null; lotId: string | null; materialId: string; kg: number }[]
  readonly unknownKg: number
}
/** What a roll holds by lot and hopper, the most first. */
export function storedLots({ lots, unknownGrams }: Allocation): StoredLots {
  const by = new Map<string, { hopperId: string; lotId: string | null; materialId: string; grams: number }>()
  for (const { hopperId, lotId, materialId, grams } of lots) {
    const key = `${hopperId} ${lotId} ${materialId}`
    by.set(key, { hopperId, lotId, materialId, grams: grams + (by.get(key)?.grams ?? 0) })
  }
  return {
    lots: [...by]
      .sort(([a, one], [b, other]) => other.grams - one.grams || (a < b ? -1 : 1))
      .map(([, { grams, ...lot }]) => ({ ...lot, kg: toKg(grams) })),
    unknownKg: toKg(unknownGrams),
  }
}
