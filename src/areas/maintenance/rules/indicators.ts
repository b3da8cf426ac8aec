/** Maintenance indicators: MTTR, MTBF, hours per person. `plant/rules/metrics` defines each metric. */
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
import type { PartWait } from './repair'

/** Period of an indicator; the end is excluded. */
export interface IndicatorPeriod {
  readonly from: Moment
  readonly to: Moment
}

/** The fields of a repair that the indicators use. */
export interface RepairSource {
  readonly equipmentId: string
  readonly lineId: string | null
  /** False for planned work and improvements, which are not failures. */
  readonly breakdown: boolean
  /** Time of the failure: start of the line stop, else time of the report. */
  readonly failedAt: Moment
  readonly acceptedAt: Moment | null
  /** Periods in which the work waited for a part. */
  readonly waits: readonly Pick<PartWait, 'since' | 'until'>[]
  readonly repairEndAt: Moment | null
}

/** The fields of a line stop that the indicators use. */
export interface StopSource {
  readonly lineId: string
  readonly startsAt: Moment
  /** Null while the line is stopped. */
  readonly endsAt: Moment | null
}

/** Indicator: `value` is `hours` divided by `count`. A missing value has a reason and is never Infinity or NaN. */
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
export function calculateMttr(repairs: readonly RepairSource[], period: IndicatorPeriod): Indicator {
  const repairTimes = measureRepairTimes(repairs, period)
  return buildIndicator(
    repairTimes.reduce((sum, { elapsedMs, waitedMs }) => sum + elapsedMs - waitedMs, 0) / HOUR_MS,
    repairTimes.length,
  )
}
/** Sums the hours that the repairs counted by `calculateMttr` waited for parts. */
export const calculateWaitingHours = (repairs: readonly RepairSource[], period: IndicatorPeriod): number =>
  measureRepairTimes(repairs, period).reduce((sum, { waitedMs }) => sum + waitedMs, 0) / HOUR_MS

/**
 * Measures for each counted repair the time from the acceptance to the end, and the part of this time that was spent
 * waiting for parts.
 */
function measureRepairTimes(
  repairs: readonly RepairSource[],
  period: IndicatorPeriod,
): { elapsedMs: number; waitedMs: number }[] {
  const interval = toInterval(period)
  return repairs.flatMap((repair) => {
    if (!repair.breakdown || repair.acceptedAt === null || repair.repairEndAt === null) return []
    const workInterval = { from: toMillis(repair.acceptedAt), to: toMillis(repair.repairEndAt) }
    if (!isWithin(workInterval.to, interval) || workInterval.to < workInterval.from) return []
    const waitIntervals = repair.waits.map(({ since, until }) => ({
      from: toMillis(since),
      to: until ? toMillis(until) : workInterval.to,
    }))
    return [
      {
        elapsedMs: workInterval.to - workInterval.from,
        waitedMs: calculateCoveredLength(clipIntervals(waitIntervals, workInterval)),
      },
    ]
  })
}

/**
 * Calculates the mean operating time between failures in hours: time in the period when the line was not stopped,
 * divided by the breakdowns that began in it. Overlapping stops count once; time after `now` does not count.
 * @param stops stops of one line; none for equipment without a line
 * @param inUseSince when the equipment was put in use; earlier time and failures do not count
 */
export function calculateMtbf(
  repairs: readonly RepairSource[],
  stops: readonly StopSource[],
  period: IndicatorPeriod,
  now: Moment,
  inUseSince: Moment | null = null,
): Indicator {
  const periodInterval = toInterval(period)
  const countedInterval = {
    from: Math.max(periodInterval.from, inUseSince === null ? periodInterval.from : toMillis(inUseSince)),
    to: Math.min(periodInterval.to, toMillis(now)),
  }
  if (countedInterval.to <= countedInterval.from)
    return { value: null, unit: 'h', hours: 0, count: 0, reason: 'emptyPeriod' }
  const stopIntervals = stops.map(({ startsAt, endsAt }) => ({
    from: toMillis(startsAt),
    to: endsAt === null ? countedInterval.to : toMillis(endsAt),
  }))
  const operatingHours =
    (countedInterval.to -
      countedInterval.from -
      calculateCoveredLength(clipIntervals(stopIntervals, countedInterval))) /
    HOUR_MS
  const failures = repairs.filter(
    ({ breakdown, failedAt }) => breakdown && isWithin(toMillis(failedAt), countedInterval),
  )
  return buildIndicator(operatingHours, failures.length)
}

/** Adds a correction in hours to the operating time of an MTBF indicator. An empty period is not corrected. */
export const correctOperatingHours = (mtbf: Indicator, hours: number): Indicator =>
  mtbf.value === null && mtbf.reason === 'emptyPeriod' ? mtbf : buildIndicator(mtbf.hours + hours, mtbf.count)

/** Indicators of one line, machine or month; `key` is its id or `YYYY-MM`. */
export interface Indicators {
  readonly key: string
  readonly mttr: Indicator
  readonly mtbf: Indicator
  readonly waitingHours: number
}

/** Moments when lines or machines were put in use, by id. */
export type InUseSinceById = ReadonlyMap<string, Moment>
/**
 * Calculates the indicators of each equipment, including equipment without a breakdown. Equipment counts as operating
 * while its line runs.
 */
