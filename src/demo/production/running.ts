/** Running times and standstills of a line: stops from repairs, failures and maintenance. Times in ms since 1970. */
import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import type { StopReason } from '@/plant/rules/stop-reasons'
import type { Era } from '../era'
import type { Dice } from '../random'

export interface Standing {
  readonly startsAt: number
  readonly endsAt: number
  readonly reason: StopReason
  readonly own: boolean
}

/** Failures: reason, relative frequency, median duration in minutes. */
const failures: readonly (readonly [StopReason, number, number])[] = [
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
const pmStops: readonly (readonly [StopReason, number, number])[] = [
  ['filterChange', 6, 55],
  ['dieScraping', 7, 35],
  ['spinneretChange', 32, 240],
  ['beltCleaning', 15, 150],
  ['maintenance', 30, 360],
]

const WEB_HOLDS = 3 * MINUTE_MS
/** True if the web must be rethreaded: a web that stands for more than three minutes cools down and breaks. */
export const breaksWeb = ({ startsAt, endsAt }: Pick<Standing, 'startsAt' | 'endsAt'>): boolean =>
  endsAt - startsAt > WEB_HOLDS

/**
 * Plans the stops of a line over the history, without overlaps.
 * @param repairs existing stops of repairs, which are included in the result
 */
export function ownStops(
  dice: Dice,
  era: Era,
  repairs: readonly { startedAt: string; endedAt?: string | null | undefined }[],
): Standing[] {
  const taken = repairs.map((stop): Standing => ({
    startsAt: toMillis(stop.startedAt),
    endsAt: stop.endedAt ? toMillis(stop.endedAt) : era.now,
    reason: 'mechanical',
    own: false,
  }))
  const wanted: Standing[] = []
  const add = (reason: StopReason, at: number, minutes: number) =>
    wanted.push({ startsAt: at, endsAt: at + Math.max(4, minutes) * MINUTE_MS, reason, own: true })
  for (let at = era.from + dice.exponential(14 * HOUR_MS); at < era.now; at += dice.exponential(14 * HOUR_MS)) {
    const [reason, , median] = dice.weighted(failures.map((f) => [f, f[1]] as const))
    add(reason, at, dice.lognormal(median, 0.6))
  }
  for (const [reason, days, minutes] of pmStops)
    for (
      let at = era.from + dice.between(1, days) * DAY_MS;
      at < era.now;
      at += dice.normal(days, days * 0.12) * DAY_MS
    )
      add(reason, at, dice.normal(minutes, minutes * 0.15))
  return [...taken, ...clear(wanted, taken, era)].sort((a, b) => a.startsAt - b.startsAt)
}
/** Returns the stops that are at least a quarter of an hour away from all others. */
function clear(wanted: readonly Standing[], taken: readonly Standing[], era: Era): Standing[] {
  const kept: Standing[] = []
  const all = [...wanted, ...taken].sort((a, b) => a.startsAt - b.startsAt)
  let until = 0
  for (const [i, stop] of all.entries()) {
    const next = all.slice(i + 1, i + 6).find((other) => !other.own)
    const free = stop.startsAt > until + 15 * MINUTE_MS && !(next && next.startsAt < stop.endsAt + 15 * MINUTE_MS)
    if (stop.own && free && stop.endsAt < era.now - 5 * MINUTE_MS) kept.push(stop)
    if (!stop.own || free) until = Math.max(until, stop.endsAt)
  }
  return kept
}

/** Clock of a line that only counts running time. Must be queried in chronological order. */
export class Running {
  private at = 0
  constructor(private readonly stops: readonly Standing[]) {}
  /** Returns the moment at which the line has run for some minutes since `from`, stops excluded. */
  until(from: number, minutes: number): number {
    let left = minutes * MINUTE_MS
    let now = this.past(from)
    for (let i = this.at; ; i++) {
      const stop = this.stops[i]
      if (!stop || stop.startsAt >= now + left) return now + left
      if (stop.endsAt <= now) continue
      left -= Math.max(0, stop.startsAt - now)
      now = Math.max(now, stop.endsAt)
    }
  }
  /** Returns the start of the next stop at or after a moment; Infinity if there is none. */
  next(moment: number): number {
    return this.stops.find(({ startsAt }) => startsAt >= moment)?.startsAt ?? Infinity
  }
  /** Counts the stops between two moments that break the web; each leaves a splice in the roll on the winder. */
  breaks(from: number, to: number): number {
    let breaks = 0
    for (let i = this.at; (this.stops[i]?.startsAt ?? Infinity) < to; i++) {
      const stop = this.stops[i]!
      if (stop.startsAt > from && breaksWeb(stop)) breaks += 1
    }
    return breaks
  }
  /** Returns the moment itself, or the end of the stop that contains it. */
  past(moment: number): number {
    while ((this.stops[this.at]?.endsAt ?? Infinity) < moment - DAY_MS) this.at++
    let now = moment
    for (let i = this.at; (this.stops[i]?.startsAt ?? Infinity) <= now; i++)
      now = Math.max(now, this.stops[i]?.endsAt ?? now)
    return now
  }
}
