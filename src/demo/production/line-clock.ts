/** Running times and standstills of a line: stops from repairs, failures and maintenance. Times in ms since 1970. */
import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import type { StopReason } from '@/plant/rules/stop-reasons'
import type { Era } from '../era'
import type { Dice } from '../random'

export interface LineStandstill {
  readonly startsAt: number
  readonly endsAt: number
  readonly reason: StopReason
  readonly needsRow: boolean
}

/** Failures: reason, relative frequency, median duration in minutes. */
const failureSpecs: readonly (readonly [StopReason, number, number])[] = [
  ['webBreak', 30, 14],
  ['rollWrap', 16, 28],
  ['drip', 14, 16],
  ['winding', 12, 12],
  ['bonding', 6, 35],
  ['blower', 4, 40],
  ['electrical', 5, 30],
  ['rawMaterial', 3, 25],
  ['quality', 6, 20],
  ['mechanical', 4, 45],
]
/** Regular stops: reason, interval in days, duration in minutes. */
const pmStopSpecs: readonly (readonly [StopReason, number, number])[] = [
  ['filterChange', 6, 55],
  ['dieScraping', 7, 35],
  ['spinneretChange', 32, 240],
  ['beltCleaning', 15, 150],
  ['maintenance', 30, 360],
]

const MAX_WEB_HOLD_MS = 3 * MINUTE_MS
/** True if the web must be rethreaded: a web that stands for more than three minutes cools down and breaks. */
export const needsRethreading = ({ startsAt, endsAt }: Pick<LineStandstill, 'startsAt' | 'endsAt'>): boolean =>
  endsAt - startsAt > MAX_WEB_HOLD_MS

/**
 * Plans the stops of a line over the history, without overlaps.
 * @param repairs existing stops of repairs, which are included in the result
 */
export function planStops(
  dice: Dice,
  era: Era,
  repairs: readonly { startedAt: string; endedAt?: string | null | undefined }[],
): LineStandstill[] {
  const repairStops = repairs.map((stop): LineStandstill => ({
    startsAt: toMillis(stop.startedAt),
    endsAt: stop.endedAt ? toMillis(stop.endedAt) : era.now,
    reason: 'mechanical',
    needsRow: false,
  }))
  const candidates: LineStandstill[] = []
  const addCandidate = (reason: StopReason, at: number, minutes: number) =>
    candidates.push({ startsAt: at, endsAt: at + Math.max(4, minutes) * MINUTE_MS, reason, needsRow: true })
  for (let at = era.from + dice.exponential(14 * HOUR_MS); at < era.now; at += dice.exponential(14 * HOUR_MS)) {
    const [reason, , median] = dice.pickWeighted(failureSpecs.map((f) => [f, f[1]] as const))
    addCandidate(reason, at, dice.lognormal(median, 0.6))
  }
  for (const [reason, days, minutes] of pmStopSpecs)
    for (
      let at = era.from + dice.between(1, days) * DAY_MS;
      at < era.now;
      at += dice.normal(days, days * 0.12) * DAY_MS
    )
      addCandidate(reason, at, dice.normal(minutes, minutes * 0.15))
  return [...repairStops, ...selectFreeStops(candidates, repairStops, era)].sort((a, b) => a.startsAt - b.startsAt)
}
/** Returns the stops that are at least a quarter of an hour away from all others. */
function selectFreeStops(
  candidates: readonly LineStandstill[],
  repairStops: readonly LineStandstill[],
  era: Era,
): LineStandstill[] {
  const selected: LineStandstill[] = []
  const all = [...candidates, ...repairStops].sort((a, b) => a.startsAt - b.startsAt)
  let busyUntil = 0
  for (const [i, stop] of all.entries()) {
    const next = all.slice(i + 1, i + 6).find((other) => !other.needsRow)
    const isFree = stop.startsAt > busyUntil + 15 * MINUTE_MS && !(next && next.startsAt < stop.endsAt + 15 * MINUTE_MS)
    if (stop.needsRow && isFree && stop.endsAt < era.now - 5 * MINUTE_MS) selected.push(stop)
    if (!stop.needsRow || isFree) busyUntil = Math.max(busyUntil, stop.endsAt)
  }
  return selected
}

/** Clock of a line that only counts running time. Must be queried in chronological order. */
export class LineClock {
  private firstIndex = 0
  constructor(private readonly stops: readonly LineStandstill[]) {}
  /** Returns the moment at which the line has run for some minutes since `from`, stops excluded. */
  getRunEnd(from: number, minutes: number): number {
    let remainingMs = minutes * MINUTE_MS
    let now = this.getTimeAfterStop(from)
    for (let i = this.firstIndex; ; i++) {
      const stop = this.stops[i]
      if (!stop || stop.startsAt >= now + remainingMs) return now + remainingMs
      if (stop.endsAt <= now) continue
      remainingMs -= Math.max(0, stop.startsAt - now)
      now = Math.max(now, stop.endsAt)
    }
  }
  /** Returns the start of the next stop at or after a moment; Infinity if there is none. */
  getNextStop(moment: number): number {
    return this.stops.find(({ startsAt }) => startsAt >= moment)?.startsAt ?? Infinity
  }
  /** Counts the stops between two moments that break the web; each leaves a splice in the roll on the winder. */
  webBreaks(from: number, to: number): number {
    let webBreaks = 0
    for (let i = this.firstIndex; (this.stops[i]?.startsAt ?? Infinity) < to; i++) {
      const stop = this.stops[i]!
      if (stop.startsAt > from && needsRethreading(stop)) webBreaks += 1
    }
    return webBreaks
  }
  /** Returns the moment itself, or the end of the stop that contains it. */
  getTimeAfterStop(moment: number): number {
    while ((this.stops[this.firstIndex]?.endsAt ?? Infinity) < moment - DAY_MS) this.firstIndex++
    let now = moment
    for (let i = this.firstIndex; (this.stops[i]?.startsAt ?? Infinity) <= now; i++)
      now = Math.max(now, this.stops[i]?.endsAt ?? now)
    return now
  }
}
