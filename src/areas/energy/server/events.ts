/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent, defineQuestion } from '@/server/events'

/** A shift record that nobody filled in or signed although its shift is over. */
export interface MissingShiftRecord {
  /** Name of the record type in the reader's language. */
  readonly sheet: string
  readonly resource: string
  readonly lineId: string
  readonly shift: string
  readonly team: string | null
  /** Path in the app where the record is filled in. */
  readonly link: string
}
/** Answered by the areas that own shift records. */
export const missingShiftRecords = defineQuestion<
  { readonly day: string },
  { readonly expected: number; readonly missing: readonly MissingShiftRecord[] }
>('missingShiftRecords', 'Which shift records of a business date are missing, out of how many?')
/** The energy of a day changed because of late readings, orders or prices. */
export const dailyEnergyRecalculated = defineEvent<{ readonly day: string; readonly orderIds: readonly string[] }>(
  'dailyEnergyRecalculated',
  'The energy of a day was recalculated and has changed.',
  { day: 'day in plant time', orderIds: 'orders with energy on that day, before or after the recalculation' },
)

/** All events, for the API documents. */
export const energyEvents = [dailyEnergyRecalculated]
/** All questions. The server does not start if one has no answerer. */
export const energyQuestions = [missingShiftRecords]
