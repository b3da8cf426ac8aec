/**
 * The server's clock as this phone knows it. A phone's clock may be a day off, so times that people enter and
 * everything due or open now use this clock. Ages of local data and timeouts use the phone's own clock.
 */
let offset = 0
const listeners = new Set<() => void>()
/** Smaller changes (ms) do not notify listeners: the measurement is no more precise. */
const STEP = 1000

/**
 * Returns the current time in ms since 1970. Equals the phone's clock until the store is open or if the server was
 * never reached.
 */
export const plantNow = (): number => Date.now() + offset
/** Returns the current time as sent on the wire, ISO 8601 UTC. */
export const plantMoment = (): string => new Date(plantNow()).toISOString()

/** Returns the offset to add to the phone's clock, ms: negative if it is fast, 0 until measured. */
export const clockOffset = (): number => offset

/** Sets the measured offset of the phone's clock, ms; called by the store. */
export function reportOffset(measured: number): void {
  const stepped = Math.abs(measured - offset) >= STEP
  offset = measured
  if (stepped) for (const listener of listeners) listener()
}
/** Calls back when the clock offset changes noticeably. Returns an unsubscribe function. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
