/** What is told of the books of months. */
import { defineEvent, defineQuestion } from '@/server/events'

/** The books of a month were closed, or opened again. */
export const monthClosed = defineEvent<{ month: string; closed: boolean }>(
  'monthClosed',
  'The books of a month were closed, or opened again.',
  { month: 'the month, YYYY-MM', closed: 'whether it is closed now' },
)
/** A row that belongs to the books of a month, before and after: null when there was, or is, none. */
export interface FactWritten {
  readonly resource: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}
/** What was worked out of facts is worked out anew. */
export const factWritten = defineEvent<FactWritten>(
  'factWritten',
  'A row that belongs to the books of a month was written, changed in what counts there, or removed.',
  {
    resource: 'resource of the row',
    before: 'the row as it was; null when there was none',
    after: 'the row as it is; null when it is gone',
  },
)
/** A write of a month whose books are closed, that was refused. `key` names the command of a phone; a call at a screen has none. */
export interface FactRefused {
  readonly resource: string
  readonly month: string
  readonly day: string
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
  readonly key: string | null
  readonly occurredAt: string | null
}
/** What came too late is not lost: somebody decides over it. */
export const factRefused = defineEvent<FactRefused>(
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
/** Whoever closes a month asks what is still open in it. */
export const openInMonth = defineQuestion<
  { readonly month: string },
  { readonly why: string | null; readonly open: number }
>('openInMonth', 'What is open in a month: why it cannot be closed at all, and how many things would be closed over?')
