/** Groups hours of unusual use by cause. A stopped line shows at its own meters and at those that serve it. */
import { HOUR_MS, toMillis, type Moment } from '@/plant/rules/plant-time'
import { above, leadingOf, withHours, type CaseMeter, type Off, type Places, type UnusualHour } from './abnormal-case'

/** A stop of a line in ms since 1970; `to` is infinite while the line still stands. */
export interface StopSpan {
  readonly id: string
  readonly lineId: string
  readonly from: number
  readonly to: number
}
/** Meter positions, line stops and follower lines that are needed to attribute a cause. */
export interface Around {
  readonly places: Places
  readonly stops: readonly StopSpan[]
  /** Lines that process the output of other lines, e.g. slitters; they have less to do while one of those stands. */
  readonly followers: ReadonlySet<string>
}
export const nothingAround: Around = { places: new Map(), stops: [], followers: new Set() }

/** A period of abnormal use with its line, meter and direction. */
interface Span extends Off {
  readonly startsAt: Moment
  readonly endsAt: Moment
}
const overlaps = (stop: StopSpan, from: number, to: number): boolean => stop.from < to && stop.to > from

/** Returns the stops of a line that overlap a period, the longest overlap first. */
export const stopsWithin = (
  stops: readonly StopSpan[],
  lineId: string | null,
  [from, to]: readonly [number, number],
): StopSpan[] => {
  const share = (stop: StopSpan): number => Math.min(stop.to, to) - Math.max(stop.from, from)
  return stops
    .filter((stop) => stop.lineId === lineId && overlaps(stop, from, to))
    .toSorted((a, b) => share(b) - share(a))
}
const timeOf = ({ startsAt, endsAt }: Pick<Span, 'startsAt' | 'endsAt'>): [number, number] => [
  toMillis(startsAt),
  toMillis(endsAt),
]

/**
 * True if two deviations have the same cause. Events on a line (it stops, runs slower, stands with its heaters on) show
 * at all its meters at once, so a line has one case per direction. High and low are separate cases: a stop does not
 * explain a valve that stays open. A meter without a line is a case of its own.
 */
export const sameCause = (one: Off, other: Off): boolean =>
  one.direction === other.direction &&
  one.lineId === other.lineId &&
  (one.lineId !== null || one.energyMeterId === other.energyMeterId)

const excessOf = ({ used, usual }: UnusualHour): number => used - usual
/**
 * Returns the stopped line whose electricity fell most below usual in an hour, or null; it explains low use elsewhere.
 */
function standing(hours: readonly UnusualHour[], { stops, followers }: Around): string | null {
  const lost = new Map<string, number>()
  for (const hour of hours)
    if (
      hour.lineId !== null &&
      hour.direction === 'low' &&
      hour.medium === 'electricity' &&
      !followers.has(hour.lineId) &&
      stopsWithin(stops, hour.lineId, [hour.at, hour.at + HOUR_MS]).length > 0
    )
      lost.set(hour.lineId, (lost.get(hour.lineId) ?? 0) - excessOf(hour))
  return [...lost].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
/**
 * Returns the line that explains the deviation of a meter without a line, or null. For a parent meter it is the line
 * that makes up at least half of the difference. For a shared meter with low use it is the only line that is low. High
 * use of a shared meter is a case of its own.
 */
function lineBehind(hour: UnusualHour, hours: readonly UnusualHour[], { places, followers }: Around): string | null {
  const same = hours.filter((one) => one.lineId !== null && one.direction === hour.direction)
  const ids = new Set(same.map(({ energyMeterId }) => energyMeterId))
  const below = new Map<string, number>()
  for (const one of same) {
    const up = [...above(places, one.energyMeterId)]
    if (one.medium !== hour.medium || !up.includes(hour.energyMeterId) || up.some((id) => ids.has(id))) continue
    below.set(one.lineId!, (below.get(one.lineId!) ?? 0) + excessOf(one))
  }
  const [most] = [...below].toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
  if (most && Math.abs(most[1]) * 2 >= Math.abs(excessOf(hour))) return most[0]
  const all = new Set(same.map(({ lineId }) => lineId!))
  const leading = [...all].filter((id) => !followers.has(id))
  const lines = leading.length > 0 ? leading : [...all]
  const shared = places.get(hour.energyMeterId)?.allocation ?? 'none'
  return hour.direction === 'low' && shared !== 'none' && lines.length === 1 ? lines[0]! : null
}
/**
 * Groups hours of the same time by cause. While a line stands, low use follows from its stop at meters without a line
 * and on follower lines that have no stop of their own.
 */
export function byCause(hours: readonly UnusualHour[], around: Around): UnusualHour[][] {
  const stood = standing(hours, around)
  const causeOf = (hour: UnusualHour): string | null => {
    const follows = hour.lineId !== null && around.followers.has(hour.lineId)
    if (hour.lineId !== null && !follows) return hour.lineId
    const own = stopsWithin(around.stops, hour.lineId, [hour.at, hour.at + HOUR_MS])
    if (stood !== null && hour.direction === 'low' && own.length === 0) return stood
    return hour.lineId ?? lineBehind(hour, hours, around)
  }
  const cases: UnusualHour[][] = []
  for (const found of hours) {
    const hour = { ...found, lineId: causeOf(found) }
    const mine = cases.find(([first]) => first && sameCause(first, hour))
    if (mine) mine.push(hour)
    else cases.push([hour])
  }
  return cases
}
/** True if two periods with the same cause form one case: no usual hour lies between them, or one stop covers both. */
export function isOneCase(one: Span, other: Span, stops: readonly StopSpan[]): boolean {
  if (!sameCause(one, other)) return false
  const [a, b] = [timeOf(one), timeOf(other)]
  if (a[0] <= b[1] && b[0] <= a[1]) return true
  const first = new Set(stopsWithin(stops, one.lineId, a).map(({ id }) => id))
  return stopsWithin(stops, one.lineId, b).some(({ id }) => first.has(id))
}

export type AbnormalCase = Off & ReturnType<typeof withHours>
/** Builds the cases of a period from the unusual hours of each hour in it. */
export function casesIn(stretch: readonly (readonly UnusualHour[])[], around: Around): AbnormalCase[] {
  const cases: AbnormalCase[] = []
  for (const mine of stretch.flatMap((hours) => byCause(hours, around))) {
    const [first] = mine as [UnusualHour]
    const found = withHours([], mine)
    const at = cases.findLastIndex((one) => isOneCase(one, { ...first, ...found }, around.stops))
    const { energyMeterId, lineId, direction } = cases[at] ?? first
    const grown = { energyMeterId, lineId, direction, ...withHours(cases[at]?.meters ?? [], mine) }
    cases.splice(at < 0 ? cases.length : at, 1, grown)
  }
  return cases
}

/**
 * Maximum number of stops stored with a case; a line that stops more often in one run of hours has a different problem.
 */
const MOST_NAMED = 20
/**
 * Returns the fields of a case: amounts of the leading meter, period of all meters, and stops of the line in that time.
 */
export function caseFields(lineId: string | null, of: ReturnType<typeof withHours>, { places, stops }: Around) {
  const { startsAt, endsAt, hours, deviations, meters } = of
  const { energyMeterId, medium, used, usual, excess } = leadingOf(meters, places, lineId)
  const named = stopsWithin(stops, lineId, [toMillis(startsAt), toMillis(endsAt)])
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
    stopIds: named.slice(0, MOST_NAMED).map(({ id }) => id),
  }
}
export type CaseFields = ReturnType<typeof caseFields>