export function calculateIndicatorsByEquipment(
  equipment: readonly { readonly id: string; readonly lineId: string | null }[],
  repairs: readonly RepairSource[],
  stops: readonly StopSource[],
  period: IndicatorPeriod,
  now: Moment,
  inUseSinceById: InUseSinceById = new Map(),
): Indicators[] {
  const repairsByEquipment = groupBy(repairs, ({ equipmentId }) => equipmentId)
  const stopsByLine = groupBy(stops, ({ lineId }) => lineId)
  return equipment.map(({ id, lineId }) => {
    const equipmentRepairs = repairsByEquipment.get(id) ?? []
    const lineStops = lineId === null ? [] : (stopsByLine.get(lineId) ?? [])
    return {
      key: id,
      mttr: calculateMttr(equipmentRepairs, period),
      mtbf: calculateMtbf(equipmentRepairs, lineStops, period, now, inUseSinceById.get(id)),
      waitingHours: calculateWaitingHours(equipmentRepairs, period),
    }
  })
}

/** Calculates the indicators of each line over the repairs of all its equipment. */
export function calculateIndicatorsByLine(
  lineIds: readonly string[],
  repairs: readonly RepairSource[],
  stops: readonly StopSource[],
  period: IndicatorPeriod,
  now: Moment,
  inUseSinceById: InUseSinceById = new Map(),
): Indicators[] {
  return lineIds.map((key) => {
    const lineRepairs = repairs.filter(({ lineId }) => lineId === key)
    const lineStops = stops.filter(({ lineId }) => lineId === key)
    return {
      key,
      mttr: calculateMttr(lineRepairs, period),
      mtbf: calculateMtbf(lineRepairs, lineStops, period, now, inUseSinceById.get(key)),
      waitingHours: calculateWaitingHours(lineRepairs, period),
    }
  })
}

/** Calculates the indicators of one line or equipment for each month (`YYYY-MM`) of the period. */
export function calculateIndicatorsByMonth(
  repairs: readonly RepairSource[],
  stops: readonly StopSource[],
  period: IndicatorPeriod,
  now: Moment,
  timeZone: string,
): Indicators[] {
  return splitByMonth(period, timeZone).map(({ month, ...monthPeriod }) => ({
    key: month,
    mttr: calculateMttr(repairs, monthPeriod),
    mtbf: calculateMtbf(repairs, stops, monthPeriod, now),
    waitingHours: calculateWaitingHours(repairs, monthPeriod),
  }))
}

/** Splits a period into months of the plant's calendar; the first and the last are clipped to the period. */
export function splitByMonth(
  period: IndicatorPeriod,
  timeZone: string,
): (IndicatorPeriod & { readonly month: string })[] {
  const { from: periodFromMs, to: periodToMs } = toInterval(period)
  const months: (IndicatorPeriod & { month: string })[] = []
  let monthStart = `${toLocalTime(period.from, timeZone).day.slice(0, 7)}-01`
  for (let beginMs = periodFromMs; beginMs < periodToMs;) {
    const nextMonthStart = addMonths(monthStart, 1)
    const endMs = Math.min(periodToMs, resolveLocalTime(nextMonthStart, 0, timeZone))
    months.push({ month: monthStart.slice(0, 7), from: toMoment(beginMs), to: toMoment(endMs) })
    monthStart = nextMonthStart
    beginMs = endMs
  }
  return months
}

/** Combines an indicator of several lines or machines: total hours divided by total count. */
export function combineIndicators(indicators: readonly Indicator[]): Indicator {
  const combinedIndicator = buildIndicator(
    indicators.reduce((sum, { hours }) => sum + hours, 0),
    indicators.reduce((sum, { count }) => sum + count, 0),
  )
  const isEmptyPeriod =
    indicators.length > 0 && indicators.every((part) => part.value === null && part.reason === 'emptyPeriod')
  return combinedIndicator.value === null && isEmptyPeriod
    ? { ...combinedIndicator, reason: 'emptyPeriod' }
    : combinedIndicator
}

/** Hours of one person at one repair. */
export interface WorkHourLine {
  readonly userId: string
  readonly repairId: string
  readonly hours: number
  /** End of the work; determines the period. */
  readonly workedAt: Moment
}

/**
 * Sums hours of repair work by person in a period, in descending order of hours. Ties are ordered by id to keep the
 * order stable.
 */
export function sumHoursByPerson(
  workHourLines: readonly WorkHourLine[],
  period: IndicatorPeriod,
): { userId: string; hours: number; repairs: number }[] {
  const interval = toInterval(period)
  const workInPeriod = workHourLines.filter(({ workedAt }) => isWithin(toMillis(workedAt), interval))
  return [...groupBy(workInPeriod, ({ userId }) => userId)]
    .map(([userId, rows]) => ({
      userId,
      // Rounds to the two decimals that people enter: floating-point addition of ten times 0.1 does not give 1.
      hours: Math.round(rows.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100,
      repairs: new Set(rows.map(({ repairId }) => repairId)).size,
    }))
    .sort((a, b) => b.hours - a.hours || (a.userId < b.userId ? -1 : 1))
}

/** Replacement for Map.groupBy, which Node 20 lacks. */
function groupBy<T, K>(rows: readonly T[], getKey: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = getKey(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

function buildIndicator(hours: number, count: number): Indicator {
  if (count === 0) return { value: null, unit: 'h', hours, count, reason: 'noBreakdowns' }
  return { value: hours / count, unit: 'h', hours, count }
}

function toInterval({ from, to }: IndicatorPeriod): Interval {
  return { from: toMillis(from), to: toMillis(to) }
}

function isWithin(momentMs: number, { from, to }: Interval): boolean {
  return momentMs >= from && momentMs < to
}
