/** Detection of stops from a line's speed. Times in ms since 1970, speeds in m/min. */

export interface SpeedReading {
  readonly at: number
  readonly speed: number
}
export interface DetectionLimits {
  /** The line stands below this speed. */
  readonly stoppedBelow: number
  /**
   * The line runs from this speed on. Between the two speeds it keeps its state, so that a creeping line makes no series
   * of stops.
   */
  readonly runningFrom: number
  /** Shorter stops are not recorded. */
  readonly minStopMs: number
  /** After a longer gap between readings the state of the line is unknown. */
  readonly maxGapMs: number
}
export const DEFAULT_DETECTION_LIMITS: DetectionLimits = {
  stoppedBelow: 5,
  runningFrom: 20,
  minStopMs: 60_000,
  maxGapMs: 5 * 60_000,
}
export interface DetectedStop {
  readonly startsAt: number
  /** Null while the line stands. */
  readonly endsAt: number | null
}

/**
 * Detects stops in readings. A gap in the readings neither opens nor closes a stop, because the cause may be a broken
 * sensor.
 * @param openStop stop that was open before the first reading
 */
export function detectStops(
  readings: readonly SpeedReading[],
  openStop: DetectedStop | null,
  limits: DetectionLimits = DEFAULT_DETECTION_LIMITS,
): DetectedStop[] {
  const stops: DetectedStop[] = []
  let stoppedSince = openStop?.startsAt ?? null
  let isConfirmed = openStop !== null
  let lastReadingAt: number | null = null
  for (const { at, speed } of [...readings].sort((a, b) => a.at - b.at)) {
    if (!Number.isFinite(speed)) continue
    if (stoppedSince !== null && !isConfirmed && lastReadingAt !== null && at - lastReadingAt > limits.maxGapMs)
      stoppedSince = null
    if (speed < limits.stoppedBelow) stoppedSince ??= at
    else if (speed >= limits.runningFrom && stoppedSince !== null) {
      if (isConfirmed || at - stoppedSince >= limits.minStopMs) stops.push({ startsAt: stoppedSince, endsAt: at })
      stoppedSince = null
      isConfirmed = false
    }
    if (stoppedSince !== null && !isConfirmed && at - stoppedSince >= limits.minStopMs) isConfirmed = true
    lastReadingAt = at
  }
  if (stoppedSince !== null && isConfirmed) stops.push({ startsAt: stoppedSince, endsAt: null })
  return stops
}

export interface StoredStop {
  readonly id: string
  readonly startsAt: number
  readonly endsAt: number | null
  /** Detected from speed, without explanation or repair: later readings of the speed may change it. */
  readonly isAutomatic: boolean
}
export interface StopChanges {
  readonly additions: DetectedStop[]
  readonly changes: { id: string; startsAt: number; endsAt: number | null }[]
  readonly removedIds: string[]
}
/** Maximum difference between the times of a stop reported by people and a detected one that count as the same stop. */
export const SAME_STOP_TOLERANCE_MS = 10 * 60_000
const getEndMillis = (stop: { endsAt: number | null }): number => stop.endsAt ?? Number.POSITIVE_INFINITY

/**
 * Returns the changes that align the stored stops of a line with the speed in `window`, so that each standstill is one
 * stop, whatever its source. Reported stops keep their times; if open, they end when the line ran again. Other detected
 * stops are added. Late readings may move, split and remove stops that nobody explained.
 */
