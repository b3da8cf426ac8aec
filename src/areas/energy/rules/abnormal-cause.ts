/** Groups hours of unusual use by cause. A stop of a line changes the use of its meters and of the shared meters that serve it. */
import { HOUR_MS, toMillis, type Moment } from '@/plant/rules/plant-time'
import {
  walkMetersAbove,
  findLeadingMeter,
  mergeHours,
  type CaseMeter,
  type AbnormalUse,
  type MeterPositions,
  type UnusualHour,
} from './abnormal-case'
import { roundToThousandth } from '@/plant/rules/quantity'

/** A stop of a line; times in ms since 1970. `to` is infinite while the line is still stopped. */
export interface StopSpan {
  readonly id: string
  readonly lineId: string
  readonly from: number
  readonly to: number
}
/** Meter positions, line stops and follower lines that are needed to attribute a cause. */
export interface CaseContext {
  readonly meterPositions: MeterPositions
  readonly stops: readonly StopSpan[]
  /** Lines that process the output of other lines, e.g. slitters; they have less to do while one of the other lines is stopped. */
  readonly followerLines: ReadonlySet<string>
}
export const emptyCaseContext: CaseContext = { meterPositions: new Map(), stops: [], followerLines: new Set() }

/** A period of abnormal use with its line, meter and direction. */
interface CaseSpan extends AbnormalUse {
  readonly startsAt: Moment
  readonly endsAt: Moment
}
const overlaps = (stop: StopSpan, from: number, to: number): boolean => stop.from < to && stop.to > from

/** Returns the stops of a line that overlap a period, the longest overlap first. */
export const listOverlappingStops = (
  stops: readonly StopSpan[],
  lineId: string | null,
  [from, to]: readonly [number, number],
): StopSpan[] => {
  const getOverlapMs = (stop: StopSpan): number => Math.min(stop.to, to) - Math.max(stop.from, from)
  return stops
    .filter((stop) => stop.lineId === lineId && overlaps(stop, from, to))
    .toSorted((a, b) => getOverlapMs(b) - getOverlapMs(a))
}
const toMillisRange = ({ startsAt, endsAt }: Pick<CaseSpan, 'startsAt' | 'endsAt'>): [number, number] => [
  toMillis(startsAt),
  toMillis(endsAt),
]

/**
 * True if two deviations have the same cause. An event on a line, e.g. a stop or a lower speed, changes the use of all its
 * meters at once, so a line has one case per direction. High and low use are separate cases: a stop does not explain a
 * valve that stays open. A meter without a line is a separate case.
 */
export const isSameCause = (first: AbnormalUse, other: AbnormalUse): boolean =>
  first.direction === other.direction &&
  first.lineId === other.lineId &&
  (first.lineId !== null || first.energyMeterId === other.energyMeterId)

const getExcess = ({ used, usual }: UnusualHour): number => used - usual
/**
 * Returns the stopped line whose electricity fell most below usual in an hour, or null; it explains low use elsewhere.
 */
