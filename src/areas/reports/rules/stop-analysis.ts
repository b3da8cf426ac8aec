/** Metrics of stops. Times in ms since 1970; durations in hours where the name says so. */
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import type { StopClass } from '@/plant/rules/stop-reasons'

const HOUR = 3_600_000
export interface AnalysedStop {
  readonly lineId: string
  readonly startsAt: number
  /** Null while the line still stands; counted until the end of the period. */ readonly endsAt: number | null
  readonly reason: string | null
  /** Null while the stop has no reason. */ readonly class: StopClass | null
}
export interface TimePeriod {
  readonly from: number
  readonly to: number
}
/** One period, or several disjoint ones in order, e.g. the shifts of a team. */
export type TimePeriods = TimePeriod | readonly TimePeriod[]
const toPeriodList = (periods: TimePeriods): readonly TimePeriod[] => ('from' in periods ? [periods] : periods)

/** Returns the parts of the periods after a moment. Before a line is in use it neither runs nor stops. */
export const clipPeriodsSince = (periods: TimePeriods, since: number): TimePeriod[] =>
  toPeriodList(periods).flatMap(({ from, to }) => (to > since ? [{ from: Math.max(from, since), to }] : []))

/** Returns how long a stop lasted inside the periods, in ms. */
export const calculateStoppedMs = (stop: Pick<AnalysedStop, 'startsAt' | 'endsAt'>, periods: TimePeriods): number =>
  toPeriodList(periods).reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(stop.endsAt ?? to, to) - Math.max(stop.startsAt, from)),
    0,
  )

/** Returns the time in ms during which a line stood for any of the stops. Overlapping stops count once. */
export const calculateMergedStoppedMs = (
  stops: readonly Pick<AnalysedStop, 'startsAt' | 'endsAt'>[],
  periods: TimePeriods,
): number =>
  toPeriodList(periods).reduce((sum, period) => {
    const stoppedIntervals = stops.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? period.to }))
    return sum + calculateCoveredLength(clipIntervals(stoppedIntervals, period))
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
export function buildStopPareto(stops: readonly AnalysedStop[], periods: TimePeriods): ParetoRow[] {
  const rows = new Map<string, { class: StopClass | 'unknown'; count: number; ms: number }>()
  for (const stop of stops) {
    const ms = calculateStoppedMs(stop, periods)
    if (ms <= 0) continue
    const row = rows.get(stop.reason ?? 'unknown') ?? { class: stop.class ?? 'unknown', count: 0, ms: 0 }
    rows.set(stop.reason ?? 'unknown', { ...row, count: row.count + 1, ms: row.ms + ms })
  }
  const total = [...rows.values()].reduce((sum, r) => sum + r.ms, 0)
  let cumulativeMs = 0
  return [...rows]
    .sort((a, b) => b[1].ms - a[1].ms || (a[0] < b[0] ? -1 : 1))
    .map(([reason, { class: stopClass, count, ms }]) => {
      cumulativeMs += ms
      return {
        reason,
        class: stopClass,
        count,
        hours: ms / HOUR,
        percent: (ms / total) * 100,
        cumulative: (cumulativeMs / total) * 100,
      }
    })
}

export interface StopMetrics {
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
const ZERO_SUMS: StopSums = {
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
export function sumStops(stops: readonly AnalysedStop[], periods: TimePeriods): StopSums {
  const overlappingStops = stops.filter((s) => calculateStoppedMs(s, periods) > 0)
  const filterByClass = (wanted: StopClass | null) => overlappingStops.filter((s) => s.class === wanted)
  const unplanned = filterByClass('unplanned')
  const countBegun = (some: readonly AnalysedStop[]) =>
    some.filter(({ startsAt }) => toPeriodList(periods).some(({ from, to }) => startsAt >= from && startsAt < to))
      .length
  const ended = unplanned.filter(
    ({ endsAt }) => endsAt !== null && toPeriodList(periods).some(({ from, to }) => endsAt > from && endsAt <= to),
  )
  return {
    stops: countBegun(overlappingStops),
    unplanned: countBegun(unplanned),
    ended: ended.length,
    restoreMs: ended.reduce((sum, s) => sum + (s.endsAt! - s.startsAt), 0),
    periodMs: toPeriodList(periods).reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0),
    standingMs: calculateMergedStoppedMs(overlappingStops, periods),
    plannedMs: calculateMergedStoppedMs(filterByClass('planned'), periods),
    unplannedMs: calculateMergedStoppedMs(unplanned, periods),
    unknownMs: calculateMergedStoppedMs(filterByClass(null), periods),
  }
}
/** Adds the sums of several lines. */
export const addStopSums = (sums: readonly StopSums[]): StopSums =>
  sums.reduce(
    (all, one) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, value + one[name as keyof StopSums]]),
      ) as StopSums,
    ZERO_SUMS,
  )

/** Calculates metrics from sums of stops; ratios are null without a denominator. */
export function calculateMetricsFromSums(sums: StopSums): StopMetrics {
  const operatingMs = sums.periodMs - sums.standingMs
  const loadingMs = sums.periodMs - sums.plannedMs
  return {
    stops: sums.stops,
    unplanned: sums.unplanned,
    mtbsHours: sums.unplanned > 0 ? operatingMs / sums.unplanned / HOUR : null,
    mdtHours: sums.ended > 0 ? sums.restoreMs / sums.ended / HOUR : null,
    periodHours: sums.periodMs / HOUR,
    plannedHours: sums.plannedMs / HOUR,
    unplannedHours: sums.unplannedMs / HOUR,
    unknownHours: sums.unknownMs / HOUR,
    availabilityPercent: loadingMs > 0 ? (Math.min(operatingMs, loadingMs) / loadingMs) * 100 : null,
  }
}
/** Calculates the metrics of one line's stops in a period. */
export const calculateStopMetrics = (stops: readonly AnalysedStop[], periods: TimePeriods): StopMetrics =>
  calculateMetricsFromSums(sumStops(stops, periods))

/** Returns the days of a trend step: a day, a week or 30 days, so that a trend has at most about 35 steps. */
export const getTrendStepDays = (days: number): number => (days <= 35 ? 1 : days <= 240 ? 7 : 30)