export function reconcileStops(
  detectedStops: readonly DetectedStop[],
  storedStops: readonly StoredStop[],
  window: { from: number; to: number | null },
): StopChanges {
  const reportedStops = storedStops
    .filter((storedStop) => !storedStop.isAutomatic)
    .map((storedStop) =>
      storedStop.endsAt === null ? { ...storedStop, endsAt: findDetectedEnd(storedStop, detectedStops) } : storedStop,
    )
  const changes = reportedStops
    .filter((storedStop) => storedStops.find(({ id }) => id === storedStop.id)!.endsAt !== storedStop.endsAt)
    .map(({ id, startsAt, endsAt }) => ({ id, startsAt, endsAt }))
  const automaticStops = storedStops.filter((storedStop) => storedStop.isAutomatic)
  const matchedIds = new Set<string>()
  const additions: DetectedStop[] = []
  for (const uncoveredStop of detectedStops.flatMap((detectedStop) =>
    subtractReportedStops(detectedStop, reportedStops),
  )) {
    const matchingStop = automaticStops.find(
      (storedStop) =>
        !matchedIds.has(storedStop.id) &&
        storedStop.startsAt < getEndMillis(uncoveredStop) &&
        uncoveredStop.startsAt < getEndMillis(storedStop),
    )
    if (!matchingStop) {
      additions.push(uncoveredStop)
      continue
    }
    matchedIds.add(matchingStop.id)
    if (matchingStop.startsAt !== uncoveredStop.startsAt || matchingStop.endsAt !== uncoveredStop.endsAt)
      changes.push({ id: matchingStop.id, ...uncoveredStop })
  }
  const removedIds = automaticStops
    .filter(
      (storedStop) =>
        !matchedIds.has(storedStop.id) &&
        storedStop.startsAt >= window.from &&
        (window.to === null || storedStop.startsAt < window.to),
    )
    .map(({ id }) => id)
  return { additions, changes, removedIds }
}
/**
 * Returns when the line ran again after an open reported stop; null while it stands, or if the speed never showed the
 * stop.
 */
const findDetectedEnd = (reportedStop: StoredStop, detectedStops: readonly DetectedStop[]): number | null =>
  detectedStops.find(
    (detectedStop) =>
      detectedStop.startsAt <= reportedStop.startsAt + SAME_STOP_TOLERANCE_MS &&
      getEndMillis(detectedStop) > reportedStop.startsAt,
  )?.endsAt ?? null

/**
 * Returns the parts of a detected stop that no reported stop covers. A short part next to a reported stop belongs to
 * that stop.
 */
function subtractReportedStops(stop: DetectedStop, reportedStops: readonly StoredStop[]): DetectedStop[] {
  const overlappingStops = reportedStops
    .filter((reportedStop) => reportedStop.startsAt < getEndMillis(stop) && stop.startsAt < getEndMillis(reportedStop))
    .sort((a, b) => a.startsAt - b.startsAt)
  if (overlappingStops.length === 0) return [stop]
  const remainingParts: DetectedStop[] = []
  let partStart = stop.startsAt
  for (const reportedStop of overlappingStops) {
    if (reportedStop.startsAt - partStart >= SAME_STOP_TOLERANCE_MS)
      remainingParts.push({ startsAt: partStart, endsAt: reportedStop.startsAt })
    partStart = Math.max(partStart, getEndMillis(reportedStop))
  }
  if (getEndMillis(stop) - partStart >= SAME_STOP_TOLERANCE_MS)
    remainingParts.push({ startsAt: partStart, endsAt: stop.endsAt })
  return remainingParts
}

/** Minutes until the first reminder for a stop without a reason, and between reminders in the first hour. */
export const REMINDER_INTERVAL_MIN = 10
const DAY_MIN = 24 * 60
const REMINDERS_IN_FIRST_HOUR = 60 / REMINDER_INTERVAL_MIN
/**
 * Returns how many reminders should have been sent by now. Without a reason a reminder is due every ten minutes in the
 * first hour, then hourly, unless the stop lasted less than ten minutes. With a reason a reminder is due once a day
 * while the line stands.
 */
export function countRemindersDue(
  stop: { startsAt: number; endsAt: number | null; reason: string | null },
  nowMs: number,
): number {
  const stoppedMin = ((stop.endsAt ?? nowMs) - stop.startsAt) / 60_000
  const dailyReminders = stop.endsAt === null ? Math.floor(stoppedMin / DAY_MIN) : 0
  if (stop.reason !== null) return dailyReminders
  if (stoppedMin < REMINDER_INTERVAL_MIN) return 0
  const minutesSinceStart = (nowMs - stop.startsAt) / 60_000
  return (
    Math.min(REMINDERS_IN_FIRST_HOUR, Math.floor(minutesSinceStart / REMINDER_INTERVAL_MIN)) +
    Math.max(0, Math.floor(minutesSinceStart / 60) - 1)
  )
}
