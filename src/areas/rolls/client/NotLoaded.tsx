import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { ErrorState } from '@/client/ui/ErrorState'
import { OfflineState } from '@/client/ui/OfflineState'

/** Nothing to show because nothing was heard: without a network, or because of an error. */
export function NotLoaded({ error, again }: { error: Error; again: () => void }) {
  const { t } = useTranslation('client')
  return isUnreachable(error) ? (
    <OfflineState onRetry={again} />
  ) : (
    <ErrorState what={t('resource.notLoaded')} kept={error.message} onRetry={again} />
  )
}
