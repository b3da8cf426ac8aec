/** Events and questions about the books of months. */
import { defineEvent, defineQuestion } from '@/server/events'

/** The books of a month were closed or reopened. */
export const monthClosed = defineEvent<{ month: string; closed: boolean }>(
  'monthClosed',
  'The books of a month were closed, or opened again.',
  { month: 'the month, YYYY-MM', closed: 'whether it is closed now' },
)
/** A source row of a month's books before and after a change; null if there was or is none. */
export interface SourceRowChange {
  readonly resource: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}
/** Results calculated from source rows are recalculated. */
export const sourceRowWritten = defineEvent<SourceRowChange>(
  'sourceRowWritten',
  'A row that belongs to the books of a month was written, changed in what counts there, or removed.',
  {
    resource: 'resource of the row',
    before: 'the row as it was; null when there was none',
    after: 'the row as it is; null when it is gone',
  },
)
/** A refused write to a month whose books are closed. `key` is the id of a phone command; null for online calls. */
export interface RefusedSourceWrite {
  readonly resource: string
  readonly month: string
  readonly day: string
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
  readonly key: string | null
  readonly occurredAt: string | null
}
/** A late write is kept for a decision instead of being lost. */
export const sourceWriteRefused = defineEvent<RefusedSourceWrite>(
  'sourceWriteRefused',
  'A write of a month whose books are closed was refused, and its transaction is over.',
  {
    resource: 'resource of the row',
    month: 'the month, YYYY-MM',
    day: 'business date that it belongs to',
    operation: 'name of the call',
    body: 'what it was given',
    key: 'id of the command of a phone; null for a call at a screen',
    occurredAt: 'when it happened, as the phone says',
  },
)
/** Asked when a month is closed: the items still open in it. */
export const openMonthItems = defineQuestion<
  { readonly month: string },
  { readonly why: string | null; readonly open: number }
>(
  'openMonthItems',
  'What is open in a month: why it cannot be closed at all, and how many things would be closed over?',
)

/** Events and questions about a whole day of the plant. */
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
export const missingShiftRecords = defineQuestion<
  { readonly day: string },
  { readonly expected: number; readonly missing: readonly MissingShiftRecord[] }
>('missingShiftRecords', 'Which sheets of the shifts of a business date are missing, of how many?')

/** The energy of a day changed because of late readings, orders or prices. */
export const dailyEnergyRecalculated = defineEvent<{ readonly day: string; readonly orderIds: readonly string[] }>(
  'dailyEnergyRecalculated',
  'The energy of a day was counted, and came out otherwise than before.',
  { day: 'of the clock of the plant', orderIds: 'orders that took energy in it, before or now' },
)

/** Costs of orders were recalculated. */
export const costsRecalculated = defineEvent<{ readonly orderIds: readonly string[] }>(
  'costsRecalculated',
  'The costs of orders were worked out, and stored.',
  { orderIds: 'orders whose cost may have changed' },
)
