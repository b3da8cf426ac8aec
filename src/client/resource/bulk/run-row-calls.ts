import type { Endpoint } from '@/contract/endpoint'
import { errno } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { ApiError, isServerUnreachable } from '../../api/api-error'
import { callEndpoint } from '../../api/call-endpoint'
import { getPlantMoment } from '../../clock'
import { generatePassword } from '../../fields/secret-input'
import type { ListRow } from '../build-columns'
import type { BulkAction } from './bulk-actions'

/** Outcome of a row: done, refused with the server's message, or not answered (yet). */
export type RowOutcome = { kind: 'done' } | { kind: 'refused' | 'unanswered'; reason: string }

/** One call per row; the idempotency key makes a retry after a lost answer harmless. */
export interface RowCall {
  row: ListRow
  idempotencyKey: string
  input: Record<string, unknown>
}
/** Builds one call per row, with the shared input and a generated secret where the action needs them. */
export const buildRowCalls = (
  { endpoint, sharedInput, secretField }: BulkAction,
  rows: readonly ListRow[],
  sharedValue: string,
): RowCall[] =>
  rows.map((row) => ({
    row,
    idempotencyKey: createUuid7(),
    input: {
      id: row.id,
      ...('version' in endpoint.input ? { version: row.version } : {}),
      ...(secretField ? { [secretField]: generatePassword() } : {}),
      ...('occurredAt' in endpoint.input ? { occurredAt: getPlantMoment() } : {}),
      ...(sharedInput && sharedValue ? { [sharedInput.name]: sharedValue } : {}),
    },
  }))

/** True if the next row would fail for the same reason: no network, cancelled, or no password entered. */
const failsForAllRows = (error: unknown, endpoint: Endpoint): boolean =>
  isServerUnreachable(error) ||
  (error instanceof ApiError &&
    (error.failure === 'cancelled' || (endpoint.reauthentication !== undefined && error.errno === errno.forbidden)))

/**
 * Runs the calls one after another and reports each outcome. Stops if the remaining ones would fail for the same
 * reason, or when aborted.
 */
export async function runRowCalls(
  endpoint: Endpoint,
  rowCalls: readonly RowCall[],
  onOutcome: (id: string, outcome: RowOutcome) => void,
  stopSignal: AbortSignal,
): Promise<void> {
  for (const { row, idempotencyKey, input } of rowCalls) {
    if (stopSignal.aborted) return
    try {
      await callEndpoint(endpoint, input, { idempotencyKey, quiet: true })
      onOutcome(row.id, { kind: 'done' })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const failsForAll = failsForAllRows(error, endpoint)
      onOutcome(row.id, { kind: failsForAll ? 'unanswered' : 'refused', reason })
      if (failsForAll) return
    }
  }
}
