/** What a reading may be at all, whatever its tag: a value that can be measured, of a time whose readings are kept. */
import { addMonths, toMoment, type Moment } from '@/plant/rules/plant-time'

/** From here on no value is one: all that is measured in a plant lies far below, and sums of it stay exact. */
const BEYOND = 1e12
export const isPlausible = (value: number): boolean => Number.isFinite(value) && Math.abs(value) < BEYOND

/**
 * The first moment whose raw readings are kept, by how many months they are kept for: the first of a month of UTC. A gateway
 * that was cut off for less brings all it has. What is older would be taken away with its month again, and is kept apart.
 */
export const keptFrom = (now: number, months: number): Moment =>
  `${addMonths(toMoment(now).slice(0, 10), -months).slice(0, 7)}-01T00:00:00.000Z`

/** Moments that can be stored and shown, in sheets too, which know none before 1900, ms. */
const [EARLIEST, LATEST] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')]
/** A time as it can be kept: what a device says need not be one. */
export const storableTime = (at: number): number =>
  Number.isNaN(at) ? EARLIEST : Math.min(Math.max(at, EARLIEST), LATEST)
