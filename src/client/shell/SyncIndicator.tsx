import { useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { subscribeToSyncStatus, getSyncStatus, type SyncStatus } from '../api/phone'
import { formatClock } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { useOfflineReadiness } from './offline-readiness'
import { DoneIcon, OfflineIcon, SyncIcon, WaitIcon, WarnIcon, type Icon } from '../ui/icons'
import { isOnline } from '../api/notify-saved'

const ICON_BY_STATE: Record<SyncStatus['state'], Icon> = {
  reading: SyncIcon,
  sent: DoneIcon,
  pending: WaitIcon,
  sending: SyncIcon,
  attention: WarnIcon,
  paused: WarnIcon,
  offline: OfflineIcon,
}
function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
/**
 * Returns the sync status. The browser reports a lost network immediately; the store only notices it on its next pass.
 */
export function useSyncStatus(): SyncStatus {
  const status = useSyncExternalStore(subscribeToSyncStatus, getSyncStatus)
  const isNetworkUp = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  return useMemo(
    () =>
      isNetworkUp || status.state === 'attention' || status.state === 'paused'
        ? status
        : { ...status, state: 'offline' },
    [status, isNetworkUp],
  )
}

/** Returns the sync status in words. For the offline state it tells a missing network from an unreachable server. */
export function useSyncText(): string {
  const { t } = useTranslation('client')
  const { state, unsent, attention } = useSyncStatus()
  return t(`sync.state.${state === 'offline' && navigator.onLine ? 'unreachable' : state}`, {
    count: state === 'attention' ? attention : unsent,
  })
}

/** States whose text is displayed and not only announced. */
const STATES_WITH_TEXT: readonly SyncStatus['state'][] = ['attention', 'paused', 'offline']

/**
 * Permanent sync state in the header; opens the sync center. It is a dot while everything is sent (grey until that is
 * known), and a count of unsent items otherwise. A text appears if something needs attention, while the app prepares
 * for offline use, and without a network. Without a network the text names the time of the cached data.
 */
export function SyncIndicator() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const { state, unsent, readyAt } = useSyncStatus()
  const readiness = useOfflineReadiness(readyAt)
  const StateIcon = ICON_BY_STATE[state]
  const showsText = STATES_WITH_TEXT.includes(state)
  const statusText = useSyncText()
  const showsDot = state === 'sent' || state === 'reading'
  const renderText = () => {
    if (showsText)
      return (
        <span className="sync-words">
          {statusText}
          {state === 'offline' && readyAt && <small>{t('shell.dataFrom', { time: formatClock(readyAt, zone) })}</small>}
        </span>
      )
    if (unsent > 0) return <span>{unsent}</span>
    return readiness && <output className="sync-words">{t(`shell.readiness.${readiness}`)}</output>
  }
  return (
    <Link to="/me/sync" className={`sync is-${state}`} aria-label={statusText}>
      {showsDot ? <i className="sync-dot" /> : <StateIcon size={20} />}
      {renderText()}
      <output className="ui-hidden">{statusText}</output>
    </Link>
  )
}

/** Returns the reason why online-only commands are unavailable; null while there is a network. */
export function useNoNetworkReason(): string | null {
  const { t } = useTranslation('client')
  // Used only to re-render: the status itself may be `attention`, which hides a lost network.
  useSyncStatus()
  if (isOnline()) return null
  return t(navigator.onLine ? 'resource.needsServer' : 'resource.needsNetwork')
}
