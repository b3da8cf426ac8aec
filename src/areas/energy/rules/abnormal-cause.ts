/** Groups hours of unusual use by cause. A stopped line shows at its own meters and at those that serve it. */
import { HOUR_MS, toMillis, type Moment } from '@/plant/rules/plant-time'
import {
  walkMetersAbove,
  findLeadingMeter,
  mergeHours,
  type CaseMeter,
  type UseDeviation,
  type MeterPlaces,
  type UnusualHour,
} from './abnormal-case'

/** A stop of a line in ms since 1970; `to` is infinite while the line still stands. */
export interface StopSpan {
  readonly id: string
  readonly lineId: string
  readonly from: number
  readonly to: number
}
/** Meter positions, line stops and follower lines that are needed to attribute a cause. */
export interface CaseContext {
  readonly places: MeterPlaces
  readonly stops: readonly StopSpan[]
  /** Lines that process the output of other lines, e.g. slitters; they have less to do while one of those stands. */
  readonly followers: ReadonlySet<string>
}
export const emptyCaseContext: CaseContext = { places: new Map(), stops: [], followers: new Set() }

/** A period of abnormal use with its line, meter and direction. */
interface CaseSpan extends UseDeviation {
  readonly startsAt: Moment
  readonly endsAt: Moment
}
const overlaps = (stop: StopSpan, from: number, to: number): boolean => stop.from < to && stop.to > from

