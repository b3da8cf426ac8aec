import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errno } from '@/contract/errno'
import { ApiError, isUnreachable } from '../api/api-error'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { OfflineState } from '../ui/OfflineState'

/** State of a query by `useList` and `useRow` (`again`) or `useEndpoint` (`refetch`). */
export type QueryState = { error: Error | null } & ({ again: () => void } | { refetch: () => unknown })

/** Returns the query if it failed and this phone has no cached rows, so that "empty" would be wrong; else null. */
export const getUnreadQuery = (list: QueryState & { at: number; rows: readonly unknown[] }): QueryState | null =>
  list.error !== null && list.at === 0 && list.rows.length === 0 ? list : null

/** Displayed for a failed query: offline state or the server's message, with a retry. */
export function NotLoadedView({ of, children }: { of: QueryState; children?: ReactNode }) {
  const { t } = useTranslation('client')
  const again = () => void ('again' in of ? of.again() : of.refetch())
  if (isUnreachable(of.error)) return <OfflineState onRetry={again}>{children}</OfflineState>
  // A business rule refused with its own message: retrying would not help.
  if (of.error instanceof ApiError && of.error.errno === errno.message)
    return <EmptyState title={of.error.message}>{children}</EmptyState>
  return (
    <ErrorState title={t('resource.notLoaded')} {...(of.error ? { kept: of.error.message } : {})} onRetry={again}>
      {children}
    </ErrorState>
  )
}

/** Displays a skeleton while loading, or the error; null once there is data. */
export function QueryBoundary({
  of,
  shape,
}: {
  of: QueryState & { isLoading: boolean; isPending?: boolean; data?: unknown }
  shape: ReactNode
}) {
  if (of.isPending ?? of.isLoading) return shape
  return of.error && of.data === undefined ? <NotLoadedView of={of} /> : null
}
