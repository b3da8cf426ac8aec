/** Which hours of unusual use have one cause: a line that stands shows at its own meters and at those that serve it. */
import { HOUR_MS, toMillis, type Moment } from '@/plant/rules/plant-time'
import { above, leadingOf, withHours, type CaseMeter, type Off, type Places, type UnusualHour } from './abnormal-case'

/** A time in which a line stood, ms since 1970; `to` of one that still stands is as late as anything. */
export interface StopSpan {
  readonly id: string
  readonly lineId: string
  readonly from: number
  readonly to: number
}
/** What is known of the plant beside its meters. */
export interface Around {
  readonly places: Places
  readonly stops: readonly StopSpan[]
  /** Lines that work on what others make, such as slitters: they have less to do while one of those stands. */
  readonly followers: ReadonlySet<string>
}
export const nothingAround: Around = { places: new Map(), stops: [], followers: new Set() }

/** A stretch of time with its direction and whose it is. */
interface Span extends Off {
  readonly startsAt: Moment
  readonly endsAt: Moment
}
const overlaps = (stop: StopSpan, from: number, to: number): boolean => stop.from < to && stop.to > from

/** Stops of a line in a time, those that took most of it first. */
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
 * Whether two have one cause: what happens on a line (it stops, runs slower, stands with its heaters on) shows at all its
 * meters at once, so a line is one case a direction. High and low stay apart: a valve that stays open while the line
 * stands is not explained by the stop. A meter that serves no line stands for itself.
 */
export const sameCause = (one: Off, other: Off): boolean =>
  one.direction === other.direction &&
  one.lineId === other.lineId &&
  (one.lineId !== null || one.energyMeterId === other.energyMeterId)

const excessOf = ({ used, usual }: UnusualHour): number => used - usual
/** What the lines lost that stood in an hour and used less for it; the one that lost most is what others feel. */
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
 * The line whose doing it is that a meter of no line was off: a meter above it of which it makes the greater part of the
 * difference; and what lines share has less to do while one of them alone is low. That it took more is its own story.
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
 * Hours of the same time, those of one cause together. While a line stands, what used less than usual with it follows from
 * the stop: meters of no line, and lines that work on what it makes and do not stand themselves.
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
/** Whether two times of one cause are one case: no usual hour lies between them, or one stop covers both. */
export function isOneCase(one: Span, other: Span, stops: readonly StopSpan[]): boolean {
  if (!sameCause(one, other)) return false
  const [a, b] = [timeOf(one), timeOf(other)]
  if (a[0] <= b[1] && b[0] <= a[1]) return true
  const first = new Set(stopsWithin(stops, one.lineId, a).map(({ id }) => id))
  return stopsWithin(stops, one.lineId, b).some(({ id }) => first.has(id))
}

export type AbnormalCase = Off & ReturnType<typeof withHours>
/** The cases of a stretch of time, from what was unusual in each hour of it. */
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

/** Stops that a case names: a line that stood so often in one run of hours has other troubles. */
const MOST_NAMED = 20
/** What a case says of its meters: the leading one's figures, the span of all, and the stops of its line in that time. */
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

/** A case as it was kept, which may since have turned out to be part of another. */
export interface KeptCase extends Span {
  readonly id: string
  readonly meters: readonly CaseMeter[]
}
/** Kept cases that are one event, as groups with the case first that stands for it; those that stand alone are no group. */
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
/** The line whose stop a case follows from: low use all of it while the line stood, whose own case it lies in. */
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

/** The meters of several cases, each once: what they showed at different times adds up, what was kept twice counts once. */
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