/** Returns the stops of a line that overlap a period, the longest overlap first. */
export const listStopsWithin = (
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
 * True if two deviations have the same cause. Events on a line (it stops, runs slower, stands with its heaters on) show
 * at all its meters at once, so a line has one case per direction. High and low are separate cases: a stop does not
 * explain a valve that stays open. A meter without a line is a case of its own.
 */
export const isSameCause = (one: UseDeviation, other: UseDeviation): boolean =>
  one.direction === other.direction &&
  one.lineId === other.lineId &&
  (one.lineId !== null || one.energyMeterId === other.energyMeterId)

const getExcess = ({ used, usual }: UnusualHour): number => used - usual
/**
 * Returns the stopped line whose electricity fell most below usual in an hour, or null; it explains low use elsewhere.
 */
function findStandingLine(hours: readonly UnusualHour[], { stops, followers }: CaseContext): string | null {
  const savedByLine = new Map<string, number>()
  for (const hour of hours)
    if (
      hour.lineId !== null &&
      hour.direction === 'low' &&
      hour.medium === 'electricity' &&
      !followers.has(hour.lineId) &&
      listStopsWithin(stops, hour.lineId, [hour.at, hour.at + HOUR_MS]).length > 0
    )
      savedByLine.set(hour.lineId, (savedByLine.get(hour.lineId) ?? 0) - getExcess(hour))
  return [...savedByLine].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
/**
 * Returns the line that explains the deviation of a meter without a line, or null. For a parent meter it is the line
 * that makes up at least half of the difference. For a shared meter with low use it is the only line that is low. High
 * use of a shared meter is a case of its own.
 */
function findCausingLine(
  hour: UnusualHour,
  hours: readonly UnusualHour[],
  { places, followers }: CaseContext,
): string | null {
  const lineHours = hours.filter((one) => one.lineId !== null && one.direction === hour.direction)
  const meterIds = new Set(lineHours.map(({ energyMeterId }) => energyMeterId))
  const excessByLine = new Map<string, number>()
  for (const one of lineHours) {
    const parentIds = [...walkMetersAbove(places, one.energyMeterId)]
    if (
      one.medium !== hour.medium ||
      !parentIds.includes(hour.energyMeterId) ||
      parentIds.some((id) => meterIds.has(id))
    )
      continue
    excessByLine.set(one.lineId!, (excessByLine.get(one.lineId!) ?? 0) + getExcess(one))
  }
  const [largest] = [...excessByLine].toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
  if (largest && Math.abs(largest[1]) * 2 >= Math.abs(getExcess(hour))) return largest[0]
  const lineIds = new Set(lineHours.map(({ lineId }) => lineId!))
  const leadingLines = [...lineIds].filter((id) => !followers.has(id))
  const lines = leadingLines.length > 0 ? leadingLines : [...lineIds]
  const allocation = places.get(hour.energyMeterId)?.allocation ?? 'none'
  return hour.direction === 'low' && allocation !== 'none' && lines.length === 1 ? lines[0]! : null
}
/**
 * Groups hours of the same time by cause. While a line stands, low use follows from its stop at meters without a line
 * and on follower lines that have no stop of their own.
 */
export function groupByCause(hours: readonly UnusualHour[], context: CaseContext): UnusualHour[][] {
  const standingLine = findStandingLine(hours, context)
  const findCausingLineId = (hour: UnusualHour): string | null => {
    const isFollower = hour.lineId !== null && context.followers.has(hour.lineId)
    if (hour.lineId !== null && !isFollower) return hour.lineId
    const ownStops = listStopsWithin(context.stops, hour.lineId, [hour.at, hour.at + HOUR_MS])
    if (standingLine !== null && hour.direction === 'low' && ownStops.length === 0) return standingLine
    return hour.lineId ?? findCausingLine(hour, hours, context)
  }
  const cases: UnusualHour[][] = []
  for (const unusualHour of hours) {
    const hour = { ...unusualHour, lineId: findCausingLineId(unusualHour) }
    const matchingCase = cases.find(([first]) => first && isSameCause(first, hour))
    if (matchingCase) matchingCase.push(hour)
    else cases.push([hour])
  }
  return cases
}
/** True if two periods with the same cause form one case: no usual hour lies between them, or one stop covers both. */
export function isSameCase(one: CaseSpan, other: CaseSpan, stops: readonly StopSpan[]): boolean {
  if (!isSameCause(one, other)) return false
  const [a, b] = [toMillisRange(one), toMillisRange(other)]
  if (a[0] <= b[1] && b[0] <= a[1]) return true
  const first = new Set(listStopsWithin(stops, one.lineId, a).map(({ id }) => id))
  return listStopsWithin(stops, one.lineId, b).some(({ id }) => first.has(id))
}

export type AbnormalCase = UseDeviation & ReturnType<typeof mergeHours>
/** Builds the cases of a period from the unusual hours of each hour in it. */
export function buildCases(hoursByTime: readonly (readonly UnusualHour[])[], context: CaseContext): AbnormalCase[] {
  const cases: AbnormalCase[] = []
  for (const causeHours of hoursByTime.flatMap((hours) => groupByCause(hours, context))) {
    const [first] = causeHours as [UnusualHour]
    const summary = mergeHours([], causeHours)
    const index = cases.findLastIndex((one) => isSameCase(one, { ...first, ...summary }, context.stops))
    const { energyMeterId, lineId, direction } = cases[index] ?? first
    const extendedCase = { energyMeterId, lineId, direction, ...mergeHours(cases[index]?.meters ?? [], causeHours) }
    cases.splice(index < 0 ? cases.length : index, 1, extendedCase)
  }
  return cases
}

/**
 * Maximum number of stops stored with a case; a line that stops more often in one run of hours has a different problem.
 */
const MAX_NAMED_STOPS = 20
/**
 * Returns the fields of a case: amounts of the leading meter, period of all meters, and stops of the line in that time.
 */
export function buildCaseFields(
  lineId: string | null,
  summary: ReturnType<typeof mergeHours>,
  { places, stops }: CaseContext,
) {
  const { startsAt, endsAt, hours, deviations, meters } = summary
  const { energyMeterId, medium, used, usual, excess } = findLeadingMeter(meters, places, lineId)
  const namedStops = listStopsWithin(stops, lineId, [toMillis(startsAt), toMillis(endsAt)])
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
    meterIds: meters.map((one) => one.energyMeterId),
    stopIds: namedStops.slice(0, MAX_NAMED_STOPS).map(({ id }) => id),
  }
}
export type CaseFields = ReturnType<typeof buildCaseFields>

/** A stored case, which may since have turned out to be part of another one. */
export interface StoredCase extends CaseSpan {
  readonly id: string
  readonly meters: readonly CaseMeter[]
}
/** Groups stored cases that are one event, the case to keep first. Cases without a match are omitted. */
export function groupByEvent<C extends StoredCase>(cases: readonly C[], context: CaseContext): C[][] {
  const assignedCases = cases.map((one) => ({ one, as: { ...one, lineId: findOwningLine(one, cases, context) } }))
  const groups: (typeof assignedCases)[] = []
  for (const assignedCase of assignedCases.toSorted((a, b) => (a.one.startsAt < b.one.startsAt ? -1 : 1))) {
    const matchingGroups = groups.filter((group) =>
      group.some(({ as }) => isSameCase(as, assignedCase.as, context.stops)),
    )
    for (const group of matchingGroups) groups.splice(groups.indexOf(group), 1)
    groups.push([...matchingGroups.flat(), assignedCase])
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) =>
      group
        .toSorted((a, b) => Number(a.one.lineId !== a.as.lineId) - Number(b.one.lineId !== b.as.lineId))
        .map(({ one }) => one),
    )
}
/**
 * Returns the line whose stop explains a case with low use: the case lies within a low case of that line, during one of
 * its stops. Otherwise returns the line of the case.
 */
