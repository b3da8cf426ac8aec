import { isUnreachable } from '../api/api-error'
import type { RefreshOutcome } from '../ui/table/columns'

/** Reloads a list that was pulled down, and returns what to tell the person. */
export async function refreshList(refetch: () => Promise<{ error: unknown }>): Promise<RefreshOutcome> {
  const { error } = await refetch()
  return !error ? 'done' : isUnreachable(error) ? 'offline' : 'failed'
}
