/** Events and questions about a whole day of the plant. */
import { defineEvent, defineQuestion } from '@/server/events'

/** A sheet that nobody filled in, or signed, though its shift is over. */
export interface MissingSheet {
  /** Of the sheet as the reader calls it. */
  readonly sheet: string
  readonly resource: string
  readonly lineId: string
  readonly shift: string
  readonly team: string | null
  /** Where it is filled in, in the app. */
  readonly link: string
}
/** Whoever closes a day asks the owners of its sheets. */
export const sheetsMissing = defineQuestion<
  { readonly day: string },
  { readonly expected: number; readonly missing: readonly MissingSheet[] }
>('sheetsMissing', 'Which sheets of the shifts of a business date are missing, of how many?')

/** Energy of a day came out otherwise: readings came late, orders or prices changed. */
export const energyCounted = defineEvent<{ readonly day: string; readonly orderIds: readonly string[] }>(
  'energyCounted',
  'The energy of a day was counted, and came out otherwise than before.',
  { day: 'of the clock of the plant', orderIds: 'orders that took energy in it, before or now' },
)

/** Costs of orders were worked out anew. */
export const costsCounted = defineEvent<{ readonly orderIds: readonly string[] }>(
  'costsCounted',
  'The costs of orders were worked out, and stored.',
  { orderIds: 'orders whose cost may have changed' },
)
