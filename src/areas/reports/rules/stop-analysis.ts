/** Calculates metrics of stops. Times are in ms since 1970; durations are in hours where the name says so. */
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import type { StopClass } from '@/plant/rules/stop-reasons'

export interface AnalysedStop {
  readonly lineId: string
  readonly startsAt: number
  /** Null while the stop lasts; the stop then counts until the end of the period. */
  readonly endsAt: number | null
  /** Id of the reason. */
  readonly reason: string | null
  /** Null while the stop has no reason. */
  readonly class: StopClass | null
}
export interface TimePeriod {
  readonly from: number
  readonly to: number
}
/** One period, or several disjoint ones in order, e.g. the shifts of a team. */
export type TimePeriods = TimePeriod | readonly TimePeriod[]
const toPeriodList = (periods: TimePeriods): readonly TimePeriod[] => ('from' in periods ? [periods] : periods)

/** Returns the parts of the periods after a moment (ms), because a line neither runs nor stops before it is in use. */
export const clipPeriodsSince = (periods: TimePeriods, sinceMs: number): TimePeriod[] =>
  toPeriodList(periods).flatMap(({ from, to }) => (to > sinceMs ? [{ from: Math.max(from, sinceMs), to }] : []))

/** Calculates how long a stop lasted inside the periods, in ms. */
export const calculateStoppedMs = (stop: Pick<AnalysedStop, 'startsAt' | 'endsAt'>, periods: TimePeriods): number =>
  toPeriodList(periods).reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(stop.endsAt ?? to, to) - Math.max(stop.startsAt, from)),
    0,
  )

/** Calculates the time in ms during which a line stood because of any of the stops. Overlapping stops count once. */
export const calculateMergedStoppedMs = (
  stops: readonly Pick<AnalysedStop, 'startsAt' | 'endsAt'>[],
  periods: TimePeriods,
): number =>
  toPeriodList(periods).reduce((sum, period) => {
    const stoppedIntervals = stops.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? period.to }))
    return sum + calculateCoveredLength(clipIntervals(stoppedIntervals, period))
  }, 0)

/**
 * Stops of one reason. `percent`: share of all stopped time; `cumulative`: share of this row and all rows before it.
 */
export interface ParetoRow {
  /** Id of the reason, or `unknown` or `corrected`. */
  readonly reason: string
  /** `corrected`: stop time that a person added or took away; it belongs to no stop and may be negative. */
  readonly class: StopClass | 'unknown' | 'corrected'
  readonly count: number
  readonly hours: number
  readonly percent: number
  readonly cumulative: number
}
/**
 * Builds one row for each reason, longest stopped time first. Stops without a reason count as `unknown`, corrections of
 * stop time as `corrected`.
 */
export function buildStopPareto(
  stops: readonly AnalysedStop[],
  periods: TimePeriods,
  correctedMs: number = 0,
): ParetoRow[] {
  const rowByReason = new Map<string, { class: ParetoRow['class']; count: number; ms: number }>()
  if (correctedMs !== 0) rowByReason.set('corrected', { class: 'corrected', count: 0, ms: correctedMs })
  for (const stop of stops) {
    const ms = calculateStoppedMs(stop, periods)
    if (ms <= 0) continue
    const row = rowByReason.get(stop.reason ?? 'unknown') ?? { class: stop.class ?? 'unknown', count: 0, ms: 0 }
    rowByReason.set(stop.reason ?? 'unknown', { ...row, count: row.count + 1, ms: row.ms + ms })
  }
  const totalMs = [...rowByReason.values()].reduce((sum, { ms }) => sum + ms, 0)
  const calculateShare = (ms: number) => (totalMs > 0 ? (ms / totalMs) * 100 : 0)
  let cumulativeMs = 0
  return [...rowByReason]
    .sort((a, b) => b[1].ms - a[1].ms || (a[0] < b[0] ? -1 : 1))
    .map(([reason, { class: stopClass, count, ms }]) => {
      cumulativeMs += ms
      return {
        reason,
        class: stopClass,
        count,
        hours: ms / HOUR_MS,
        percent: calculateShare(ms),
        cumulative: calculateShare(cumulativeMs),
      }
    })
}

export interface StopMetrics {
  /** Number of all stops. */
  readonly stops: number
  /** Number of unplanned stops. */
  readonly unplanned: number
  /** Mean time between unplanned stops: operating time ÷ their number; null without one. */
  readonly mtbsHours: number | null
  /** Mean time to restore: time of the ended unplanned stops ÷ their number; null without one. */
  readonly mdtHours: number | null
  readonly periodHours: number
  readonly plannedHours: number
  readonly unplannedHours: number
  readonly unknownHours: number
  /** Stop time that people added or, if negative, took away, without a class. */
  readonly correctedHours: number
  /** Period minus stopped time, in percent of the period minus planned stops (EN 15341 operating availability). */
  readonly availabilityPercent: number | null
}
/** Sums of times (ms) and counts, from which the metrics are calculated. The sums of several lines may be added. */
export interface StopSums {
  readonly stopCount: number
  readonly unplannedCount: number
  readonly endedUnplannedCount: number
  readonly restoreMs: number
  readonly periodMs: number
  readonly standingMs: number
  readonly plannedMs: number
  readonly unplannedMs: number
  readonly unknownMs: number
  /** Part of `standingMs` that people corrected and that belongs to no class. */
  readonly correctedMs: number
}
const ZERO_SUMS: StopSums = {
  stopCount: 0,
  unplannedCount: 0,
  endedUnplannedCount: 0,
  restoreMs: 0,
  periodMs: 0,
  standingMs: 0,
  plannedMs: 0,
  unplannedMs: 0,
  unknownMs: 0,
  correctedMs: 0,
}

