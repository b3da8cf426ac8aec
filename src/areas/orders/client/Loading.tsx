import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { ErrorState } from '@/client/ui/ErrorState'
import { OfflineState } from '@/client/ui/OfflineState'

/** What a part of a page shows until its answer is there: the shape of what comes, no network, or what went wrong. */
export function Loading({
  of,
  shape,
}: {
  of: { isPending: boolean; error: Error | null; refetch: () => unknown }
  shape: ReactNode
}) {
  const { t } = useTranslation('client')
  if (of.isPending) return shape
  if (!of.error) return null
  const again = () => void of.refetch()
  return isUnreachable(of.error) ? (
    <OfflineState onRetry={again} />
  ) : (
    <ErrorState what={t('resource.notLoaded')} kept={of.error.message} onRetry={again} />
  )
}
