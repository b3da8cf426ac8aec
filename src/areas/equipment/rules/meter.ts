/** Readings of counters (hours, kWh, m³, metres, kg) and the calibration of instruments. */
import { addMonths, addDays, HOUR_MS, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'

export interface Reading {
  readonly at: Moment
  /** What the counter shows, in the meter's unit. */
  readonly value: number
}

export interface CounterMeter {
  /** First value the counter cannot show: a five-digit counter rolls over at 100 000. Null: it never does. */
  readonly rollsOverAt: number | null
  /** Usual use per hour in the meter's unit (such as the average of 30 days); null while unknown. */
  readonly usualPerHour: number | null
}

/** The old meter's last value and the new one's first, when it was exchanged between two readings. */
export interface MeterExchange {
  readonly oldFinal: number
  readonly newStart: number
}

export type ReadingCheck =
  /** `use` since the previous reading in the meter's unit; `jump` asks the person to look again, and may be confirmed. */
  | { readonly verdict: 'ok' | 'rollOver' | 'exchange' | 'jump'; readonly use: number; readonly perHour: number }
  | { readonly verdict: 'backwards' | 'notLater' | 'notAValue' | 'aboveCounter' }

/** More than ten times the usual rate is a slipped digit until somebody confirms it. */
export const JUMP_FACTOR = 10

/** A falling reading is a roll-over only from the counter's last tenth to its first. */
const ROLL_OVER_ZONE = 0.1

/** Judges a new reading against the one before; without one before there is nothing to compare and the use is 0. */
export function checkReading(
  meter: CounterMeter,
  previous: Reading | null,
  next: Reading,
  exchange?: MeterExchange,
): ReadingCheck {
  if (!Number.isFinite(next.value) || next.value < 0) return { verdict: 'notAValue' }
  if (meter.rollsOverAt !== null && next.value >= meter.rollsOverAt) return { verdict: 'aboveCounter' }
  if (!previous) return { verdict: 'ok', use: 0, perHour: 0 }
  const hours = (toMillis(next.at) - toMillis(previous.at)) / HOUR_MS
  if (hours <= 0) return { verdict: 'notLater' }
  if (exchange) {
    const before = countedUse(meter, previous.value, exchange.oldFinal)
    if (before === null || next.value < exchange.newStart) return { verdict: 'backwards' }
    return judged(meter, 'exchange', before + next.value - exchange.newStart, hours)
  }
  const use = countedUse(meter, previous.value, next.value)
  if (use === null) return { verdict: 'backwards' }
  return judged(meter, next.value < previous.value ? 'rollOver' : 'ok', use, hours)
}

/** What a counter counted between two values, a roll-over taken out; null when it went back. */
export function countedUse(meter: Pick<CounterMeter, 'rollsOverAt'>, from: number, to: number): number | null {
  if (to >= from) return to - from
  const end = meter.rollsOverAt
  if (end === null || from < end * (1 - ROLL_OVER_ZONE) || to > end * ROLL_OVER_ZONE) return null
  return end - from + to
}

function judged(
  meter: CounterMeter,
  verdict: 'ok' | 'rollOver' | 'exchange',
  use: number,
  hours: number,
): ReadingCheck {
  const perHour = use / hours
  const usual = meter.usualPerHour
  if (usual !== null && usual > 0 && perHour > usual * JUMP_FACTOR) return { verdict: 'jump', use, perHour }
  return { verdict, use, perHour }
}

/** The past from which the usual use of a meter is taken, days. */
export const USUAL_DAYS = 30
const SHORTEST_HOURS = 24

/** Usual use per hour from what was used over a stretch of time; null when a day of readings is not there yet. */
export function usualPerHour(used: number, hours: number): number | null {
  return hours >= SHORTEST_HOURS && used > 0 ? used / hours : null
}

export interface Calibration {
  /** Day of the last certificate; null: never calibrated. */
  readonly calibratedOn: Day | null
  readonly everyMonths: number
  /** Days before the end at which it is to be arranged. */
  readonly soonDays: number
}

export interface CalibrationState {
  readonly state: 'valid' | 'dueSoon' | 'expired' | 'never'
  /** Last day the certificate holds; null when there is none. */
  readonly validUntil: Day | null
}

/** Where an instrument's calibration stands on `today`. The certificate holds through its last day. */
export function calibrationState(calibration: Calibration, today: Day): CalibrationState {
  if (calibration.calibratedOn === null) return { state: 'never', validUntil: null }
  const validUntil = addMonths(calibration.calibratedOn, calibration.everyMonths)
  if (today > validUntil) return { state: 'expired', validUntil }
  return { state: today >= addDays(validUntil, -calibration.soonDays) ? 'dueSoon' : 'valid', validUntil }
}