function findStoppedLine(hours: readonly UnusualHour[], { stops, followerLines }: CaseContext): string | null {
  const savedKwhByLine = new Map<string, number>()
  for (const hour of hours)
    if (
      hour.lineId !== null &&
      hour.direction === 'low' &&
      hour.medium === 'electricity' &&
      !followerLines.has(hour.lineId) &&
      listOverlappingStops(stops, hour.lineId, [hour.at, hour.at + HOUR_MS]).length > 0
    )
      savedKwhByLine.set(hour.lineId, (savedKwhByLine.get(hour.lineId) ?? 0) - getExcess(hour))
  return [...savedKwhByLine].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
/**
 * Returns the line that explains the deviation of a meter without a line, or null. For a parent meter it is the line
 * that makes up at least half of the difference. For a shared meter with low use it is the only line that is low. High
 * use of a shared meter is a separate case.
 */
function findCausingLine(
  hour: UnusualHour,
  hours: readonly UnusualHour[],
  { meterPositions, followerLines }: CaseContext,
): string | null {
  const lineHours = hours.filter((otherHour) => otherHour.lineId !== null && otherHour.direction === hour.direction)
  const lineMeterIds = new Set(lineHours.map(({ energyMeterId }) => energyMeterId))
  const excessByLine = new Map<string, number>()
  for (const lineHour of lineHours) {
    // A meter below another unusual meter of a line is skipped, because the upper meter includes its use.
    const ancestorIds = [...walkMetersAbove(meterPositions, lineHour.energyMeterId)]
    if (
      lineHour.medium !== hour.medium ||
      !ancestorIds.includes(hour.energyMeterId) ||
      ancestorIds.some((id) => lineMeterIds.has(id))
    )
      continue
    excessByLine.set(lineHour.lineId!, (excessByLine.get(lineHour.lineId!) ?? 0) + getExcess(lineHour))
  }
  const [largest] = [...excessByLine]
    .map(([lineId, excess]) => ({ lineId, excess: Math.abs(excess) }))
    .sort((a, b) => b.excess - a.excess)
  if (largest && largest.excess >= Math.abs(getExcess(hour)) / 2) return largest.lineId
  const lineIds = new Set(lineHours.map(({ lineId }) => lineId!))
  const leadingLines = [...lineIds].filter((id) => !followerLines.has(id))
  const lines = leadingLines.length > 0 ? leadingLines : [...lineIds]
  const allocation = meterPositions.get(hour.energyMeterId)?.allocation ?? 'none'
  return hour.direction === 'low' && allocation !== 'none' && lines.length === 1 ? lines[0]! : null
}
/**
 * Groups the unusual meters of one hour by cause. While a line is stopped, the stop also explains low use at meters without
 * a line, and on follower lines that have no stop of their own.
 */
export function groupByCause(hours: readonly UnusualHour[], context: CaseContext): UnusualHour[][] {
  const stoppedLine = findStoppedLine(hours, context)
  const findAttributedLine = (hour: UnusualHour): string | null => {
    const isFollower = hour.lineId !== null && context.followerLines.has(hour.lineId)
    if (hour.lineId !== null && !isFollower) return hour.lineId
    const lineStops = listOverlappingStops(context.stops, hour.lineId, [hour.at, hour.at + HOUR_MS])
    if (stoppedLine !== null && hour.direction === 'low' && lineStops.length === 0) return stoppedLine
    return hour.lineId ?? findCausingLine(hour, hours, context)
  }
  const cases: UnusualHour[][] = []
  for (const unusualHour of hours) {
    const hour = { ...unusualHour, lineId: findAttributedLine(unusualHour) }
    const matchingCase = cases.find(([first]) => first && isSameCause(first, hour))
    if (matchingCase) matchingCase.push(hour)
    else cases.push([hour])
  }
  return cases
}
/** True if two periods with the same cause form one case: no usual hour lies between them, or one stop covers both. */
export function isSameCase(case1: CaseSpan, case2: CaseSpan, stops: readonly StopSpan[]): boolean {
  if (!isSameCause(case1, case2)) return false
  const range1 = toMillisRange(case1)
  const range2 = toMillisRange(case2)
  if (range1[0] <= range2[1] && range2[0] <= range1[1]) return true
  const stopIdsOfCase1 = new Set(listOverlappingStops(stops, case1.lineId, range1).map(({ id }) => id))
  return listOverlappingStops(stops, case1.lineId, range2).some(({ id }) => stopIdsOfCase1.has(id))
}

export type AbnormalCase = AbnormalUse & ReturnType<typeof mergeHours>
/** Builds the cases of a period from the unusual hours of each hour in it. */
export function buildCases(hoursByTime: readonly (readonly UnusualHour[])[], context: CaseContext): AbnormalCase[] {
  const cases: AbnormalCase[] = []
  for (const causeHours of hoursByTime.flatMap((hours) => groupByCause(hours, context))) {
    const [first] = causeHours as [UnusualHour]
    const summary = mergeHours([], causeHours)
    const index = cases.findLastIndex((builtCase) => isSameCase(builtCase, { ...first, ...summary }, context.stops))
    const { energyMeterId, lineId, direction } = cases[index] ?? first
    const extendedCase = { energyMeterId, lineId, direction, ...mergeHours(cases[index]?.meters ?? [], causeHours) }
    if (index < 0) cases.push(extendedCase)
    else cases[index] = extendedCase
  }
  return cases
}

/** Maximum number of stops stored with a case. A longer list would not help to explain the case. */
const MAX_STORED_STOPS = 20
/**
 * Returns the fields of a case: amounts of the leading meter, period of all meters, and stops of the line in that time.
 */
export function buildCaseFields(
  lineId: string | null,
  summary: ReturnType<typeof mergeHours>,
  { meterPositions, stops }: CaseContext,
) {
  const { startsAt, endsAt, hours, deviations, meters } = summary
  const { energyMeterId, medium, used, usual, excess } = findLeadingMeter(meters, meterPositions, lineId)
  const overlappingStops = listOverlappingStops(stops, lineId, [toMillis(startsAt), toMillis(endsAt)])
  return {
    energyMeterId,
    medium,
    startsAt,
    endsAt,
    hours,
    used,
    usual,
    excess,
    deviations,
    meters: [...meters],
    meterIds: meters.map((meter) => meter.energyMeterId),
    stopIds: overlappingStops.slice(0, MAX_STORED_STOPS).map(({ id }) => id),
  }
}
export type CaseFields = ReturnType<typeof buildCaseFields>

/** A stored case. A stop that is entered late may show that two stored cases are one event. */
export interface StoredCase extends CaseSpan {
  readonly id: string
  readonly meters: readonly CaseMeter[]
}
/** Groups stored cases that are one event. Each group begins with the case to keep; cases without a match are omitted. */
export function groupByEvent<C extends StoredCase>(cases: readonly C[], context: CaseContext): C[][] {
  const assignedCases = cases.map((storedCase) => {
    const lineId = findExplainingLine(storedCase, cases, context)
    return { storedCase, caseOnLine: { ...storedCase, lineId }, isMovedToLine: storedCase.lineId !== lineId }
  })
  const groups: (typeof assignedCases)[] = []
  for (const assignedCase of assignedCases.toSorted((a, b) =>
    a.storedCase.startsAt < b.storedCase.startsAt ? -1 : 1,
  )) {
    const matchingGroups = groups.filter((group) =>
      group.some(({ caseOnLine }) => isSameCase(caseOnLine, assignedCase.caseOnLine, context.stops)),
    )
    for (const group of matchingGroups) groups.splice(groups.indexOf(group), 1)
    groups.push([...matchingGroups.flat(), assignedCase])
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) =>
      group.toSorted((a, b) => Number(a.isMovedToLine) - Number(b.isMovedToLine)).map(({ storedCase }) => storedCase),
    )
}
/**
 * Returns the line whose stop explains a case with low use. The case must lie within a low case of that line and during
 * a stop of that line. Otherwise returns the line of the case.
 */
