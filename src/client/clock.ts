/**
 * The server's clock as this phone knows it. A phone may be a day off; what people state, and what is due or open now, goes by
 * this. Ages of what lies on the phone, and waiting, go by the phone's own clock.
 */
let offset = 0
const listeners = new Set<() => void>()
/** Steps smaller than this, ms, redraw nothing: the measurement itself is no better. */
const STEP = 1000

/** Now, ms since 1970. The phone's own clock until the store is open, or where the server was never heard. */
export const plantNow = (): number => Date.now() + offset
/** Now as moments travel, ISO 8601 UTC. */
export const plantMoment = (): string => new Date(plantNow()).toISOString()

/** What the phone's own clock lacks, ms: negative where it is fast, 0 until it was measured. */
export const clockOffset = (): number => offset

/** The store reports what to add to the phone's clock, ms. */
export function reportOffset(measured: number): void {
  const stepped = Math.abs(measured - offset) >= STEP
  offset = measured
  if (stepped) for (const listener of listeners) listener()
}
/** Calls back when the clock was found to be off. Answers an undo. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
