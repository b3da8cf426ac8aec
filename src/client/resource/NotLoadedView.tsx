import type { RefreshOutcome } from '../ui/table/columns'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errno } from '@/contract/errno'
import { ApiError, isServerUnreachable } from '../api/api-error'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { OfflineState } from '@/client/ui/Notice'

/** State of a query by `useList`, `useRow` or `useEndpoint`. */
export type QueryState = { error: Error | null; refetch: () => unknown }

/** Returns the query if it failed and this phone has no cached rows, so that "empty" would be wrong; else null. */
export const getFailedQuery = (list: QueryState & { fetchedAt: number; rows: readonly unknown[] }): QueryState | null =>
  list.error !== null && list.fetchedAt === 0 && list.rows.length === 0 ? list : null

/** Displayed for a failed query: offline state or the server's message, with a retry. */
export function NotLoadedView({ query, children }: { query: QueryState; children?: ReactNode }) {
  const { t } = useTranslation('client')
  const retry = () => void query.refetch()
  if (isServerUnreachable(query.error)) return <OfflineState onRetry={retry}>{children}</OfflineState>
  // A business rule refused with its own message: retrying would not help.
  if (query.error instanceof ApiError && query.error.errno === errno.message)
    return <EmptyState title={query.error.message}>{children}</EmptyState>
  return (
    <ErrorState
      title={t('resource.notLoaded')}
      {...(query.error ? { detail: query.error.message } : {})}
      {...(query.error instanceof ApiError && query.error.requestId ? { code: query.error.requestId } : {})}
      onRetry={retry}
    >
      {children}
    </ErrorState>
  )
}

/** Reloads a list that was pulled down, and returns the outcome to display. */
export async function refreshList(refetch: () => Promise<{ error: unknown }>): Promise<RefreshOutcome> {
  const { error } = await refetch()
  if (!error) return 'done'
  return isServerUnreachable(error) ? 'offline' : 'failed'
}