function findExplainingLine(
  storedCase: StoredCase,
  cases: readonly StoredCase[],
  { stops, followerLines }: CaseContext,
): string | null {
  if (storedCase.direction !== 'low' || (storedCase.lineId !== null && !followerLines.has(storedCase.lineId)))
    return storedCase.lineId
  const [from, to] = toMillisRange(storedCase)
  if (listOverlappingStops(stops, storedCase.lineId, [from, to]).length > 0) return storedCase.lineId
  const enclosingCases = cases.filter(({ lineId, direction, ...other }) => {
    if (lineId === null || followerLines.has(lineId) || direction !== 'low') return false
    const [begin, end] = toMillisRange(other)
    return begin <= from && to <= end && listOverlappingStops(stops, lineId, [from, to]).length > 0
  })
  const getLargestSaving = ({ meters }: StoredCase): number => Math.max(0, ...meters.map(({ excess }) => -excess))
  return enclosingCases.toSorted((a, b) => getLargestSaving(b) - getLargestSaving(a))[0]?.lineId ?? storedCase.lineId
}

/** Merges the meters of several cases. Values of different times are added; overlapping values count once. */
export function mergeCaseMeters(cases: readonly { readonly meters: readonly CaseMeter[] }[]): CaseMeter[] {
  const meterById = new Map<string, CaseMeter>()
  for (const meter of cases.flatMap(({ meters }) => meters)) {
    const mergedMeter = meterById.get(meter.energyMeterId)
    meterById.set(meter.energyMeterId, mergedMeter ? mergeMeters(mergedMeter, meter) : meter)
  }
  return [...meterById.values()]
}
/** Adds the values of two separate periods. For overlapping periods, returns the values with more hours. */
function mergeMeters(meterA: CaseMeter, meterB: CaseMeter): CaseMeter {
  const isSeparate = meterA.endsAt <= meterB.startsAt || meterB.endsAt <= meterA.startsAt
  if (!isSeparate) return meterA.hours >= meterB.hours ? meterA : meterB
  const [earlierMeter, laterMeter] = meterA.startsAt < meterB.startsAt ? [meterA, meterB] : [meterB, meterA]
  return {
    ...earlierMeter,
    endsAt: laterMeter.endsAt,
    hours: earlierMeter.hours + laterMeter.hours,
    used: roundToThousandth(earlierMeter.used + laterMeter.used),
    usual: roundToThousandth(earlierMeter.usual + laterMeter.usual),
    excess: roundToThousandth(earlierMeter.excess + laterMeter.excess),
    deviations:
      Math.abs(laterMeter.deviations) > Math.abs(earlierMeter.deviations)
        ? laterMeter.deviations
        : earlierMeter.deviations,
  }
}
