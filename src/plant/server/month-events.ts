/** What is told of the books of months. */
import { defineEvent } from '@/server/events'

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
