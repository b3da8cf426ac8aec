import type { Endpoint } from '@/contract/endpoint'
import { errno } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import { ApiError, isUnreachable } from '../../api/api-error'
import { call } from '../../api/call'
import { plantMoment } from '../../clock'
import { suggestedPassword } from '../../fields/secret-input'
import type { AnyRow } from '../columns'
import type { BulkAction } from './bulk-actions'

/** Outcome of a row: done, refused with the server's message, or not answered (yet). */
export type Outcome = { is: 'done' } | { is: 'refused' | 'unanswered'; why: string }

/** One call per row; the idempotency key makes a retry after a lost answer harmless. */
export interface Errand {
  row: AnyRow
  key: string
  input: Record<string, unknown>
}
/** Builds one call per row, with the shared answer and a generated secret where the action needs them. */
export const errandsOf = ({ endpoint, asks, gives }: BulkAction, rows: readonly AnyRow[], answer: string): Errand[] =>
  rows.map((row) => ({
    row,
    key: uuid7(),
    input: {
      id: row.id,
      ...('version' in endpoint.input ? { version: row.version } : {}),
      ...(gives ? { [gives]: suggestedPassword() } : {}),
      ...('occurredAt' in endpoint.input ? { occurredAt: plantMoment() } : {}),
      ...(asks && answer ? { [asks.name]: answer } : {}),
    },
  }))

/** True if the next row would fail for the same reason: no network, cancelled, or no password entered. */
const endsAll = (error: unknown, endpoint: Endpoint): boolean =>
  isUnreachable(error) ||
  (error instanceof ApiError &&
    (error.failure === 'cancelled' || (endpoint.verified !== undefined && error.errno === errno.forbidden)))

/**
 * Runs the calls one after another and reports each outcome. Stops if the remaining ones would fail for the same
 * reason, or when aborted.
 */
export async function doEach(
  endpoint: Endpoint,
  errands: readonly Errand[],
  tell: (id: string, outcome: Outcome) => void,
  stop: AbortSignal,
): Promise<void> {
  for (const { row, key, input } of errands) {
    if (stop.aborted) return
    try {
      await call(endpoint, input, { idempotencyKey: key, quiet: true })
      tell(row.id, { is: 'done' })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const ends = endsAll(error, endpoint)
      tell(row.id, { is: ends ? 'unanswered' : 'refused', why })
      if (ends) return
    }
  }
}
