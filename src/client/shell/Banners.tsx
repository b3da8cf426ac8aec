import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { clockOffset, onClockSet } from '../clock'
import { Button } from '../ui/Button'
import { RetryIcon, WarnIcon } from '../ui/icons'
import { useIsDirty } from './dirty'
import { HistoryBanner } from './HistoryBanner'
import { useSyncStatus } from './SyncIndicator'
import { onUpdate, waitingUpdate } from './update'

/**
 * What concerns the whole app and seldom comes: a wrong clock, a new version, a history that is still being loaded. A lost network, which comes and goes while people
 * tap, has its fixed place in `SyncIndicator` and moves nothing.
 */
export function Banners() {
  return (
    <div className="banners">
      <ClockBanner />
      <UpdateBanner />
      <HistoryBanner />
    </div>
  )
}
/** From here on, ms, the phone's clock is so wrong that people would enter wrong times by it. */
const WRONG_CLOCK_MS = 120_000
/** The phone's clock is wrong: what the app notes goes by the server's, what is read off the phone does not. */
function ClockBanner() {
  const { t } = useTranslation('client')
  const off = useSyncExternalStore(onClockSet, clockOffset)
  if (Math.abs(off) <= WRONG_CLOCK_MS) return null
  return (
    <output className="banner is-warn">
      <WarnIcon size={20} />
      <span>{t(off < 0 ? 'shell.clockFast' : 'shell.clockSlow', { minutes: Math.round(Math.abs(off) / 60_000) })}</span>
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
