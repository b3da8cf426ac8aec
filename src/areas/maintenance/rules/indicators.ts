/** Maintenance indicators: MTTR, MTBF, hours by person. `plant/rules/metrics` defines each metric. */
import {
  addMonths,
  resolveLocalTime,
  HOUR_MS,
  toLocalTime,
  toMillis,
  toMoment,
  type Moment,
} from '@/plant/rules/plant-time'
import { clipIntervals, calculateCoveredLength, type Interval } from '@/plant/rules/intervals'
import type { Wait } from './repair'

export interface Period {
  readonly from: Moment
  readonly to: Moment
}

export interface RepairFacts {
  readonly equipmentId: string
  readonly lineId: string | null
  /** False for planned work and improvements, which are not failures. */
  readonly breakdown: boolean
  /** Time of the failure: begin of the line stop, else the report. */
  readonly failedAt: Moment
  readonly acceptedAt: Moment | null
  /** Periods in which the work waited for a part. */
  readonly waits: readonly Pick<Wait, 'since' | 'until'>[]
  readonly repairEndAt: Moment | null
}

export interface StopFacts {
  readonly lineId: string
  readonly startsAt: Moment
  /** Null: the line is still stopped. */
  readonly endsAt: Moment | null
}

/** Indicator with its inputs. A missing value has a reason and is never Infinity or NaN. */
export type Indicator =
  | { readonly value: number; readonly unit: 'h'; readonly hours: number; readonly count: number }
  | {
      readonly value: null
      readonly unit: 'h'
      readonly hours: number
      readonly count: number
      readonly reason: 'noBreakdowns' | 'emptyPeriod'
    }

/**
 * Calculates the mean time to repair in hours over breakdown repairs that ended in the period, without waits for parts.
 * Repairs that end before they were accepted are left out.
 */
export function mttr(repairs: readonly RepairFacts[], period: Period): Indicator {
  const times = timesOf(repairs, period)
  return ratio(times.reduce((sum, { whole, waited }) => sum + whole - waited, 0) / HOUR_MS, times.length)
}
/** Sums the hours that the repairs counted by `calculateMttr` waited for parts. */
export const waitedHours = (repairs: readonly RepairFacts[], period: Period): number =>
  timesOf(repairs, period).reduce((sum, { waited }) => sum + waited, 0) / HOUR_MS

function timesOf(repairs: readonly RepairFacts[], period: Period): { whole: number; waited: number }[] {
  const frame = frameOf(period)
  return repairs.flatMap((repair) => {
    if (!repair.breakdown || repair.acceptedAt === null || repair.repairEndAt === null) return []
    const work = { from: toMillis(repair.acceptedAt), to: toMillis(repair.repairEndAt) }
    if (!within(work.to, frame) || work.to < work.from) return []
    const waits = repair.waits.map(({ since, until }) => ({
      from: toMillis(since),
      to: until ? toMillis(until) : work.to,
    }))
    return [{ whole: work.to - work.from, waited: calculateCoveredLength(clipIntervals(waits, work)) }]
  })
}

/**
 * Calculates the mean operating time between failures in hours: time in the period when the line was not stopped,
 * divided by the breakdowns that began in it. Overlapping stops count once; time after `now` does not count.
 * @param stops stops of one line; none for equipment without a line
 * @param since when the equipment was put in use; earlier time and failures do not count
 */
export function mtbf(
  repairs: readonly RepairFacts[],
  stops: readonly StopFacts[],
  period: Period,
  now: Moment,
  since: Moment | null = null,
): Indicator {
  const whole = frameOf(period)
  const frame = {
    from: Math.max(whole.from, since === null ? whole.from : toMillis(since)),
    to: Math.min(whole.to, toMillis(now)),
  }
  if (frame.to <= frame.from) return { value: null, unit: 'h', hours: 0, count: 0, reason: 'emptyPeriod' }
  const standing = stops.map(({ startsAt, endsAt }) => ({
    from: toMillis(startsAt),
    to: endsAt === null ? frame.to : toMillis(endsAt),
  }))
  const operating = (frame.to - frame.from - calculateCoveredLength(clipIntervals(standing, frame))) / HOUR_MS
  const failures = repairs.filter(({ breakdown, failedAt }) => breakdown && within(toMillis(failedAt), frame))
  return ratio(operating, failures.length)
}

export interface Indicators {
  readonly key: string
  readonly mttr: Indicator
  readonly mtbf: Indicator
  readonly waitingHours: number
}

/** Start of use of lines or machines, by id. */
export type InUse = ReadonlyMap<string, Moment>
/**
 * Calculates the indicators of each equipment, including those without a breakdown. Equipment operates with its line.
 */
