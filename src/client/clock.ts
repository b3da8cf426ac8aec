import { useEffect, useState } from 'react'

/**
 * The server's clock as this phone knows it. A phone's clock may be a day off. Therefore this clock gives the times
 * that people enter and decides what is due or open now. Ages of local data and timeouts use the phone's own clock.
 */
let offsetMs = 0
const listeners = new Set<() => void>()
/** Smaller changes (ms) do not notify listeners: the measurement is no more precise. */
const MIN_NOTIFIED_CHANGE_MS = 1000

/**
 * Returns the current time in ms since 1970. Equals the phone's clock until the store is open or if the server was
 * never reached.
 */
export const getPlantNow = (): number => Date.now() + offsetMs
/** Returns the current time as sent on the wire, ISO 8601 UTC. */
export const getPlantMoment = (): string => new Date(getPlantNow()).toISOString()

/** Returns the offset to add to the phone's clock, ms: negative if it is fast, 0 until measured. */
export const getClockOffset = (): number => offsetMs

/** Sets the measured offset of the phone's clock, ms; called by the store. */
export function setClockOffset(measuredOffsetMs: number): void {
  const isNoticeable = Math.abs(measuredOffsetMs - offsetMs) >= MIN_NOTIFIED_CHANGE_MS
  offsetMs = measuredOffsetMs
  if (isNoticeable) for (const listener of listeners) listener()
}
/** Calls back when the clock offset changes noticeably. Returns an unsubscribe function. */
export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the plant time in ms, updated every `intervalMs` (default 30 s) and when the clock offset changes. */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(getPlantNow)
  useEffect(() => {
    const update = () => setNow(getPlantNow())
    const timer = setInterval(update, intervalMs)
    const unsubscribe = subscribeToClock(update)
    update() // the store may have been opened since the first render
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [intervalMs])
  return now
}
