/** Work ahead of a cut plan: running cuttings and queued cuts of the slitters. Widths in mm, lengths in m. */
import { metresOf } from './metres'
import type { Slitter } from './orders'
import { MINUTE, minutesOf } from './sequence'

/** Sets that a slitter will cut without being planned again. */
export interface Ahead {
  readonly slitterId: string
  readonly jumboId: string | null
  readonly sets: number
  readonly length: number
  readonly lanes: readonly { readonly width: number; readonly count: number; readonly orderId: string | null }[]
}
/**
 * Returns the sets that a running cutting still has to cut: those of its queue line, else all that its jumbo holds
 * beyond its queued cuts.
 */
export function setsToCome(
  cutting: { readonly lengthM: number | null; readonly sets: number },
  jumbo: { readonly leftM: number },
  line: { readonly sets: number | null } | null,
  waitingOfJumbo: Parameters<typeof metresOf>[0],
): number {
  if (!cutting.lengthM) return 0
  const held = Math.floor((jumbo.leftM - metresOf(waitingOfJumbo)) / cutting.lengthM + 1e-9)
  return Math.max(0, Math.min(held, line?.sets ? line.sets - cutting.sets : Infinity))
}
/** Returns the rolls that queued cuts will yield for each order, by width. */
export function comingRolls(ahead: readonly Ahead[]): Map<string, Map<number, number>> {
  const coming = new Map<string, Map<number, number>>()
  for (const { sets, lanes } of ahead)
    for (const { width, count, orderId } of lanes) {
      if (orderId === null) continue
      const rolls = coming.get(orderId) ?? new Map<number, number>()
      coming.set(orderId, rolls.set(width, (rolls.get(width) ?? 0) + sets * count))
    }
  return coming
}
/** Returns when a slitter finishes its queue. Knives and jumbo are set up for the running cut. */
export function queueEnds(now: number, running: Ahead | null, waiting: readonly Ahead[], slitter: Slitter): number {
  let minutes = running ? minutesOf(running, running, slitter) : 0
  let before: Ahead | null = running
  for (const cut of waiting) {
    minutes += minutesOf(cut, before, slitter)
    before = cut
  }
  return Math.round(now + minutes * MINUTE)
}
