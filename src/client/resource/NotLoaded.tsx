import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errno } from '@/contract/errno'
import { ApiError, isUnreachable } from '../api/api-error'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { OfflineState } from '../ui/OfflineState'

/** Something that was asked of the server, by `useList` and `useRow` (`again`) or `useCall` (`refetch`). */
export type Asked = { error: Error | null } & ({ again: () => void } | { refetch: () => unknown })

/** A list that could not be read and of which this phone has nothing: its emptiness says nothing. Null where it was read. */
export const unread = (list: Asked & { at: number; rows: readonly unknown[] }): Asked | null =>
  list.error !== null && list.at === 0 && list.rows.length === 0 ? list : null

/** In place of what could not be had: no network, or the reason that the server gave, and the way to ask again. */
export function NotLoaded({ of, children }: { of: Asked; children?: ReactNode }) {
  const { t } = useTranslation('client')
  const again = () => void ('again' in of ? of.again() : of.refetch())
  if (isUnreachable(of.error)) return <OfflineState onRetry={again}>{children}</OfflineState>
  // A rule said no, in a sentence of its own: asking again changes nothing.
  if (of.error instanceof ApiError && of.error.errno === errno.message)
    return <EmptyState title={of.error.message}>{children}</EmptyState>
  return (
    <ErrorState what={t('resource.notLoaded')} {...(of.error ? { kept: of.error.message } : {})} onRetry={again}>
      {children}
    </ErrorState>
  )
}

/** Until an answer is here: the shape of what comes, or why it is not coming. Nothing once it is here. */
export function Awaited({
  of,
  shape,
}: {
  of: Asked & { isLoading: boolean; isPending?: boolean; data?: unknown }
  shape: ReactNode
}) {
  if (of.isPending ?? of.isLoading) return shape
  return of.error && of.data === undefined ? <NotLoaded of={of} /> : null
}
