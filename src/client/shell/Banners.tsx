import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { getClockOffset, subscribeToClock } from '../clock'
import { Banner } from '../ui/Notice'
import { Button } from '../ui/Button'
import { RetryIcon, WarnIcon } from '../ui/icons'
import { useIsDirty } from './dirty-forms'
import { HistoryBanner } from './HistoryBanner'
import { LagBanner } from './LagBanner'
import { useSyncStatus } from './SyncIndicator'
import { subscribeToPendingUpdate, getPendingUpdate } from './register-worker'

/**
 * Rare banners for the whole app: a wrong clock, a new version, a history that is still loading, metrics of a lagging
 * database. A lost network comes and goes while people tap, so it has a fixed place in `SyncIndicator` and moves no
 * content.
 */
export function Banners() {
  return (
    <div className="banners">
      <ClockBanner />
      <UpdateBanner />
      <HistoryBanner />
      <LagBanner />
    </div>
  )
}
/** Maximum tolerated clock error, ms; beyond it users would enter wrong times. */
const CLOCK_TOLERANCE_MS = 120_000
/** Warns that the phone's clock is wrong. The app records the server's time, but users read times off the phone. */
function ClockBanner() {
  const { t } = useTranslation('client')
  const offsetMs = useSyncExternalStore(subscribeToClock, getClockOffset)
  if (Math.abs(offsetMs) <= CLOCK_TOLERANCE_MS) return null
  return (
    <Banner tone="warn" icon={WarnIcon}>
      {t(offsetMs < 0 ? 'shell.clockFast' : 'shell.clockSlow', { minutes: Math.round(Math.abs(offsetMs) / 60_000) })}
    </Banner>
  )
}
/** Offers an update without forcing it: not while a form has unsaved input or data is being sent. */
function UpdateBanner() {
  const { t } = useTranslation('client')
  const update = useSyncExternalStore(subscribeToPendingUpdate, getPendingUpdate)
  const isDirty = useIsDirty()
  const { state } = useSyncStatus()
  if (!update) return null
  const isBusy = isDirty || state === 'sending'
  return (
    <Banner icon={RetryIcon} extra={!isBusy && <Button onClick={update.apply}>{t('shell.updateNow')}</Button>}>
      {t(isBusy ? 'shell.updateLater' : 'shell.updateReady')}
    </Banner>
  )
}