export function indicatorsByEquipment(
  equipment: readonly { readonly id: string; readonly lineId: string | null }[],
  repairs: readonly RepairFacts[],
  stops: readonly StopFacts[],
  period: Period,
  now: Moment,
  inUse: InUse = new Map(),
): Indicators[] {
  const repairsOf = groupBy(repairs, ({ equipmentId }) => equipmentId)
  const stopsOf = groupBy(stops, ({ lineId }) => lineId)
  return equipment.map(({ id, lineId }) => {
    const own = repairsOf.get(id) ?? []
    const standing = lineId === null ? [] : (stopsOf.get(lineId) ?? [])
    return {
      key: id,
      mttr: mttr(own, period),
      mtbf: mtbf(own, standing, period, now, inUse.get(id)),
      waitingHours: waitedHours(own, period),
    }
  })
}

/** Calculates the indicators of each line over the repairs of all its equipment. */
export function indicatorsByLine(
  lineIds: readonly string[],
  repairs: readonly RepairFacts[],
  stops: readonly StopFacts[],
  period: Period,
  now: Moment,
  inUse: InUse = new Map(),
): Indicators[] {
  return lineIds.map((key) => {
    const own = repairs.filter(({ lineId }) => lineId === key)
    const standing = stops.filter(({ lineId }) => lineId === key)
    return {
      key,
      mttr: mttr(own, period),
      mtbf: mtbf(own, standing, period, now, inUse.get(key)),
      waitingHours: waitedHours(own, period),
    }
  })
}

/** Calculates the indicators of one line or equipment for each month (`YYYY-MM`) of the period. */
export function indicatorsByMonth(
  repairs: readonly RepairFacts[],
  stops: readonly StopFacts[],
  period: Period,
  now: Moment,
  timeZone: string,
): Indicators[] {
  return monthsOf(period, timeZone).map(({ month, ...part }) => ({
    key: month,
    mttr: mttr(repairs, part),
    mtbf: mtbf(repairs, stops, part, now),
    waitingHours: waitedHours(repairs, part),
  }))
}

/** Splits a period into months of the plant's calendar; the first and the last are clipped to the period. */
export function monthsOf(period: Period, timeZone: string): (Period & { readonly month: string })[] {
  const { from, to } = frameOf(period)
  const months: (Period & { month: string })[] = []
  let first = `${toLocalTime(period.from, timeZone).day.slice(0, 7)}-01`
  for (let begin = from; begin < to;) {
    const next = addMonths(first, 1)
    const end = Math.min(to, resolveLocalTime(next, 0, timeZone))
    months.push({ month: first.slice(0, 7), from: toMoment(begin), to: toMoment(end) })
    first = next
    begin = end
  }
  return months
}

/** Combines an indicator of several lines or machines: total hours over total failures. */
export function pooled(parts: readonly Indicator[]): Indicator {
  const value = ratio(
    parts.reduce((sum, { hours }) => sum + hours, 0),
    parts.reduce((sum, { count }) => sum + count, 0),
  )
  const empty = parts.length > 0 && parts.every((part) => part.value === null && part.reason === 'emptyPeriod')
  return value.value === null && empty ? { ...value, reason: 'emptyPeriod' } : value
}

export interface WorkHour {
  readonly userId: string
  readonly repairId: string
  readonly hours: number
  /** End of the work; determines the period. */
  readonly workedAt: Moment
}

/** Sums hours of repair work by person in a period, most first. Ties are ordered by id to keep the order stable. */
export function hoursByPerson(
  work: readonly WorkHour[],
  period: Period,
): { userId: string; hours: number; repairs: number }[] {
  const frame = frameOf(period)
  const inside = work.filter(({ workedAt }) => within(toMillis(workedAt), frame))
  return [...groupBy(inside, ({ userId }) => userId)]
    .map(([userId, rows]) => ({
      userId,
      // Hours are entered to two decimals; adding 0.1 ten times must give 1.
      hours: Math.round(rows.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100,
      repairs: new Set(rows.map(({ repairId }) => repairId)).size,
    }))
    .sort((a, b) => b.hours - a.hours || (a.userId < b.userId ? -1 : 1))
}

/** Replacement for Map.groupBy, which Node 20 lacks. */
function groupBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

function ratio(hours: number, count: number): Indicator {
  if (count === 0) return { value: null, unit: 'h', hours, count, reason: 'noBreakdowns' }
  return { value: hours / count, unit: 'h', hours, count }
}

function frameOf({ from, to }: Period): Interval {
  return { from: toMillis(from), to: toMillis(to) }
}

function within(moment: number, { from, to }: Interval): boolean {
  return moment >= from && moment < to
}
