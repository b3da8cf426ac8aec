/**
 * Storage format of the lot allocation, and the choice of hopper states to store as checkpoints. Times in ms since
 * 1970.
 */
import type { DosedKind } from './dosing'
import { toKg } from './hopper-queue'
import type { Allocation, LineState } from './lots-of-line'

const HOUR = 3_600_000
/**
 * Every state of this period is stored, because weights and scans from phones without a network arrive late. Before
 * that, one state per `STATE_INTERVAL_MS` is stored.
 */
export const EVERY_STATE_MS = 48 * HOUR
export const ONE_STATE_IN_MS = 8 * HOUR

/** Returns the states to store as starting points: all recent ones, one every few hours before, and the last. */
export function worthKeeping<S extends { readonly at: number }>(states: readonly S[], now: number): S[] {
  return states.filter(
    ({ at }, i) =>
      i === states.length - 1 ||
      at > now - EVERY_STATE_MS ||
      i === 0 ||
      Math.floor(at / ONE_STATE_IN_MS) !== Math.floor(states[i - 1]!.at / ONE_STATE_IN_MS),
  )
}
/** Returns a state in its storage format. */
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
/** Returns the content of a roll by lot and hopper, the largest mass first. */
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
