import { useTranslation } from 'react-i18next'
import { isOnline } from '../api/saved'
import { useSyncStatus } from './SyncIndicator'

/** Why a step that only the server can take is not offered now: there is no network. Null while there is. */
export function useNeedsNetwork(): string | null {
  const { t } = useTranslation('client')
  // Drawn again with every change of it; something that came back hides the lost network there.
  useSyncStatus()
  return isOnline() ? null : t('resource.needsNetwork')
}
