/** Events and questions about a whole day of the plant. */
import { defineEvent, defineQuestion } from '@/server/events'

/** A shift record that nobody filled in or signed although its shift is over. */
export interface MissingShiftRecord {
  /** Name of the record type in the reader's language. */
  readonly sheet: string
  readonly resource: string
  readonly lineId: string
  readonly shift: string
  readonly team: string | null
  /** Path in the app where it is filled in. */
  readonly link: string
}
/** Asked when a day is closed; answered by the owners of shift records. */
export const sheetsMissing = defineQuestion<
  { readonly day: string },
  { readonly expected: number; readonly missing: readonly MissingShiftRecord[] }
>('sheetsMissing', 'Which sheets of the shifts of a business date are missing, of how many?')

/** The energy of a day changed because of late readings, orders or prices. */
export const energyCounted = defineEvent<{ readonly day: string; readonly orderIds: readonly string[] }>(
  'energyCounted',
  'The energy of a day was counted, and came out otherwise than before.',
  { day: 'of the clock of the plant', orderIds: 'orders that took energy in it, before or now' },
)

/** Costs of orders were recalculated. */
export const costsCounted = defineEvent<{ readonly orderIds: readonly string[] }>(
  'costsCounted',
  'The costs of orders were worked out, and stored.',
  { orderIds: 'orders whose cost may have changed' },
)
