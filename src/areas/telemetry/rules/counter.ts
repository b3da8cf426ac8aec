/**
 * Judges the readings of counters: roll-over, reset, exchange of the meter, dips. Times in ms since 1970, values in
 * the tag's unit.
 */
import { calculateCountedUse, type MeterExchange } from '@/areas/equipment/rules/meter'
import { HOUR_MS } from '@/plant/rules/plant-time'

export interface CounterSpec {
  /** First value that the counter cannot show; null if the counter never rolls over. */
  readonly rollsOverAt: number | null
  /** Highest possible use per hour; null if unknown. */
  readonly mostPerHour: number | null
  /** Largest fall that is ignored; null for a default share of the value. */
  readonly dip: number | null
  /** Longest pause over which use is spread; over a longer pause, the time of the use is too uncertain. */
  readonly maxSpreadPauseMs: number
}
export interface CounterReading {
  readonly at: number
  readonly value: number
  /** Set if the meter was exchanged before this reading. */
  readonly exchange?: MeterExchange | null
  /** Decision of a person, or `excluded` because the device reports bad quality. */
  readonly decision?: 'admitted' | 'excluded' | null
}
export type CounterVerdict =
  /** Counts from the previous reading. */
  | 'counts'
  /** There is no earlier reading to compare with. */
  | 'first'
  /** Fell slightly: nothing was used, and the next reading still counts from the value before the fall. */
  | 'dip'
  /** The next reading counts from here. The use before is left out, because its time is too uncertain. */
  | 'longGap'
  /** A person has confirmed the value. */
  | 'admitted'
  /** Left out, by a person or because of bad quality. */
  | 'excluded'
  /** Fell without an explanation. */
  | 'backwards'
  /** Rose faster than possible. */
  | 'tooFast'
  /** A value that the counter cannot show. */
  | 'aboveCounter'
export interface CounterJudgement {
  readonly verdict: CounterVerdict
  /** Use since the base reading. */
  readonly used: number
  /** Time of the base reading, ms; null for a reading that has no base or is left out. */
  readonly from: number | null
}
/** Reading from which the next reading counts. */
export interface CounterBase {
  readonly at: number
  readonly value: number
}
/** True if the next reading counts from a reading with this verdict. */
export const isBaseVerdict = (verdict: CounterVerdict): boolean =>
  verdict === 'counts' || verdict === 'first' || verdict === 'longGap' || verdict === 'admitted'
/** True if a reading with this verdict is an odd reading. */
export const isOddVerdict = (verdict: CounterVerdict): boolean =>
  verdict === 'backwards' || verdict === 'tooFast' || verdict === 'aboveCounter'

/** Default dip as a share of the value: a fall within the last digits of the counter. */
const DEFAULT_DIP_SHARE = 1e-4
/** Without a known maximum rate, a restarted counter may show at most this share of its former value as use. */
const MAX_RESTART_SHARE = 0.01
/** Hours added to every pause: counters count in steps, so the use over a short pause may exceed the maximum rate. */
const RATE_TOLERANCE_H = 1 / 60

/**
 * Judges the readings of a counter, given in order of time. The verdict depends on the earlier readings and, after a
 * fall, on the next reading: a restarted counter continues from the low value, whereas after a wrong value the counter
 * shows the former values again. The order of receipt does not matter.
 */
export function judgeCounter(
  spec: CounterSpec,
  base: CounterBase | null,
  readings: readonly CounterReading[],
): CounterJudgement[] {
  let currentBase = base
  return readings.map((reading, i) => {
    const judgement = judgeReading(spec, currentBase, reading, () => findNextReading(readings, i))
    if (isBaseVerdict(judgement.verdict)) currentBase = { at: reading.at, value: reading.value }
    // The value before the dip stays the base, so that the rise back to it is not counted twice.
    else if (judgement.verdict === 'dip' && currentBase) currentBase = { at: reading.at, value: currentBase.value }
    return judgement
  })
}
const findNextReading = (readings: readonly CounterReading[], index: number): CounterReading | null =>
  readings.slice(index + 1).find((r) => r.decision !== 'excluded') ?? null