/** A stored case, which may since have turned out to be part of another one. */
export interface KeptCase extends Span {
  readonly id: string
  readonly meters: readonly CaseMeter[]
}
/** Groups stored cases that are one event, the case to keep first. Cases without a match are omitted. */
export function oneEvent<C extends KeptCase>(cases: readonly C[], around: Around): C[][] {
  const owned = cases.map((one) => ({ one, as: { ...one, lineId: lineOf(one, cases, around) } }))
  const groups: (typeof owned)[] = []
  for (const each of owned.toSorted((a, b) => (a.one.startsAt < b.one.startsAt ? -1 : 1))) {
    const mine = groups.filter((group) => group.some(({ as }) => isOneCase(as, each.as, around.stops)))
    for (const group of mine) groups.splice(groups.indexOf(group), 1)
    groups.push([...mine.flat(), each])
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
function lineOf(one: KeptCase, cases: readonly KeptCase[], { stops, followers }: Around): string | null {
  if (one.direction !== 'low' || (one.lineId !== null && !followers.has(one.lineId))) return one.lineId
  const [from, to] = timeOf(one)
  if (stopsWithin(stops, one.lineId, [from, to]).length > 0) return one.lineId
  const around = cases.filter(({ lineId, direction, ...other }) => {
    if (lineId === null || followers.has(lineId) || direction !== 'low') return false
    const [begin, end] = timeOf(other)
    return begin <= from && to <= end && stopsWithin(stops, lineId, [from, to]).length > 0
  })
  const lost = ({ meters }: KeptCase): number => Math.max(0, ...meters.map(({ excess }) => -excess))
  return around.toSorted((a, b) => lost(b) - lost(a))[0]?.lineId ?? one.lineId
}

/** Merges the meters of several cases. Values of different times are added; overlapping values count once. */
export function joinedMeters(cases: readonly { readonly meters: readonly CaseMeter[] }[]): CaseMeter[] {
  const joined = new Map<string, CaseMeter>()
  for (const meter of cases.flatMap(({ meters }) => meters)) {
    const known = joined.get(meter.energyMeterId)
    joined.set(meter.energyMeterId, known ? together(known, meter) : meter)
  }
  return [...joined.values()]
}
function together(one: CaseMeter, other: CaseMeter): CaseMeter {
  const apart = one.endsAt <= other.startsAt || other.endsAt <= one.startsAt
  if (!apart) return one.hours >= other.hours ? one : other
  const [first, last] = one.startsAt < other.startsAt ? [one, other] : [other, one]
  return {
    ...first,
    endsAt: last.endsAt,
    hours: first.hours + last.hours,
    used: rounded(first.used + last.used),
    usual: rounded(first.usual + last.usual),
    excess: rounded(first.excess + last.excess),
    deviations: Math.abs(last.deviations) > Math.abs(first.deviations) ? last.deviations : first.deviations,
  }
}
const rounded = (value: number): number => Math.round(value * 1e3) / 1e3