/**
 * Sums the stops of one line. A stop is counted in the period in which it began; its time counts in each period in
 * which the line stood. The restore time counts in full in the period in which the stop ended. Sums of consecutive
 * periods therefore add up.
 */
export function sumStops(stops: readonly AnalysedStop[], periods: TimePeriods): StopSums {
  const overlappingStops = stops.filter((s) => calculateStoppedMs(s, periods) > 0)
  const filterByClass = (stopClass: StopClass | null) => overlappingStops.filter((s) => s.class === stopClass)
  const unplannedStops = filterByClass('unplanned')
  const countBegun = (countedStops: readonly AnalysedStop[]) =>
    countedStops.filter(({ startsAt }) =>
      toPeriodList(periods).some(({ from, to }) => startsAt >= from && startsAt < to),
    ).length
  const endedStops = unplannedStops.filter(
    ({ endsAt }) => endsAt !== null && toPeriodList(periods).some(({ from, to }) => endsAt > from && endsAt <= to),
  )
  return {
    stopCount: countBegun(overlappingStops),
    unplannedCount: countBegun(unplannedStops),
    endedUnplannedCount: endedStops.length,
    restoreMs: endedStops.reduce((sum, s) => sum + (s.endsAt! - s.startsAt), 0),
    periodMs: toPeriodList(periods).reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0),
    standingMs: calculateMergedStoppedMs(overlappingStops, periods),
    plannedMs: calculateMergedStoppedMs(filterByClass('planned'), periods),
    unplannedMs: calculateMergedStoppedMs(unplannedStops, periods),
    unknownMs: calculateMergedStoppedMs(filterByClass(null), periods),
    correctedMs: 0,
  }
}
/** Adds the sums of several lines. */
export const addStopSums = (sums: readonly StopSums[]): StopSums =>
  sums.reduce(
    (total, addend) =>
      Object.fromEntries(
        Object.entries(total).map(([name, value]) => [name, value + addend[name as keyof StopSums]]),
      ) as StopSums,
    ZERO_SUMS,
  )

const stopSumByCorrectedSum = {
  calendarMinutes: 'periodMs',
  standingMinutes: 'standingMs',
  plannedMinutes: 'plannedMs',
  unplannedMinutes: 'unplannedMs',
  unknownMinutes: 'unknownMs',
  restoreMinutes: 'restoreMs',
  stops: 'stopCount',
  unplannedStops: 'unplannedCount',
  endedStops: 'endedUnplannedCount',
} as const satisfies Record<string, keyof StopSums>
/** Name of a sum of stops that people may correct, as stored in the correction. */
export type CorrectedStopSum = keyof typeof stopSumByCorrectedSum
export const correctedStopSums = Object.keys(stopSumByCorrectedSum) as CorrectedStopSum[]
/** A correction of a sum of stops, in minutes or as a number of stops. */
export interface StopSumCorrection {
  readonly sum: CorrectedStopSum
  readonly delta: number
}
/** Sums whose corrections assign stop time to a class. Such a correction reduces the corrected time without a class. */
const CLASS_SUMS: ReadonlySet<CorrectedStopSum> = new Set(['plannedMinutes', 'unplannedMinutes', 'unknownMinutes'])
/** Adds up corrections as sums that can be added to the sums of stops. */
export const sumStopCorrections = (corrections: readonly StopSumCorrection[]): StopSums =>
  addStopSums(
    corrections.map(({ sum, delta }) => {
      const amount = sum.endsWith('Minutes') ? delta * MINUTE_MS : delta
      return {
        ...ZERO_SUMS,
        [stopSumByCorrectedSum[sum]]: amount,
        ...(sum === 'standingMinutes' ? { correctedMs: amount } : {}),
        ...(CLASS_SUMS.has(sum) ? { correctedMs: -amount } : {}),
      }
    }),
  )
/** Calculates metrics from sums of stops; ratios are null without a denominator. */
export function calculateMetricsFromSums(sums: StopSums): StopMetrics {
  const operatingMs = sums.periodMs - sums.standingMs
  const loadingMs = sums.periodMs - sums.plannedMs
  return {
    stops: sums.stopCount,
    unplanned: sums.unplannedCount,
    mtbsHours: sums.unplannedCount > 0 ? operatingMs / sums.unplannedCount / HOUR_MS : null,
    mdtHours: sums.endedUnplannedCount > 0 ? sums.restoreMs / sums.endedUnplannedCount / HOUR_MS : null,
    periodHours: sums.periodMs / HOUR_MS,
    plannedHours: sums.plannedMs / HOUR_MS,
    unplannedHours: sums.unplannedMs / HOUR_MS,
    unknownHours: sums.unknownMs / HOUR_MS,
    correctedHours: sums.correctedMs / HOUR_MS,
    availabilityPercent: loadingMs > 0 ? (Math.min(operatingMs, loadingMs) / loadingMs) * 100 : null,
  }
}
/** Calculates the metrics of one line's stops in a period. */
export const calculateStopMetrics = (stops: readonly AnalysedStop[], periods: TimePeriods): StopMetrics =>
  calculateMetricsFromSums(sumStops(stops, periods))

/** Returns the days of a trend step: a day, a week or 30 days, so that a trend has at most about 35 steps. */
export const getTrendStepDays = (days: number): number => {
  if (days <= 35) return 1
  return days <= 240 ? 7 : 30
}
