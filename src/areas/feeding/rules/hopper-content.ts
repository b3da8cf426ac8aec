/**
 * Storage format of the lot allocation, and the choice of hopper states to store as checkpoints. Times in ms since
 * 1970.
 */
import type { DosedKind } from './dosing'
import type { Allocation, LineHopperStates } from './allocate-lots'
import type { FeedLayer } from './hopper-queue'
import { HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { toKg } from '@/plant/rules/quantity'

/**
 * All states younger than this age are stored, because weights and scans from phones without a network arrive late. For
 * older states, one per `STATE_INTERVAL_MS` is stored.
 */
export const KEEP_ALL_STATES_MS = 48 * HOUR_MS
export const STATE_INTERVAL_MS = 8 * HOUR_MS

/** Selects the states to store as checkpoints: all recent states, one older state per interval, and the last state. */
export function selectStatesToStore<S extends { readonly at: number }>(states: readonly S[], now: number): S[] {
  return states.filter(
    ({ at }, index) =>
      index === states.length - 1 ||
      at > now - KEEP_ALL_STATES_MS ||
      index === 0 ||
      Math.floor(at / STATE_INTERVAL_MS) !== Math.floor(states[index - 1]!.at / STATE_INTERVAL_MS),
  )
}
/** Converts the content of the hoppers of a line to its storage format, masses in kg. */
export function toStoredContent(state: LineHopperStates, getKind: (materialId: string) => DosedKind) {
  const toLayer = (hopperId: string, { feedId, lotId, materialId, grams }: FeedLayer, returnsAt: string | null) => ({
    hopperId,
    feedId,
    lotId,
    materialId,
    kg: toKg(grams),
    returnsAt,
  })
  const hoppers = [...state].filter(([, { materialId }]) => materialId !== null)
  return {
    layers: [...state].flatMap(([hopperId, { layers, returning = [] }]) => [
      ...layers.map((layer) => toLayer(hopperId, layer, null)),
      ...returning.map(({ at, ...layer }) => toLayer(hopperId, layer, toMoment(at))),
    ]),
    lastFed: hoppers.map(([hopperId, { materialId }]) => ({
      hopperId,
      materialId: materialId!,
      kind: getKind(materialId!),
    })),
  }
}

export interface StoredLots {
  readonly lots: { hopperId: string | null; lotId: string | null; materialId: string; kg: number }[]
  readonly unknownKg: number
}
/** Returns the content of a roll by lot and hopper, the largest mass first. */
export function toStoredLots({ lots, unknownGrams }: Allocation): StoredLots {
  const sumsByLot = new Map<string, { hopperId: string; lotId: string | null; materialId: string; grams: number }>()
  for (const { hopperId, lotId, materialId, grams } of lots) {
    const key = `${hopperId} ${lotId} ${materialId}`
    sumsByLot.set(key, { hopperId, lotId, materialId, grams: grams + (sumsByLot.get(key)?.grams ?? 0) })
  }
  return {
    lots: [...sumsByLot]
      .sort(([keyA, lotA], [keyB, lotB]) => lotB.grams - lotA.grams || (keyA < keyB ? -1 : 1))
      .map(([, { grams, ...lot }]) => ({ ...lot, kg: toKg(grams) })),
    unknownKg: toKg(unknownGrams),
  }
}
