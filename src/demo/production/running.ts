/** When a line runs and when it stands: stops from repairs, changes of order and what else goes wrong. Times in ms since 1970. */
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
const pmStops: readonly (readonly [StopReason, number, number])[] = [
  ['filterChange', 6, 55],
  ['dieScraping', 7, 35],
  ['spinneretChange', 32, 240],
  ['beltCleaning', 15, 150],
  ['maintenance', 30, 360],
]

const WEB_HOLDS = 3 * MINUTE_MS
/** A web that stands for longer than minutes cools down and breaks: it is threaded anew, whatever the line stood for. */
export const breaksWeb = ({ startsAt, endsAt }: Pick<Standing, 'startsAt' | 'endsAt'>): boolean =>
  endsAt - startsAt > WEB_HOLDS

/** Stops of a line over the era beside those of its repairs, none over another. @param repairs stops that are there already */
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
/** Those that lie over no other, and over a quarter of an hour away from it. */
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

/** The clock of a line that only counts while it runs. Asked in order of time. */
export class Running {
  private at = 0
  constructor(private readonly stops: readonly Standing[]) {}
  /** When so many minutes of running are over, begun at `from`; a stop in between is waited for. */
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
  /** When the next stop begins after a moment at which the line runs; endless when none does. */
  next(moment: number): number {
    return this.stops.find(({ startsAt }) => startsAt >= moment)?.startsAt ?? Infinity
  }
  /** Stops between two moments after which the web is threaded anew: a roll that was on the winder then has a splice. */
  breaks(from: number, to: number): number {
    let breaks = 0
    for (let i = this.at; (this.stops[i]?.startsAt ?? Infinity) < to; i++) {
      const stop = this.stops[i]!
      if (stop.startsAt > from && breaksWeb(stop)) breaks += 1
    }
    return breaks
  }
  /** The moment itself, or the end of the stop it lies in. */
  past(moment: number): number {
    while ((this.stops[this.at]?.endsAt ?? Infinity) < moment - DAY_MS) this.at++
    let now = moment
    for (let i = this.at; (this.stops[i]?.startsAt ?? Infinity) <= now; i++)
      now = Math.max(now, this.stops[i]?.endsAt ?? now)
    return now
  }
}
