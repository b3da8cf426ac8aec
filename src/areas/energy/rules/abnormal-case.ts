/** Cases of abnormal energy use 异常用能: found by a job, explained by a person, with the values of each meter. */
import { defineStateMachine } from '@/contract/state-machine'
import { HOUR_MS, toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import { energyMedia, type AllocationKey, type EnergyMedium } from './meter-tree'
import { roundToThousandth } from '@/plant/rules/quantity'

export const energyAbnormalLifecycle = defineStateMachine('energyAbnormal', {
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

/** The meter and line whose use was abnormally high or low. */
export interface AbnormalUse {
  readonly energyMeterId: string
  readonly lineId: string | null
  readonly direction: 'high' | 'low'
}
/**
 * An hour in which a meter used far more or less than usual. `at` in ms since 1970, amounts in the unit of the medium.
 */
export interface UnusualHour extends AbnormalUse {
  readonly medium: EnergyMedium
  readonly at: number
  readonly used: number
  readonly usual: number
  /** Distance from usual use, as a multiple of the usual spread; negative for low use. */
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

/** Position of a meter: its parent in the tree, its line, and the key that allocates a shared meter to several lines. */
export interface MeterPosition {
  readonly parentId: string | null
  readonly lineId: string | null
  readonly allocation: AllocationKey
}
export type MeterPositions = ReadonlyMap<string, MeterPosition>
/** Far deeper than any meter tree; ends the walk if the tree has a cycle. */
const MAX_LEVELS = 100
/** Yields the ids of the meters above a meter, nearest first. */
export function* walkMetersAbove(positions: MeterPositions, id: string): Generator<string> {
  let meterId = positions.get(id)?.parentId ?? null
  for (let level = 0; meterId !== null && level < MAX_LEVELS; level++) {
    yield meterId
    meterId = positions.get(meterId)?.parentId ?? null
  }
}

/** Returns the deviation that is farther from zero. */
const getLargerDeviation = (a: number, b: number): number => (Math.abs(b) > Math.abs(a) ? b : a)
/**
 * Adds hours to the meters of a case and summarizes the meters. The hours must be in order of time: an hour that begins
 * before the end of its meter counts as added already and is skipped.
 */
export function mergeHours(storedMeters: readonly CaseMeter[], hours: readonly UnusualHour[]) {
  const meterById = new Map(storedMeters.map((meter) => [meter.energyMeterId, meter]))
  for (const { energyMeterId, medium, at, used, usual, deviations } of hours) {
    const storedMeter = meterById.get(energyMeterId)
    if (storedMeter && toMillis(storedMeter.endsAt) > at) continue
    meterById.set(energyMeterId, {
      energyMeterId,
      medium,
      startsAt: storedMeter?.startsAt ?? toMoment(at),
      endsAt: toMoment(at + HOUR_MS),
      hours: (storedMeter?.hours ?? 0) + 1,
      used: roundToThousandth((storedMeter?.used ?? 0) + used),
      usual: roundToThousandth((storedMeter?.usual ?? 0) + usual),
      excess: roundToThousandth((storedMeter?.excess ?? 0) + used - usual),
      deviations: getLargerDeviation(storedMeter?.deviations ?? 0, Math.round(deviations * 10) / 10),
    })
  }
  return summarizeMeters([...meterById.values()])
}
/** Returns the period from the first to the last hour of the meters, and the largest deviation. */
export function summarizeMeters(meters: readonly CaseMeter[]) {
  const from = Math.min(...meters.map(({ startsAt }) => toMillis(startsAt)))
  const to = Math.max(...meters.map(({ endsAt }) => toMillis(endsAt)))
  return {
    startsAt: toMoment(from),
    endsAt: toMoment(to),
    hours: (to - from) / HOUR_MS,
    deviations: meters.reduce((largest, meter) => getLargerDeviation(largest, meter.deviations), 0),
    meters: [...meters],
  }
}
/**
 * Returns the meter that represents a case. Candidates are the case's meters of the line, or all its meters if the line
 * has none. Only topmost candidates count; electricity comes first, then the largest excess.
 */
export function findLeadingMeter(
  meters: readonly CaseMeter[],
  positions: MeterPositions,
  lineId: string | null,
): CaseMeter {
  const lineMeters = meters.filter(
    ({ energyMeterId }) => lineId !== null && positions.get(energyMeterId)?.lineId === lineId,
  )
  const candidates = lineMeters.length > 0 ? lineMeters : meters
  const candidateIds = new Set(candidates.map(({ energyMeterId }) => energyMeterId))
  const [topmostMeter] = candidates
    .filter(({ energyMeterId }) => ![...walkMetersAbove(positions, energyMeterId)].some((id) => candidateIds.has(id)))
    .toSorted(
      (a, b) =>
        energyMedia.indexOf(a.medium) - energyMedia.indexOf(b.medium) || Math.abs(b.excess) - Math.abs(a.excess),
    )
  return topmostMeter ?? candidates[0]!
}
