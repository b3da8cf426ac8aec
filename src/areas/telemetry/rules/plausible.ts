/** Limits for any reading, independent of its tag: a measurable value, and a time within the retention period. */
import { addMonths, toMoment, type Moment } from '@/plant/rules/plant-time'

/** Values from here on are implausible: every quantity in a plant lies far below, and sums below it stay exact. */
const IMPLAUSIBLE_FROM = 1e12
/** True if a value is finite and below the plausibility limit. */
export const isPlausible = (value: number): boolean => Number.isFinite(value) && Math.abs(value) < IMPLAUSIBLE_FROM

/**
 * Returns the first moment whose raw readings are kept: the start of a UTC month. A gateway can deliver everything
 * since then. Older readings would be deleted with their month, so they become odd readings.
 * @param now ms since 1970
 * @param months number of months for which raw readings are kept
 */
export const getRetentionStart = (now: number, months: number): Moment =>
  `${addMonths(toMoment(now).slice(0, 10), -months).slice(0, 7)}-01T00:00:00.000Z`

/** Moments that can be stored and displayed, ms. Excel has no dates before 1900. */
const [EARLIEST_MS, LATEST_MS] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')]
/** Limits a time to the range that can be stored; a device may send anything. */
export const clampToStorableTime = (at: number): number =>
  Number.isNaN(at) ? EARLIEST_MS : Math.min(Math.max(at, EARLIEST_MS), LATEST_MS)
