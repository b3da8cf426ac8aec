/** The life of a case of abnormal use 异常用能: found by the clock, explained by a person; and which hours are one case. */
import { defineMachine } from '@/contract/state-machine'
import { HOUR, toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import { energyMedia, type AllocationKey, type EnergyMedium } from './meter-tree'

export const energyAbnormalLife = defineMachine('energyAbnormal', {
  states: ['open', 'explained'],
  initial: 'open',
  actions: {
    explain: { from: ['open', 'explained'], to: 'explained', permission: 'energyAnalysisEdit', requires: ['cause'] },
  },
})

/** Whose use was off, and which way. */
interface Off {
  readonly energyMeterId: string
  readonly lineId: string | null
  readonly direction: 'high' | 'low'
}
/** An hour in which a meter used far more or less than usual; `at` in ms since 1970, amounts in the unit of the medium. */
export interface UnusualHour extends Off {
  readonly medium: EnergyMedium
  readonly at: number
  readonly used: number
  readonly usual: number
  readonly deviations: number
}
/** What one meter showed in a case. */
export interface CaseMeter {
  readonly energyMeterId: string
  readonly medium: EnergyMedium
  readonly startsAt: Moment
  readonly endsAt: Moment
  readonly hours: number
  readonly used: number
  readonly usual: number
  readonly excess: number
  readonly deviations: number
}

/**
 * Whether two have one cause: what happens on a line (it stops, runs slower, stands with its heaters on) shows at all its
 * meters at once, so a line is one case a direction. High and low stay apart: a valve that stays open while the line
 * stands is not explained by the stop. A meter that serves no line stands for itself.
 */
export const sameCase = (one: Off, other: Off): boolean =>
  one.direction === other.direction &&
  one.lineId === other.lineId &&
  (one.lineId !== null || one.energyMeterId === other.energyMeterId)
/** Where a meter stands: below which one, for which line, and by which key several lines share it. */
export interface MeterPlace {
  readonly parentId: string | null
  readonly lineId: string | null
  readonly allocation: AllocationKey
}
type Places = ReadonlyMap<string, MeterPlace>
/** A tree of meters is never so deep; one in a circle ends here. */
const MOST_LEVELS = 100
/** The meters above one, from the nearest on. */
function* above(places: Places, id: string): Generator<string> {
  let at = places.get(id)?.parentId ?? null
  for (let level = 0; at !== null && level < MOST_LEVELS; level++) {
    yield at
    at = places.get(at)?.parentId ?? null
  }
}
const excessOf = ({ used, usual }: UnusualHour): number => used - usual
/**
 * The line whose doing it is that a meter of no line was off: a meter above it of which it makes the greater part of the
 * difference; and what lines share has less to do while one of them alone stands. That it took more is its own story.
 */
function lineBehind(hour: UnusualHour, hours: readonly UnusualHour[], places: Places): string | null {
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
  const lines = new Set(same.map(({ lineId }) => lineId))
  const shared = places.get(hour.energyMeterId)?.allocation ?? 'none'
  return hour.direction === 'low' && shared !== 'none' && lines.size === 1 ? [...lines][0]! : null
}
/** Hours of the same time, those of one cause together. */
export function byCase(hours: readonly UnusualHour[], places: Places): UnusualHour[][] {
  const cases: UnusualHour[][] = []
  for (const found of hours) {
    const hour = { ...found, lineId: found.lineId ?? lineBehind(found, hours, places) }
    const mine = cases.find(([first]) => first && sameCase(first, hour))
    if (mine) mine.push(hour)
    else cases.push([hour])
  }
  return cases
}
/** Whether an hour belongs to a case: of the same cause, and without a usual hour between them. */
export const isOf = (one: Off & { readonly startsAt: Moment; readonly endsAt: Moment }, hour: UnusualHour): boolean =>
  sameCase(one, hour) && toMillis(one.startsAt) <= hour.at && hour.at <= toMillis(one.endsAt)

const DIGITS = 1e3
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS
const worse = (one: number, other: number): number => (Math.abs(other) > Math.abs(one) ? other : one)
/** What a case comes to with more hours; an hour of a meter that it has already counts once. */
export function withHours(before: readonly CaseMeter[], hours: readonly UnusualHour[]) {
  const meters = new Map(before.map((one) => [one.energyMeterId, one]))
  for (const { energyMeterId, medium, at, used, usual, deviations } of hours) {
    const known = meters.get(energyMeterId)
    if (known && toMillis(known.endsAt) > at) continue
    meters.set(energyMeterId, {
      energyMeterId,
      medium,
      startsAt: known?.startsAt ?? toMoment(at),
      endsAt: toMoment(at + HOUR),
      hours: (known?.hours ?? 0) + 1,
      used: rounded((known?.used ?? 0) + used),
      usual: rounded((known?.usual ?? 0) + usual),
      excess: rounded((known?.excess ?? 0) + used - usual),
      deviations: worse(known?.deviations ?? 0, Math.round(deviations * 10) / 10),
    })
  }
  const all = [...meters.values()]
  const from = Math.min(...all.map(({ startsAt }) => toMillis(startsAt)))
  const to = Math.max(...all.map(({ endsAt }) => toMillis(endsAt)))
  return {
    startsAt: toMoment(from),
    endsAt: toMoment(to),
    hours: (to - from) / HOUR,
    deviations: all.reduce((worst, one) => worse(worst, one.deviations), 0),
    meters: all,
  }
}
export type AbnormalCase = Off & ReturnType<typeof withHours>
/** The cases of a stretch of time, from what was unusual in each hour of it. */
export function casesIn(stretch: readonly (readonly UnusualHour[])[], places: Places): AbnormalCase[] {
  const cases: AbnormalCase[] = []
  for (const mine of stretch.flatMap((hours) => byCase(hours, places))) {
    const [first] = mine as [UnusualHour]
    const at = cases.findLastIndex((one) => isOf(one, first))
    const { energyMeterId, lineId, direction } = cases[at] ?? first
    const grown = { energyMeterId, lineId, direction, ...withHours(cases[at]?.meters ?? [], mine) }
    cases.splice(at < 0 ? cases.length : at, 1, grown)
  }
  return cases
}
/** The meter that names a case and whose figures stand for it: of the line's own none is above it; electricity first, then what differs most. */
export function leadingOf(meters: readonly CaseMeter[], places: Places): CaseMeter {
  const own = meters.filter(({ energyMeterId }) => places.get(energyMeterId)?.lineId)
  const candidates = own.length > 0 ? own : meters
  const ids = new Set(candidates.map(({ energyMeterId }) => energyMeterId))
  const [first] = candidates
    .filter(({ energyMeterId }) => ![...above(places, energyMeterId)].some((id) => ids.has(id)))
    .toSorted(
      (a, b) =>
        energyMedia.indexOf(a.medium) - energyMedia.indexOf(b.medium) || Math.abs(b.excess) - Math.abs(a.excess),
    )
  return first ?? candidates[0]!
}
