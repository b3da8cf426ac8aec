/** Stops found from a line's speed. Times in ms since 1970, speeds in m/min. */

export interface SpeedReading {
  readonly at: number
  readonly speed: number
}
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
export interface DetectedStop {
  readonly startsAt: number
  /** Null while the line stands. */ readonly endsAt: number | null
}

/**
 * Stops in a row of readings, in order of time. `open` is the stop that was open before the first reading.
 * Silence neither opens nor closes a stop: a broken sensor is no broken web.
 */
export function detectStops(
  readings: readonly SpeedReading[],
  open: DetectedStop | null,
  limits: DetectionLimits = usualLimits,
): DetectedStop[] {
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

export interface StoredStop {
  readonly id: string
  readonly startsAt: number
  readonly endsAt: number | null
  /** Found from the speed, and neither explained nor of a repair: the speed alone decides about it. */
  readonly free: boolean
}
export interface StopChanges {
  readonly add: DetectedStop[]
  readonly change: { id: string; startsAt: number; endsAt: number | null }[]
  readonly remove: string[]
}
/** A stop told by people and the one the speed shows may begin and end so far apart and still be one. */
export const SAME_STOP_MS = 10 * 60_000
const end = (stop: { endsAt: number | null }): number => stop.endsAt ?? Number.POSITIVE_INFINITY

/**
 * What has to change among the stored stops of a line so that they tell what the speed shows in `window`: one stop for
 * one standstill, whoever told of it. What people told keeps its times; left open, it ends when the line ran again. What
 * the speed shows beyond that is recorded by itself. Late readings may move, split and take back stops nobody explained.
 */
export function reconcileStops(
  detected: readonly DetectedStop[],
  stored: readonly StoredStop[],
  window: { from: number; to: number | null },
): StopChanges {
  const told = stored.filter((s) => !s.free).map((s) => (s.endsAt === null ? { ...s, endsAt: endOf(s, detected) } : s))
  const change = told
    .filter((s) => stored.find(({ id }) => id === s.id)!.endsAt !== s.endsAt)
    .map(({ id, startsAt, endsAt }) => ({ id, startsAt, endsAt }))
  const free = stored.filter((s) => s.free)
  const used = new Set<string>()
  const add: DetectedStop[] = []
  for (const piece of detected.flatMap((d) => uncovered(d, told))) {
    const same = free.find((s) => !used.has(s.id) && s.startsAt < end(piece) && piece.startsAt < end(s))
    if (!same) {
      add.push(piece)
      continue
    }
    used.add(same.id)
    if (same.startsAt !== piece.startsAt || same.endsAt !== piece.endsAt) change.push({ id: same.id, ...piece })
  }
  const remove = free
    .filter((s) => !used.has(s.id) && s.startsAt >= window.from && (window.to === null || s.startsAt < window.to))
    .map(({ id }) => id)
  return { add, change, remove }
}
/** When the line ran again after an open stop that people told of; null while it stands, or when the speed never showed that standstill. */
const endOf = (open: StoredStop, detected: readonly DetectedStop[]): number | null =>
  detected.find((d) => d.startsAt <= open.startsAt + SAME_STOP_MS && end(d) > open.startsAt)?.endsAt ?? null

/** The parts of a standstill that no told stop covers; crumbs beside one belong to it. */
function uncovered(stop: DetectedStop, told: readonly StoredStop[]): DetectedStop[] {
  const covering = told
    .filter((s) => s.startsAt < end(stop) && stop.startsAt < end(s))
    .sort((a, b) => a.startsAt - b.startsAt)
  if (covering.length === 0) return [stop]
  const parts: DetectedStop[] = []
  let from = stop.startsAt
  for (const s of covering) {
    if (s.startsAt - from >= SAME_STOP_MS) parts.push({ startsAt: from, endsAt: s.startsAt })
    from = Math.max(from, end(s))
  }
  if (end(stop) - from >= SAME_STOP_MS) parts.push({ startsAt: from, endsAt: stop.endsAt })
  return parts
}

/** Minutes after which a stop without a reason is asked after, again and again with the same pause. */
export const CHASE_AFTER_MIN = 10
const DAY_MIN = 24 * 60
/**
 * How often somebody should have been asked about a stop by now: for its reason every ten minutes of the first hour, then
 * every hour; and once a day about one that still stands, known why or not.
 */
export function chasesDue(
  stop: { startsAt: number; endsAt: number | null; reason: string | null },
  now: number,
): number {
  const standsMin = ((stop.endsAt ?? now) - stop.startsAt) / 60_000
  const forgotten = stop.endsAt === null ? Math.floor(standsMin / DAY_MIN) : 0
  if (stop.reason !== null) return forgotten
  if (standsMin < CHASE_AFTER_MIN) return 0
  const since = (now - stop.startsAt) / 60_000
  return Math.min(6, Math.floor(since / CHASE_AFTER_MIN)) + Math.max(0, Math.floor(since / 60) - 1)
}
