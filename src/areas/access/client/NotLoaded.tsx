import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { ErrorState } from '@/client/ui/ErrorState'
import { OfflineState } from '@/client/ui/OfflineState'

/** In place of what a call did not answer: no network, or the reason that the server gave, and the way to ask again. */
export function NotLoaded({ of }: { of: { error: Error | null; refetch: () => unknown } }) {
  const { t } = useTranslation('client')
  const again = () => void of.refetch()
  if (isUnreachable(of.error)) return <OfflineState onRetry={again} />
  return <ErrorState what={t('resource.notLoaded')} {...(of.error ? { kept: of.error.message } : {})} onRetry={again} />
}
