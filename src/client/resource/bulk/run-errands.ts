import type { Endpoint } from '@/contract/endpoint'
import { errno } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { ApiError, isUnreachable } from '../../api/api-error'
import { callEndpoint } from '../../api/call-endpoint'
import { getPlantMoment } from '../../clock'
import { generatePassword } from '../../fields/secret-input'
import type { ListRow } from '../build-columns'
import type { BulkAction } from './bulk-actions'

/** Outcome of a row: done, refused with the server's message, or not answered (yet). */
export type RowOutcome = { is: 'done' } | { is: 'refused' | 'unanswered'; why: string }

/** One call per row; the idempotency key makes a retry after a lost answer harmless. */
export interface BulkErrand {
  row: ListRow
  key: string
  input: Record<string, unknown>
}
/** Builds one call per row, with the shared answer and a generated secret where the action needs them. */
export const buildErrands = (
  { endpoint, asks, secretField: gives }: BulkAction,
  rows: readonly ListRow[],
  answer: string,
): BulkErrand[] =>
  rows.map((row) => ({
    row,
    key: createUuid7(),
    input: {
      id: row.id,
      ...('version' in endpoint.input ? { version: row.version } : {}),
      ...(gives ? { [gives]: generatePassword() } : {}),
      ...('occurredAt' in endpoint.input ? { occurredAt: getPlantMoment() } : {}),
      ...(asks && answer ? { [asks.name]: answer } : {}),
    },
  }))

/** True if the next row would fail for the same reason: no network, cancelled, or no password entered. */
const stopsAll = (error: unknown, endpoint: Endpoint): boolean =>
  isUnreachable(error) ||
  (error instanceof ApiError &&
    (error.failure === 'cancelled' || (endpoint.reauthentication !== undefined && error.errno === errno.forbidden)))

/**
 * Runs the calls one after another and reports each outcome. Stops if the remaining ones would fail for the same
 * reason, or when aborted.
 */
export async function runErrands(
  endpoint: Endpoint,
  errands: readonly BulkErrand[],
  onOutcome: (id: string, outcome: RowOutcome) => void,
  stop: AbortSignal,
): Promise<void> {
  for (const { row, key, input } of errands) {
    if (stop.aborted) return
    try {
      await callEndpoint(endpoint, input, { idempotencyKey: key, quiet: true })
      onOutcome(row.id, { is: 'done' })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const stops = stopsAll(error, endpoint)
      onOutcome(row.id, { is: stops ? 'unanswered' : 'refused', why })
      if (stops) return
    }
  }
}
