/** Rules for readings of counters (hours, kWh, m³, metres, kg) and for the calibration of instruments. */
import { addMonths, addDays, HOUR_MS, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'

/** A reading: displayed value and time. */
export interface MeterReadingValue {
  readonly readAt: Moment
  /** Displayed value in the meter's unit. */
  readonly value: number
}

/** Properties of a counter that decide if a reading is plausible. */
export interface CounterMeter {
  /** First value that the counter cannot display: a five-digit counter rolls over at 100 000. Null: never. */
  readonly rollsOverAt: number | null
  /** Usual use per hour in the meter's unit, e.g. the average of 30 days; null while unknown. */
  readonly usualPerHour: number | null
}

/** Last value of the old meter and first value of the new one after an exchange between two readings. */
export interface MeterExchange {
  readonly oldFinal: number
  readonly newStart: number
}

export type ReadingCheck =
  /** `use`: consumption since the previous reading, in the meter's unit. `jump`: unusual use that a person may confirm. */
  | { readonly verdict: 'ok' | 'rollOver' | 'exchange' | 'jump'; readonly use: number; readonly perHour: number }
  /** `notLater`: not after the previous reading; `aboveCounter`: more than the counter can display. */
  | { readonly verdict: 'backwards' | 'notLater' | 'notAValue' | 'aboveCounter' }

/** A rate above ten times the usual one counts as a typing error until a person confirms it. */
export const JUMP_FACTOR = 10

/** A falling reading is a roll-over only from the last tenth of the counter to its first tenth. */
const ROLL_OVER_ZONE = 0.1

/** Judges a new reading against the previous one. Without a previous reading the use is 0. */
export function checkReading(
  meter: CounterMeter,
  previousReading: MeterReadingValue | null,
  newReading: MeterReadingValue,
  exchange?: MeterExchange,
): ReadingCheck {
  if (!Number.isFinite(newReading.value) || newReading.value < 0) return { verdict: 'notAValue' }
  if (meter.rollsOverAt !== null && newReading.value >= meter.rollsOverAt) return { verdict: 'aboveCounter' }
  if (!previousReading) return { verdict: 'ok', use: 0, perHour: 0 }
  const hours = (toMillis(newReading.readAt) - toMillis(previousReading.readAt)) / HOUR_MS
  if (hours <= 0) return { verdict: 'notLater' }
  if (exchange) {
    const oldMeterUse = calculateCountedUse(meter, previousReading.value, exchange.oldFinal)
    if (oldMeterUse === null || newReading.value < exchange.newStart) return { verdict: 'backwards' }
    return judgeRate(meter, 'exchange', oldMeterUse + newReading.value - exchange.newStart, hours)
  }
  const use = calculateCountedUse(meter, previousReading.value, newReading.value)
  if (use === null) return { verdict: 'backwards' }
  return judgeRate(meter, newReading.value < previousReading.value ? 'rollOver' : 'ok', use, hours)
}

/** Returns the use between two counter values, allowing for one roll-over; null if the counter went backwards. */
export function calculateCountedUse(
  meter: Pick<CounterMeter, 'rollsOverAt'>,
  fromValue: number,
  toValue: number,
): number | null {
  if (toValue >= fromValue) return toValue - fromValue
  const rollOverValue = meter.rollsOverAt
  if (
    rollOverValue === null ||
    fromValue < rollOverValue * (1 - ROLL_OVER_ZONE) ||
    toValue > rollOverValue * ROLL_OVER_ZONE
  )
    return null
  return rollOverValue - fromValue + toValue
}

function judgeRate(
  meter: CounterMeter,
  verdict: 'ok' | 'rollOver' | 'exchange',
  use: number,
  hours: number,
): ReadingCheck {
  const perHour = use / hours
  const usualPerHour = meter.usualPerHour
  if (usualPerHour !== null && usualPerHour > 0 && perHour > usualPerHour * JUMP_FACTOR)
    return { verdict: 'jump', use, perHour }
  return { verdict, use, perHour }
}

/** Days of history from which the usual use of a meter is calculated. */
export const USUAL_RATE_DAYS = 30
const MIN_USUAL_RATE_HOURS = 24

/** Returns the usual use per hour from the use over a period; null until the readings cover a day. */
export function calculateUsualPerHour(used: number, hours: number): number | null {
  return hours >= MIN_USUAL_RATE_HOURS && used > 0 ? used / hours : null
}

/** Last calibration of an instrument and its interval. */
export interface Calibration {
  /** Day of the last certificate; null if never calibrated. */
  readonly calibratedOn: Day | null
  readonly everyMonths: number
  /** Days before expiry from which the calibration is due soon. */
  readonly soonDays: number
}

/** Calibration state of an instrument on a day. */
export interface CalibrationState {
  readonly state: 'valid' | 'dueSoon' | 'expired' | 'never'
  /** Last day on which the certificate is valid; null without a certificate. */
  readonly validUntil: Day | null
}

/** Returns the calibration state of an instrument on `today`. The certificate is valid through its last day. */
export function calculateCalibrationState(calibration: Calibration, today: Day): CalibrationState {
  if (calibration.calibratedOn === null) return { state: 'never', validUntil: null }
  const validUntil = addMonths(calibration.calibratedOn, calibration.everyMonths)
  if (today > validUntil) return { state: 'expired', validUntil }
  return { state: today >= addDays(validUntil, -calibration.soonDays) ? 'dueSoon' : 'valid', validUntil }
}
