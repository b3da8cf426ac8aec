/** Cases of abnormal energy use 异常用能: found by a job, explained by a person, with the values of each meter. */
import { defineStateMachine } from '@/contract/state-machine'
import { HOUR_MS, toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import { energyMedia, type AllocationKey, type EnergyMedium } from './meter-tree'

export const energyAbnormalLife = defineStateMachine('energyAbnormal', {
  states: ['open', 'explained'],
  initial: 'open',
  actions: {
    explain: {
      from: ['open', 'explained'],
      to: 'explained',
      permission: 'energyAnalysisEdit',
      requiredInputs: ['cause'],
    },
  },
})

/** The meter and line whose use was abnormal, and the direction. */
export interface Off {
  readonly energyMeterId: string
  readonly lineId: string | null
  readonly direction: 'high' | 'low'
}
/**
 * An hour in which a meter used far more or less than usual. `at` in ms since 1970, amounts in the unit of the medium.
 */
export interface UnusualHour extends Off {
  readonly medium: EnergyMedium
  readonly at: number
  readonly used: number
  readonly usual: number
  readonly deviations: number
}
/** One meter of a case, summed over its unusual hours; amounts in the unit of the medium. */
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

/** Position of a meter: its parent, its line, and the key by which several lines share it. */
export interface MeterPlace {
  readonly parentId: string | null
  readonly lineId: string | null
  readonly allocation: AllocationKey
}
export type Places = ReadonlyMap<string, MeterPlace>
/** Far deeper than any meter tree; stops the walk in a cyclic one. */
const MOST_LEVELS = 100
/** Yields the ids of the meters above a meter, nearest first. */
export function* above(places: Places, id: string): Generator<string> {
  let at = places.get(id)?.parentId ?? null
  for (let level = 0; at !== null && level < MOST_LEVELS; level++) {
    yield at
    at = places.get(at)?.parentId ?? null
  }
}

const DIGITS = 1e3
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS
const worse = (one: number, other: number): number => (Math.abs(other) > Math.abs(one) ? other : one)
/** Adds hours to the meters of a case and summarizes them. An hour that a meter already includes is skipped. */
export function withHours(before: readonly CaseMeter[], hours: readonly UnusualHour[]) {
  const meters = new Map(before.map((one) => [one.energyMeterId, one]))
  for (const { energyMeterId, medium, at, used, usual, deviations } of hours) {
    const known = meters.get(energyMeterId)
    if (known && toMillis(known.endsAt) > at) continue
    meters.set(energyMeterId, {
      energyMeterId,
      medium,
      startsAt: known?.startsAt ?? toMoment(at),
      endsAt: toMoment(at + HOUR_MS),
      hours: (known?.hours ?? 0) + 1,
      used: rounded((known?.used ?? 0) + used),
      usual: rounded((known?.usual ?? 0) + usual),
      excess: rounded((known?.excess ?? 0) + used - usual),
      deviations: worse(known?.deviations ?? 0, Math.round(deviations * 10) / 10),
    })
  }
  return spanOf([...meters.values()])
}
/** Returns the period from the first to the last hour of the meters, and the largest deviation. */
export function spanOf(all: readonly CaseMeter[]) {
  const from = Math.min(...all.map(({ startsAt }) => toMillis(startsAt)))
  const to = Math.max(...all.map(({ endsAt }) => toMillis(endsAt)))
  return {
    startsAt: toMoment(from),
    endsAt: toMoment(to),
    hours: (to - from) / HOUR_MS,
    deviations: all.reduce((worst, one) => worse(worst, one.deviations), 0),
    meters: [...all],
  }
}
/**
 * Returns the meter that represents a case: a topmost one, of the line if the line has any; electricity first, then the
 * largest excess.
 */
export function leadingOf(meters: readonly CaseMeter[], places: Places, lineId: string | null): CaseMeter {
  const own = meters.filter(({ energyMeterId }) => lineId !== null && places.get(energyMeterId)?.lineId === lineId)
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
