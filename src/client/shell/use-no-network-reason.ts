import { useTranslation } from 'react-i18next'
import { isOnline } from '../api/notify-saved'
import { useSyncStatus } from './SyncIndicator'

/** Returns the reason why online-only commands are unavailable; null while there is a network. */
export function useNoNetworkReason(): string | null {
  const { t } = useTranslation('client')
  // Used only to re-render: the status itself may be `attention`, which hides a lost network.
  useSyncStatus()
  return isOnline() ? null : t('resource.needsNetwork')
}
