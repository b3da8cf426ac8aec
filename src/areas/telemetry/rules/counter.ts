/** What counters counted, reading by reading: roll-over, reset, exchange of the meter, dips. Times in ms since 1970, values in the tag's unit. */
import { countedUse, type MeterExchange } from '@/areas/equipment/rules/meter'
import { HOUR_MS } from '@/plant/rules/plant-time'

export interface CounterSpec {
  /** First value it cannot show; null: it never rolls over. */
  readonly rollsOverAt: number | null
  /** More an hour is impossible; null where nobody said. */
  readonly mostPerHour: number | null
  /** Falls by no more than this are none. */
  readonly dip: number | null
  /** A use over a longer pause is not spread over it: nobody knows when it was. */
  readonly longestGapMs: number
}
export interface CounterReading {
  readonly at: number
  readonly value: number
  /** The meter was exchanged before it. */
  readonly exchange?: MeterExchange | null
  /** What a person said of it, or the device itself: `left` out. */
  readonly said?: 'admitted' | 'left' | null
}
export type CounterVerdict =
  /** Counts, from the one before. */
  | 'counts'
  /** Nothing before it to compare with. */
  | 'first'
  /** Fell a little: nothing was counted, and what was shown before still holds. */
  | 'dip'
  /** Counts from here on; what was used before it is not known well enough to be spread. */
  | 'longGap'
  | 'admitted'
  | 'left'
  | 'backwards'
  | 'tooFast'
  | 'aboveCounter'
export interface CounterStep {
  readonly verdict: CounterVerdict
  /** Since the reading that it counts from, at `from`. */
  readonly used: number
  readonly from: number | null
}
/** From where a counter goes on. */
export interface CounterBase {
  readonly at: number
  readonly value: number
}
/** Verdicts from which the next reading counts. */
export const isBase = (verdict: CounterVerdict): boolean =>
  verdict === 'counts' || verdict === 'first' || verdict === 'longGap' || verdict === 'admitted'
export const isApart = (verdict: CounterVerdict): boolean =>
  verdict === 'backwards' || verdict === 'tooFast' || verdict === 'aboveCounter'

/** Of what it shows, where neither dip nor greatest rate is set: a fall within a counter's last digits. */
const USUAL_DIP = 1e-4
/** Where the greatest rate is not known, a counter that starts again may show so much of what it showed before as used. */
const RESTARTED_SHARE = 0.01
/** A counter counts in steps: over a short pause so much more than the greatest rate is possible, h. */
const STEP_H = 1 / 60

/**
 * Judges the readings of a counter, in order of time. What a reading is follows from those before it and, where it fell, from
 * the one after it: a counter that started again goes on from there, a wrong value is followed by a right one. So the
 * same readings are judged the same in whatever order they came in.
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
    // What it showed before the dip holds on, so that its way back up is not counted twice.
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

/** It fell, and counts on from there: the next reading is above this one, and not back where it was. */
function startedAgain(
  spec: CounterSpec,
  base: CounterBase,
  fallen: CounterReading,
  next: CounterReading | null,
): boolean {
  if (!next || next.value <= fallen.value || next.value >= base.value - dipOf(spec, base.value)) return false
  return possible(spec, next.value - fallen.value, (next.at - fallen.at) / HOUR_MS)
}
/** What a counter that started again has counted since: what it shows, where that is possible; else nothing is known. */
const restartUse = (spec: CounterSpec, base: CounterBase, value: number, hours: number): number => {
  if (spec.mostPerHour === null) return value <= base.value * RESTARTED_SHARE ? value : 0
  return possible(spec, value, hours) ? value : 0
}
