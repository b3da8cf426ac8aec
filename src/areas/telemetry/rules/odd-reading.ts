import { defineStateMachine } from '@/contract/state-machine'
import { addMonths, toMoment, type Moment } from '@/plant/rules/plant-time'

/**
 * Stored reasons why a reading is odd. `beyondRange`: no quantity in a plant is so large (`isPlausible`). The reasons
 * from `backwards` on are verdicts on counter readings (`CounterVerdict`). `aboveCounter`: the counter cannot show it.
 */
export const oddReasons = [
  'unknownTag',
  'notANumber',
  'future',
  'tooOld',
  'beyondRange',
  'unitChanged',
  'backwards',
  'tooFast',
  'aboveCounter',
  'longGap',
] as const
export type OddReason = (typeof oddReasons)[number]

/** Lifecycle of an odd reading. Sums exclude it until a person admits it. */
export const oddReadingLifecycle = defineStateMachine('oddReading', {
  states: ['open', 'admitted', 'discarded'],
  initial: 'open',
  actions: {
    admit: { from: ['open', 'discarded'], to: 'admitted', permission: 'meterInquiryEdit' },
    discard: { from: ['open', 'admitted'], to: 'discarded', permission: 'meterInquiryEdit' },
  },
})

/** Smallest implausible magnitude. Every quantity in a plant is far smaller, and sums of smaller values stay exact. */
const IMPLAUSIBLE_MAGNITUDE = 1e12
/** True if a value is finite and below the plausibility limit. */
export const isPlausible = (value: number): boolean => Number.isFinite(value) && Math.abs(value) < IMPLAUSIBLE_MAGNITUDE

/**
 * Returns the first moment whose raw readings are kept: the start of a UTC month. Readings since this moment are
 * accepted even if a gateway delivers them late. Older readings would be deleted with their month, so they become odd
 * readings.
 * @param nowMs ms since 1970
 * @param retentionMonths months for which raw readings are kept
 */
export const getRetentionStart = (nowMs: number, retentionMonths: number): Moment =>
  `${addMonths(toMoment(nowMs).slice(0, 10), -retentionMonths).slice(0, 7)}-01T00:00:00.000Z`

/** First moment that can be stored and displayed, ms: Excel has no earlier dates. */
const EARLIEST_STORABLE_MS = Date.parse('1900-01-01T00:00:00Z')
const LATEST_STORABLE_MS = Date.parse('9999-12-30T00:00:00Z')
/** Limits a time to the range that can be stored; a device may send anything. */
export const clampToStorableTime = (timeMs: number): number =>
  Number.isNaN(timeMs) ? EARLIEST_STORABLE_MS : Math.min(Math.max(timeMs, EARLIEST_STORABLE_MS), LATEST_STORABLE_MS)