function findOwningLine(
  storedCase: StoredCase,
  cases: readonly StoredCase[],
  { stops, followers }: CaseContext,
): string | null {
  if (storedCase.direction !== 'low' || (storedCase.lineId !== null && !followers.has(storedCase.lineId)))
    return storedCase.lineId
  const [from, to] = toMillisRange(storedCase)
  if (listStopsWithin(stops, storedCase.lineId, [from, to]).length > 0) return storedCase.lineId
  const enclosingCases = cases.filter(({ lineId, direction, ...other }) => {
    if (lineId === null || followers.has(lineId) || direction !== 'low') return false
    const [begin, end] = toMillisRange(other)
    return begin <= from && to <= end && listStopsWithin(stops, lineId, [from, to]).length > 0
  })
  const getLargestSaving = ({ meters }: StoredCase): number => Math.max(0, ...meters.map(({ excess }) => -excess))
  return enclosingCases.toSorted((a, b) => getLargestSaving(b) - getLargestSaving(a))[0]?.lineId ?? storedCase.lineId
}

/** Merges the meters of several cases. Values of different times are added; overlapping values count once. */
export function mergeCaseMeters(cases: readonly { readonly meters: readonly CaseMeter[] }[]): CaseMeter[] {
  const metersById = new Map<string, CaseMeter>()
  for (const meter of cases.flatMap(({ meters }) => meters)) {
    const mergedMeter = metersById.get(meter.energyMeterId)
    metersById.set(meter.energyMeterId, mergedMeter ? mergeMeters(mergedMeter, meter) : meter)
  }
  return [...metersById.values()]
}
function mergeMeters(one: CaseMeter, other: CaseMeter): CaseMeter {
  const isSeparate = one.endsAt <= other.startsAt || other.endsAt <= one.startsAt
  if (!isSeparate) return one.hours >= other.hours ? one : other
  const [first, last] = one.startsAt < other.startsAt ? [one, other] : [other, one]
  return {
    ...first,
    endsAt: last.endsAt,
    hours: first.hours + last.hours,
    used: roundToThousandth(first.used + last.used),
    usual: roundToThousandth(first.usual + last.usual),
    excess: roundToThousandth(first.excess + last.excess),
    deviations: Math.abs(last.deviations) > Math.abs(first.deviations) ? last.deviations : first.deviations,
  }
}
const roundToThousandth = (value: number): number => Math.round(value * 1e3) / 1e3
