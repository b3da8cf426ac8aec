import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPhone, type Phone } from '../api/phone'
import { formatNumber } from '../format/number'
import { formatMoment } from '../format/time'
import { useLanguage } from '../format/use-language'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { isApple, isInstalled, sendsInBackground } from './browser-traits'
import { useSyncStatus } from './SyncIndicator'
import { recordTrouble } from '../ui/trouble'

type Kept = Awaited<ReturnType<Phone['storage']>>
const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE

/** Returns the i18n key for the browser's answer on persistent storage: granted, not granted or unknown. */
const keeping = (persisted: boolean | null) =>
  persisted === null ? 'persistUnknown' : persisted ? 'persisted' : 'notPersisted'

/** Card on the data of this phone: storage used, last sync, persistence and offline readiness. */
export function PhoneStorage() {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const zone = usePlantZone()
  const { readyAt, lastSentAt } = useSyncStatus()
  const [kept, setKept] = useState<Kept | null>(null)
  useEffect(() => {
    let gone = false
    getPhone()
      .then((store) => store.storage())
      .then(
        (state) => {
          if (!gone) setKept(state)
        },
        (error: unknown) => recordTrouble('storage not readable', error),
      )
    return () => {
      gone = true
    }
  }, [])
  const [declined, setDeclined] = useState(false)
  const ask = async () => {
    const store = await getPhone()
    setDeclined(!(await store.persist()))
    setKept(await store.storage())
  }
  const size = (bytes: number | null) => {
    const large = bytes !== null && bytes >= GIGABYTE
    return formatNumber(bytes === null ? null : bytes / (large ? GIGABYTE : MEGABYTE), {
      language,
      decimals: 1,
      unit: large ? 'GB' : 'MB',
    })
  }
  return (
    <section className="ui-card">
      <div className="me-row">
        <span>{t('shell.readyOffline')}</span>
        <b>{readyAt ? formatMoment(readyAt, zone) : t('shell.notReady')}</b>
      </div>
      <div className="me-row">
        <span>{t('shell.lastSent')}</span>
        <b>{lastSentAt ? formatMoment(lastSentAt, zone) : t('shell.neverSent')}</b>
      </div>
      {kept && (
        <div className="me-row">
          <span>{t('shell.used')}</span>
          <b>{t('shell.usedOf', { used: size(kept.used), quota: size(kept.quota) })}</b>
        </div>
      )}
      {kept && (
        <div className="me-row">
          <span>{t(`shell.${keeping(kept.persisted)}`)}</span>
          {kept.persisted === false && <Button onClick={() => void ask()}>{t('shell.persist')}</Button>}
        </div>
      )}
      {declined && <output className="quiet">{t('shell.persistDeclined')}</output>}
      {kept && kept.persisted !== true && isApple() && !isInstalled() && (
        <p className="quiet">{t('shell.evictedByApple')}</p>
      )}
      {!sendsInBackground() && <p className="quiet">{t('shell.noBackground')}</p>}
    </section>
  )
}
