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
export const factWritten = defineEvent<SourceRowChange>(
  'factWritten',
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
export const factRefused = defineEvent<RefusedSourceWrite>(
  'factRefused',
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
export const openInMonth = defineQuestion<
  { readonly month: string },
  { readonly why: string | null; readonly open: number }
>('openInMonth', 'What is open in a month: why it cannot be closed at all, and how many things would be closed over?')