function judgeReading(
  spec: CounterSpec,
  base: CounterBase | null,
  reading: CounterReading,
  getNextReading: () => CounterReading | null,
): CounterJudgement {
  if (reading.decision === 'excluded') return { verdict: 'excluded', used: 0, from: null }
  const isAdmitted = reading.decision === 'admitted'
  if (!isAdmitted && (reading.value < 0 || (spec.rollsOverAt !== null && reading.value >= spec.rollsOverAt)))
    return { verdict: 'aboveCounter', used: 0, from: null }
  if (!base) return { verdict: isAdmitted ? 'admitted' : 'first', used: 0, from: null }
  const hours = (reading.at - base.at) / HOUR_MS

  if (isAdmitted)
    return { verdict: 'admitted', used: calculateCountedUse(spec, base.value, reading.value) ?? 0, from: base.at }
  const usedSinceBase = calculateUse(spec, base, reading)
  if (usedSinceBase !== null && isPossibleUse(spec, usedSinceBase, hours))
    return judgeUse(spec, base, reading, usedSinceBase)
  if (reading.value >= base.value) return { verdict: 'tooFast', used: 0, from: null }
  if (base.value - reading.value <= getMaxDip(spec, base.value)) return { verdict: 'dip', used: 0, from: base.at }
  if (hasRestarted(spec, base, reading, getNextReading()))
    return judgeUse(spec, base, reading, calculateUseSinceRestart(spec, base, reading.value, hours))
  return { verdict: usedSinceBase === null ? 'backwards' : 'tooFast', used: 0, from: null }
}
/** Counts a possible use, unless the pause since the base is too long to tell when it was used. */
function judgeUse(spec: CounterSpec, base: CounterBase, reading: CounterReading, used: number): CounterJudgement {
  if (reading.at - base.at > spec.maxSpreadPauseMs && used > 0) return { verdict: 'longGap', used: 0, from: base.at }
  return { verdict: 'counts', used, from: base.at }
}
function calculateUse(spec: CounterSpec, base: CounterBase, { value, exchange }: CounterReading): number | null {
  if (!exchange) return calculateCountedUse(spec, base.value, value)
  const usedOnOldMeter = calculateCountedUse(spec, base.value, exchange.oldFinal)
  const usedOnNewMeter = calculateCountedUse(spec, exchange.newStart, value)
  return usedOnOldMeter === null || usedOnNewMeter === null ? null : usedOnOldMeter + usedOnNewMeter
}
const isPossibleUse = ({ mostPerHour }: CounterSpec, used: number, hours: number): boolean =>
  mostPerHour === null || used <= mostPerHour * (hours + RATE_TOLERANCE_H)
const getMaxDip = ({ dip }: CounterSpec, value: number): number => dip ?? value * DEFAULT_DIP_SHARE

/**
 * True if the counter fell and continues from there: the next reading is above this one, but below the former value.
 */
function hasRestarted(
  spec: CounterSpec,
  base: CounterBase,
  fallenReading: CounterReading,
  nextReading: CounterReading | null,
): boolean {
  if (
    !nextReading ||
    nextReading.value <= fallenReading.value ||
    nextReading.value >= base.value - getMaxDip(spec, base.value)
  )
    return false
  return isPossibleUse(spec, nextReading.value - fallenReading.value, (nextReading.at - fallenReading.at) / HOUR_MS)
}
/**
 * Returns the use since a restart: the shown value. If so much use is not possible, the use is unknown and counts as 0.
 */
const calculateUseSinceRestart = (spec: CounterSpec, base: CounterBase, value: number, hours: number): number => {
  if (spec.mostPerHour === null) return value <= base.value * MAX_RESTART_SHARE ? value : 0
  return isPossibleUse(spec, value, hours) ? value : 0
}

/**
 * Standing of a stored reading: how the reading counts. The database stores the index in this list. Gauge readings are
 * `counts`, or `excluded` if their quality is bad or a person discarded them.
 */
const standings = ['counts', 'dip', 'backwards', 'tooFast', 'aboveCounter', 'longGap', 'admitted', 'excluded'] as const
type ReadingStanding = (typeof standings)[number]

/** Returns the stored code of a verdict. */
export const toStandingCode = (verdict: CounterVerdict): number =>
  standings.indexOf(verdict === 'first' ? 'counts' : verdict)
/** Returns the name of a stored code; unknown codes are `excluded`. */
export const getStandingName = (standing: number): ReadingStanding => standings[standing] ?? 'excluded'
/** Returns the earlier decision on a reading, which later judgements must respect. */
export const getStandingDecision = (standing: number): 'admitted' | 'excluded' | null => {
  const name = getStandingName(standing)
  return name === 'admitted' || name === 'excluded' ? name : null
}
/** Codes of readings from which a counter continues; inlined in SQL. */
export const baseStandings: readonly number[] = standings.flatMap((name, i) => (isBaseVerdict(name) ? [i] : []))
/** True if a reading with this standing is part of roll-ups. */
export const isInSums = (standing: number): boolean => {
  const name = getStandingName(standing)
  return isBaseVerdict(name) || name === 'dip'
}
/** Codes of readings that are part of roll-ups, for SQL. */
export const summedStandings: readonly number[] = standings.flatMap((_, i) => (isInSums(i) ? [i] : []))
