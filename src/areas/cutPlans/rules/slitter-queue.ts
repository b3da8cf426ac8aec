/** Work that slitters do before a cut plan: running cuttings and queued cuts. Widths in mm, lengths in m. */
import { countSetsInLength, sumCutMetres } from './cut-metrics'
import type { SlitterSpec } from './cut-plan-types'
import { MS_PER_MINUTE, calculateCutMinutes } from './schedule-cuts'

/** A running or queued cut of a slitter, which a new plan does not change. */
export interface QueuedCut {
  readonly slitterId: string
  readonly jumboId: string | null
  readonly sets: number
  readonly length: number
  readonly lanes: readonly { readonly width: number; readonly count: number; readonly orderId: string | null }[]
}
/**
 * Returns how many sets a running cutting still has to cut: the sets of its queue line less the sets already cut
 * (`cutting.sets`). The result is limited by the metres of the jumbo that are not reserved for its queued cuts.
 * @param queueLine the line of the slitter's queue that was started; null if the cutting was started without one
 */
export function countRemainingSets(
  cutting: { readonly lengthM: number | null; readonly sets: number },
  jumbo: { readonly leftM: number },
  queueLine: { readonly sets: number | null } | null,
  queuedCutsOfJumbo: Parameters<typeof sumCutMetres>[0],
): number {
  if (!cutting.lengthM) return 0
  const setsOnJumbo = countSetsInLength(jumbo.leftM - sumCutMetres(queuedCutsOfJumbo), cutting.lengthM)
  return Math.max(0, Math.min(setsOnJumbo, queueLine?.sets ? queueLine.sets - cutting.sets : Infinity))
}
/** Returns the rolls that queued cuts will yield for each order, by width. */
export function countQueuedRolls(queuedCuts: readonly QueuedCut[]): Map<string, Map<number, number>> {
  const rollsByOrder = new Map<string, Map<number, number>>()
  for (const { sets, lanes } of queuedCuts)
    for (const { width, count, orderId } of lanes) {
      if (orderId === null) continue
      const rolls = rollsByOrder.get(orderId) ?? new Map<number, number>()
      rollsByOrder.set(orderId, rolls.set(width, (rolls.get(width) ?? 0) + sets * count))
    }
  return rollsByOrder
}
/**
 * Returns when a slitter finishes its queue, in ms since 1970. The running cut takes no set-up time, because knives and
 * jumbo are already in place.
 */
export function estimateQueueEnd(
  now: number,
  runningCut: QueuedCut | null,
  waitingCuts: readonly QueuedCut[],
  slitter: SlitterSpec,
): number {
  let minutes = runningCut ? calculateCutMinutes(runningCut, runningCut, slitter) : 0
  let previousCut: QueuedCut | null = runningCut
  for (const cut of waitingCuts) {
    minutes += calculateCutMinutes(cut, previousCut, slitter)
    previousCut = cut
  }
  return Math.round(now + minutes * MS_PER_MINUTE)
}
