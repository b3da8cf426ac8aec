/** Running times and standstills of a line: stops from repairs, failures and maintenance. Times in ms since 1970. */
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import { stopReasons, type StopReason } from '@/plant/rules/stop-reasons'
import stopData from '../data/stops.json' with { type: 'json' }
import type { DemoEra } from '../demo-era'
import type { Dice } from '../random'
import { readRecords } from '../read-data'

export interface LineStandstill {
  readonly startMs: number
  readonly endMs: number
  readonly reason: StopReason
  /** False for stops of repairs, which have a row already. */
  readonly needsStopRow: boolean
}

const reasonSchema = z.enum(Object.values(stopReasons).flat())
/** Failures with their relative frequency. */
const failureWeights = readRecords(
  stopData.failures,
  z.strictObject({ reason: reasonSchema, weight: z.number(), medianMinutes: z.number() }),
).map((failure) => [failure, failure.weight] as const)
const regularStops = readRecords(
  stopData.regularStops,
  z.strictObject({ reason: reasonSchema, everyDays: z.number(), minutes: z.number() }),
)

const MEAN_FAILURE_INTERVAL_MS = 14 * HOUR_MS
const MIN_STOP_DISTANCE_MS = 15 * MINUTE_MS
const MAX_WEB_HOLD_MS = 3 * MINUTE_MS
/** True if the web must be rethreaded: a web that stands for more than three minutes cools down and breaks. */
export const needsRethreading = ({ startMs, endMs }: Pick<LineStandstill, 'startMs' | 'endMs'>): boolean =>
  endMs - startMs > MAX_WEB_HOLD_MS

/**
 * Plans the stops of a line over the history, without overlaps.
 * @param repairStopTimes existing stops of repairs, which are included in the result
 */
export function planStops(
  dice: Dice,
  era: DemoEra,
  repairStopTimes: readonly { startedAt: string; endedAt?: string | null | undefined }[],
): LineStandstill[] {
  const repairStops = repairStopTimes.map((stop): LineStandstill => ({
    startMs: toMillis(stop.startedAt),
    endMs: stop.endedAt ? toMillis(stop.endedAt) : era.now,
    reason: 'mechanical',
    needsStopRow: false,
  }))
  const candidates: LineStandstill[] = []
  const addCandidate = (reason: StopReason, startMs: number, minutes: number) =>
    candidates.push({ startMs, endMs: startMs + Math.max(4, minutes) * MINUTE_MS, reason, needsStopRow: true })
  for (
    let startMs = era.from + dice.exponential(MEAN_FAILURE_INTERVAL_MS);
    startMs < era.now;
    startMs += dice.exponential(MEAN_FAILURE_INTERVAL_MS)
  ) {
    const { reason, medianMinutes } = dice.pickWeighted(failureWeights)
    addCandidate(reason, startMs, dice.lognormal(medianMinutes, 0.6))
  }
  for (const { reason, everyDays, minutes } of regularStops)
    for (
      let startMs = era.from + dice.between(1, everyDays) * DAY_MS;
      startMs < era.now;
      startMs += dice.normal(everyDays, everyDays * 0.12) * DAY_MS
    )
      addCandidate(reason, startMs, dice.normal(minutes, minutes * 0.15))
  return [...repairStops, ...selectFreeStops(candidates, repairStops, era)].sort((a, b) => a.startMs - b.startMs)
}
/** Returns the stops that are at least a quarter of an hour away from all others. */
function selectFreeStops(
  candidates: readonly LineStandstill[],
  repairStops: readonly LineStandstill[],
  era: DemoEra,
): LineStandstill[] {
  const freeStops: LineStandstill[] = []
  const stopsInOrder = [...candidates, ...repairStops].sort((a, b) => a.startMs - b.startMs)
  let busyUntilMs = 0
  for (const [i, stop] of stopsInOrder.entries()) {
    const nextRepairStop = stopsInOrder.slice(i + 1, i + 6).find((other) => !other.needsStopRow)
    const isFree =
      stop.startMs > busyUntilMs + MIN_STOP_DISTANCE_MS &&
      !(nextRepairStop && nextRepairStop.startMs < stop.endMs + MIN_STOP_DISTANCE_MS)
    if (stop.needsStopRow && isFree && stop.endMs < era.now - 5 * MINUTE_MS) freeStops.push(stop)
    if (!stop.needsStopRow || isFree) busyUntilMs = Math.max(busyUntilMs, stop.endMs)
  }
  return freeStops
}

/** Clock of a line that only counts running time. Must be queried in chronological order. */
export class LineClock {
  /** Index of the first stop that matters for the current query; earlier stops ended more than a day before it. */
  private firstIndex = 0
  constructor(private readonly stops: readonly LineStandstill[]) {}
  /** Returns the moment at which the line has run for some minutes since `fromMs`, stops excluded. */
  getRunEnd(fromMs: number, minutes: number): number {
    let remainingMs = minutes * MINUTE_MS
    let currentMs = this.getTimeAfterStop(fromMs)
    for (let i = this.firstIndex; ; i++) {
      const stop = this.stops[i]
      if (!stop || stop.startMs >= currentMs + remainingMs) return currentMs + remainingMs
      if (stop.endMs <= currentMs) continue
      remainingMs -= Math.max(0, stop.startMs - currentMs)
      currentMs = Math.max(currentMs, stop.endMs)
    }
  }
  /** Returns the start of the next stop at or after a moment; Infinity if there is none. */
  getNextStop(ms: number): number {
    return this.stops.find(({ startMs }) => startMs >= ms)?.startMs ?? Infinity
  }
  /** Counts the stops between two moments that break the web; each leaves a splice in the roll on the winder. */
  countWebBreaks(fromMs: number, toMs: number): number {
    let breakCount = 0
    for (let i = this.firstIndex; (this.stops[i]?.startMs ?? Infinity) < toMs; i++) {
      const stop = this.stops[i]!
      if (stop.startMs > fromMs && needsRethreading(stop)) breakCount += 1
    }
    return breakCount
  }
  /** Returns the moment itself, or the end of the stop that contains it. */
  getTimeAfterStop(ms: number): number {
    while ((this.stops[this.firstIndex]?.endMs ?? Infinity) < ms - DAY_MS) this.firstIndex++
    let currentMs = ms
    for (let i = this.firstIndex; (this.stops[i]?.startMs ?? Infinity) <= currentMs; i++)
      currentMs = Math.max(currentMs, this.stops[i]?.endMs ?? currentMs)
    return currentMs
  }
}
