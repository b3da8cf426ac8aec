/**
 * Judges the readings of counters: roll-over, reset, exchange of the meter, dips. Times in ms since 1970, values in
 * the tag's unit.
 */
import { countedUse, type MeterExchange } from '@/areas/equipment/rules/meter'
import { HOUR_MS } from '@/plant/rules/plant-time'

export interface CounterSpec {
  /** First value that the counter cannot show; null: it never rolls over. */
  readonly rollsOverAt: number | null
  /** Highest possible use per hour; null if unknown. */
  readonly mostPerHour: number | null
  /** A fall by no more than this is ignored; null: a default share of the value. */
  readonly dip: number | null
  /** Use over a longer pause is not spread, because its time is unknown. */
  readonly longestGapMs: number
}
export interface CounterReading {
  readonly at: number
  readonly value: number
  /** Set if the meter was exchanged before this reading. */
  readonly exchange?: MeterExchange | null
  /** Decision of a person or of the device: `left` means left out. */
  readonly said?: 'admitted' | 'left' | null
}
export type CounterVerdict =
  /** Counts from the previous reading. */
  | 'counts'
  /** There is no earlier reading to compare with. */
  | 'first'
  /** Fell slightly: nothing was used, and the previous value stays the base. */
  | 'dip'
  /** Counts from here on; the time of the earlier use is too uncertain to spread it. */
  | 'longGap'
  | 'admitted'
  | 'left'
  | 'backwards'
  | 'tooFast'
  | 'aboveCounter'
export interface CounterStep {
  readonly verdict: CounterVerdict
  /** Use since the base reading at `from`. */
  readonly used: number
  readonly from: number | null
}
/** Reading from which the next one counts. */
export interface CounterBase {
  readonly at: number
  readonly value: number
}
/** True if the next reading counts from a reading with this verdict. */
export const isBase = (verdict: CounterVerdict): boolean =>
  verdict === 'counts' || verdict === 'first' || verdict === 'longGap' || verdict === 'admitted'
/** True if a reading with this verdict is an odd reading. */
export const isApart = (verdict: CounterVerdict): boolean =>
  verdict === 'backwards' || verdict === 'tooFast' || verdict === 'aboveCounter'

/** Default dip as a share of the value: a fall within the last digits of the counter. */
const USUAL_DIP = 1e-4
/** Without a known maximum rate, a restarted counter may show at most this share of its former value as use. */
const RESTARTED_SHARE = 0.01
/** Counters count in steps, so over a short pause slightly more than the maximum rate is possible, h. */
const STEP_H = 1 / 60

/**
 * Judges the readings of a counter, given in order of time. The verdict depends on the earlier readings and, after a
 * fall, on the next one: a restarted counter continues from there, a wrong value is followed by a right one. The order
 * in which readings were received does not matter.
 */
export function judgeCounter(
  spec: CounterSpec,
  base: CounterBase | null,
  readings: readonly CounterReading[],
): CounterStep[] {
  let last = base
  return readings.map((reading, i) => {
    const step = stepOf(spec, last, reading, () => nextOf(readings, i))
    if (isBase(step.verdict)) last = { at: reading.at, value: reading.value }
    // The value before the dip stays the base, so that the rise back to it is not counted twice.
    else if (step.verdict === 'dip' && last) last = { at: reading.at, value: last.value }
    return step
  })
}
const nextOf = (readings: readonly CounterReading[], i: number): CounterReading | null =>
  readings.slice(i + 1).find((r) => r.said !== 'left') ?? null

function stepOf(
  spec: CounterSpec,
  base: CounterBase | null,
  reading: CounterReading,
  next: () => CounterReading | null,
): CounterStep {
  if (reading.said === 'left') return { verdict: 'left', used: 0, from: null }
  const admitted = reading.said === 'admitted'
  if (!admitted && (reading.value < 0 || (spec.rollsOverAt !== null && reading.value >= spec.rollsOverAt)))
    return { verdict: 'aboveCounter', used: 0, from: null }
  if (!base) return { verdict: admitted ? 'admitted' : 'first', used: 0, from: null }
  const hours = (reading.at - base.at) / HOUR_MS
  const counts = (used: number): CounterStep => placed(spec, base, reading, used)
  if (admitted) return { verdict: 'admitted', used: countedUse(spec, base.value, reading.value) ?? 0, from: base.at }
  const used = usedSince(spec, base, reading)
  if (used !== null && possible(spec, used, hours)) return counts(used)
  if (reading.value >= base.value) return { verdict: 'tooFast', used: 0, from: null }
  if (base.value - reading.value <= dipOf(spec, base.value)) return { verdict: 'dip', used: 0, from: base.at }
  if (startedAgain(spec, base, reading, next())) return counts(restartUse(spec, base, reading.value, hours))
  return { verdict: used === null ? 'backwards' : 'tooFast', used: 0, from: null }
}
function placed(spec: CounterSpec, base: CounterBase, reading: CounterReading, used: number): CounterStep {
  if (reading.at - base.at > spec.longestGapMs && used > 0) return { verdict: 'longGap', used: 0, from: base.at }
  return { verdict: 'counts', used, from: base.at }
}
function usedSince(spec: CounterSpec, base: CounterBase, { value, exchange }: CounterReading): number | null {
  if (!exchange) return countedUse(spec, base.value, value)
  const before = countedUse(spec, base.value, exchange.oldFinal)
  const after = countedUse(spec, exchange.newStart, value)
  return before === null || after === null ? null : before + after
}
const possible = ({ mostPerHour }: CounterSpec, used: number, hours: number): boolean =>
  mostPerHour === null || used <= mostPerHour * (hours + STEP_H)
const dipOf = ({ dip }: CounterSpec, value: number): number => dip ?? value * USUAL_DIP

/**
 * True if the counter fell and continues from there: the next reading is above this one, but below the former value.
 */
function startedAgain(
  spec: CounterSpec,
  base: CounterBase,
  fallen: CounterReading,
  next: CounterReading | null,
): boolean {
  if (!next || next.value <= fallen.value || next.value >= base.value - dipOf(spec, base.value)) return false
  return possible(spec, next.value - fallen.value, (next.at - fallen.at) / HOUR_MS)
}
/** Use since a restart: the value shown, if it is possible; otherwise 0, because nothing is known. */
const restartUse = (spec: CounterSpec, base: CounterBase, value: number, hours: number): number => {
  if (spec.mostPerHour === null) return value <= base.value * RESTARTED_SHARE ? value : 0
  return possible(spec, value, hours) ? value : 0
}
