/** Metrics of stops. Times in ms since 1970; durations in hours where the name says so. */
import { clip, covered } from '@/plant/rules/intervals'
import type { StopClass } from '@/plant/rules/stop-reasons'

const HOUR = 3_600_000
export interface Stop {
  readonly lineId: string
  readonly startsAt: number
  /** Null while the line still stands; counted until the end of the period. */ readonly endsAt: number | null
  readonly reason: string | null
  /** Null while the stop has no reason. */ readonly class: StopClass | null
}
export interface Period {
  readonly from: number
  readonly to: number
}
/** One period, or several disjoint ones in order, e.g. the shifts of a team. */
export type Periods = Period | readonly Period[]
const listed = (periods: Periods): readonly Period[] => ('from' in periods ? [periods] : periods)

/** Returns the parts of the periods after a moment. Before a line is in use it neither runs nor stops. */
export const periodsSince = (periods: Periods, since: number): Period[] =>
  listed(periods).flatMap(({ from, to }) => (to > since ? [{ from: Math.max(from, since), to }] : []))

/** Returns how long a stop lasted inside the periods, in ms. */
export const within = (stop: Pick<Stop, 'startsAt' | 'endsAt'>, periods: Periods): number =>
  listed(periods).reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(stop.endsAt ?? to, to) - Math.max(stop.startsAt, from)),
    0,
  )

/** Returns the time in ms during which a line stood for any of the stops. Overlapping stops count once. */
export const standingMs = (stops: readonly Pick<Stop, 'startsAt' | 'endsAt'>[], periods: Periods): number =>
  listed(periods).reduce((sum, period) => {
    const standing = stops.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? period.to }))
    return sum + covered(clip(standing, period))
  }, 0)

export interface ParetoRow {
  readonly reason: string
  readonly class: StopClass | 'unknown'
  readonly count: number
  readonly hours: number
  readonly percent: number
  readonly cumulative: number
}
/** Returns reasons by hours in descending order with cumulative percent; stops without a reason count as `unknown`. */
export function stopPareto(stops: readonly Stop[], periods: Periods): ParetoRow[] {
  const rows = new Map<string, { class: StopClass | 'unknown'; count: number; ms: number }>()
  for (const stop of stops) {
    const ms = within(stop, periods)
    if (ms <= 0) continue
    const row = rows.get(stop.reason ?? 'unknown') ?? { class: stop.class ?? 'unknown', count: 0, ms: 0 }
    rows.set(stop.reason ?? 'unknown', { ...row, count: row.count + 1, ms: row.ms + ms })
  }
  const total = [...rows.values()].reduce((sum, r) => sum + r.ms, 0)
  let run = 0
  return [...rows]
    .sort((a, b) => b[1].ms - a[1].ms || (a[0] < b[0] ? -1 : 1))
    .map(([reason, { class: of, count, ms }]) => {
      run += ms
      return {
        reason,
        class: of,
        count,
        hours: ms / HOUR,
        percent: (ms / total) * 100,
        cumulative: (run / total) * 100,
      }
    })
}

export interface StopFigures {
  readonly stops: number
  readonly unplanned: number
  /** Mean time between unplanned stops: operating time ÷ their number; null without one. */
  readonly mtbsHours: number | null
  /** Mean time to restore: time of the ended unplanned stops ÷ their number; null without one. */
  readonly mdtHours: number | null
  readonly periodHours: number
  readonly plannedHours: number
  readonly unplannedHours: number
  readonly unknownHours: number
  /** Period minus stopped time, in percent of the period minus planned stops (EN 15341 operating availability). */
  readonly availabilityPercent: number | null
}
/** Additive sums, in ms and counts, from which metrics are calculated; may be added over lines. */
export interface StopSums {
  readonly stops: number
  readonly unplanned: number
  readonly ended: number
  readonly restoreMs: number
  readonly periodMs: number
  readonly standingMs: number
  readonly plannedMs: number
  readonly unplannedMs: number
  readonly unknownMs: number
}
const nothing: StopSums = {
  stops: 0,
  unplanned: 0,
  ended: 0,
  restoreMs: 0,
  periodMs: 0,
  standingMs: 0,
  plannedMs: 0,
  unplannedMs: 0,
  unknownMs: 0,
}

/**
 * Sums the stops of one line. A stop counts in the period in which it began, and its time where it lay. Its restore
 * time counts with its whole length in the period in which it ended. Sums of consecutive periods therefore add up.
 */
export function stopSums(stops: readonly Stop[], periods: Periods): StopSums {
  const inside = stops.filter((s) => within(s, periods) > 0)
  const of = (wanted: StopClass | null) => inside.filter((s) => s.class === wanted)
  const unplanned = of('unplanned')
  const begun = (some: readonly Stop[]) =>
    some.filter(({ startsAt }) => listed(periods).some(({ from, to }) => startsAt >= from && startsAt < to)).length
  const ended = unplanned.filter(
    ({ endsAt }) => endsAt !== null && listed(periods).some(({ from, to }) => endsAt > from && endsAt <= to),
  )
  return {
    stops: begun(inside),
    unplanned: begun(unplanned),
    ended: ended.length,
    restoreMs: ended.reduce((sum, s) => sum + (s.endsAt! - s.startsAt), 0),
    periodMs: listed(periods).reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0),
    standingMs: standingMs(inside, periods),
    plannedMs: standingMs(of('planned'), periods),
    unplannedMs: standingMs(unplanned, periods),
    unknownMs: standingMs(of(null), periods),
  }
}
/** Adds the sums of several lines. */
export const addSums = (sums: readonly StopSums[]): StopSums =>
  sums.reduce(
    (all, one) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, value + one[name as keyof StopSums]]),
      ) as StopSums,
    nothing,
  )

/** Calculates metrics from sums of stops; ratios are null without a denominator. */
export function figuresOf(s: StopSums): StopFigures {
  const operating = s.periodMs - s.standingMs
  const loading = s.periodMs - s.plannedMs
  return {
    stops: s.stops,
    unplanned: s.unplanned,
    mtbsHours: s.unplanned > 0 ? operating / s.unplanned / HOUR : null,
    mdtHours: s.ended > 0 ? s.restoreMs / s.ended / HOUR : null,
    periodHours: s.periodMs / HOUR,
    plannedHours: s.plannedMs / HOUR,
    unplannedHours: s.unplannedMs / HOUR,
    unknownHours: s.unknownMs / HOUR,
    availabilityPercent: loading > 0 ? (Math.min(operating, loading) / loading) * 100 : null,
  }
}
/** Calculates the metrics of one line's stops in a period. */
export const stopFigures = (stops: readonly Stop[], periods: Periods): StopFigures =>
  figuresOf(stopSums(stops, periods))

/** Returns the days of a trend step: a day, a week or 30 days, so that a trend has at most about 35 steps. */
export const trendStep = (days: number): number => (days <= 35 ? 1 : days <= 240 ? 7 : 30)
