/** Detection of stops from a line's speed. Times in ms since 1970, speeds in m/min. */

export interface SpeedReading {
  readonly at: number
  readonly speed: number
}
export interface DetectionLimits {
  /** The line stands below this speed. */
  readonly standsBelow: number
  /**
   * The line runs from this speed on; between the two it keeps its state, so that a creeping line makes no series of
   * stops.
   */
  readonly runsFrom: number
  /** Shorter stops are not recorded. */
  readonly leastMs: number
  /** After a longer gap between readings the state of the line is unknown. */
  readonly silentMs: number
}
export const usualLimits: DetectionLimits = { standsBelow: 5, runsFrom: 20, leastMs: 60_000, silentMs: 5 * 60_000 }
export interface DetectedStop {
  readonly startsAt: number
  /** Null while the line stands. */ readonly endsAt: number | null
}

/**
 * Detects stops in readings. A gap in the readings neither opens nor closes a stop: a broken sensor is not a broken
 * web.
 * @param openStop stop that was open before the first reading
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
  /** Detected from speed, without explanation or repair: may be changed by the speed alone. */
  readonly free: boolean
}
export interface StopChanges {
  readonly add: DetectedStop[]
  readonly change: { id: string; startsAt: number; endsAt: number | null }[]
  readonly remove: string[]
}
/** Maximum difference between the times of a stop reported by people and a detected one that count as the same stop. */
export const SAME_STOP_MS = 10 * 60_000
const end = (stop: { endsAt: number | null }): number => stop.endsAt ?? Number.POSITIVE_INFINITY

/**
 * Returns the changes that align the stored stops of a line with the speed in `window`, so that each standstill is one
 * stop, whatever its source. Reported stops keep their times; if open, they end when the line ran again. Other detected
 * stops are added. Late readings may move, split and remove stops that nobody explained.
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
/**
 * Returns when the line ran again after an open reported stop; null while it stands, or if the speed never showed the
 * stop.
 */
const endOf = (open: StoredStop, detected: readonly DetectedStop[]): number | null =>
  detected.find((d) => d.startsAt <= open.startsAt + SAME_STOP_MS && end(d) > open.startsAt)?.endsAt ?? null

/** Returns the parts of a detected stop that no reported stop covers; short remainders next to one belong to it. */
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

/** Minutes until the first reminder for a stop without a reason, and between reminders in the first hour. */
export const CHASE_AFTER_MIN = 10
const DAY_MIN = 24 * 60
/**
 * Returns how many reminders should have been sent by now: for a missing reason every ten minutes in the first hour,
 * then hourly; once a day while the line stands, with or without a reason.
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
