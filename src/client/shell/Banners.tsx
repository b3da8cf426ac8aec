import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../format/time'
import { usePlantZone } from '../session/zone'
import { Button } from '../ui/Button'
import { OfflineIcon, RetryIcon } from '../ui/icons'
import { useIsDirty } from './dirty'
import { useSyncStatus } from './SyncIndicator'
import { onUpdate, waitingUpdate } from './update'

/** What concerns the whole app: no network, a new version. */
export function Banners() {
  return (
    <div className="banners">
      <OfflineBanner />
      <UpdateBanner />
    </div>
  )
}
function OfflineBanner() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const { state, readyAt } = useSyncStatus()
  if (state !== 'offline') return null
  return (
    <output className="banner is-warn">
      <OfflineIcon size={20} />
      <span>{readyAt ? t('shell.offlineReady', { time: formatClock(readyAt, zone) }) : t('shell.offline')}</span>
    </output>
  )
}
/** Prompts, never forces: not while something is half typed or being sent. */
function UpdateBanner() {
  const { t } = useTranslation('client')
  const update = useSyncExternalStore(onUpdate, waitingUpdate)
  const dirty = useIsDirty()
  const { state } = useSyncStatus()
  if (!update) return null
  const busy = dirty || state === 'sending'
  return (
    <output className="banner">
      <RetryIcon size={20} />
      <span>{t(busy ? 'shell.updateLater' : 'shell.updateReady')}</span>
      {!busy && <Button onClick={update.apply}>{t('shell.updateNow')}</Button>}
    </output>
  )
}
