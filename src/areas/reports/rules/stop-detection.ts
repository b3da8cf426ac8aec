/** Stops found from a line's speed. Times in ms since 1970, speeds in m/min. */

export interface SpeedReading { readonly at: number; readonly speed: number }
export interface DetectionLimits {
  /** Below this the line stands. */
  readonly standsBelow: number
  /** At or above this it runs again; between the two it stays what it was, so that a creeping line makes no row of stops. */
  readonly runsFrom: number
  /** Shorter stops are not recorded. */
  readonly leastMs: number
  /** Without a reading for so long nothing is known: neither a stop nor a run. */
  readonly silentMs: number
}
export const usualLimits: DetectionLimits = { standsBelow: 5, runsFrom: 20, leastMs: 60_000, silentMs: 5 * 60_000 }
export interface DetectedStop { readonly startsAt: number; /** Null while the line stands. */ readonly endsAt: number | null }

/**
 * Stops in a row of readings, in order of time. `open` is the stop that was open before the first reading.
 * Silence neither opens nor closes a stop: a broken sensor is no broken web.
 */
export function detectStops(readings: readonly SpeedReading[], open: DetectedStop | null, limits: DetectionLimits = usualLimits): DetectedStop[] {
  const stops: DetectedStop[] = []
  let since = open?.startsAt ?? null
  let known = open !== null
  let last: number | null = null
  for (const { at, speed } of [...readings].sort((a, b) => a.at - b.at)) {
    if (!Number.isFinite(speed)) continue
    if (since !== null && !known && last !== null && at - last > limits.silentMs) since = null
    if (speed < limits.standsBelow) since ??= at
    else if (speed >= limits.runsFrom && since !== null) {
      if (known || at - since >= limits.leastMs) stops.push({ startsAt: since, endsAt: at })
      since = null
      known = false
    }
    if (since !== null && !known && at - since >= limits.leastMs) known = true
    last = at
  }
  if (since !== null && known) stops.push({ startsAt: since, endsAt: null })
  return stops
}

/** Minutes after which a stop without a reason is asked after, again and again with the same pause. */
export const CHASE_AFTER_MIN = 10
/** How often an open or unexplained stop should have been asked after by now. */
export function chasesDue(stop: { startsAt: number; endsAt: number | null; reason: string | null }, now: number): number {
  if (stop.reason !== null) return 0
  const standsMin = ((stop.endsAt ?? now) - stop.startsAt) / 60_000
  if (standsMin < CHASE_AFTER_MIN) return 0
  return Math.min(6, Math.floor((now - stop.startsAt) / 60_000 / CHASE_AFTER_MIN))
}
