import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPhoneStore, type PhoneStore } from '../api/phone'
import { formatStorageSize } from '../format/number'
import { formatMoment } from '../format/time'
import { useLanguage } from '../format/use-language'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { isAppleMobile, isInstalled, canSendInBackground } from './installation'
import { useSyncStatus } from './SyncIndicator'
import { recordTrouble } from '../ui/trouble'

type StorageState = Awaited<ReturnType<PhoneStore['getStorageState']>>

/** Returns the i18n key for the browser's answer on persistent storage: granted, not granted or unknown. */
function getPersistenceKey(persisted: boolean | null) {
  if (persisted === null) return 'persistUnknown'
  return persisted ? 'persisted' : 'notPersisted'
}

/** Card on the data of this phone: storage used, last sync, persistence and offline readiness. */
export function PhoneStorageCard() {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const zone = usePlantZone()
  const { readyAt, lastSentAt } = useSyncStatus()
  const [storage, setStorage] = useState<StorageState | null>(null)
  useEffect(() => {
    let isUnmounted = false
    getPhoneStore()
      .then((store) => store.getStorageState())
      .then(
        (state) => {
          if (!isUnmounted) setStorage(state)
        },
        (error: unknown) => recordTrouble('storage not readable', error),
      )
    return () => {
      isUnmounted = true
    }
  }, [])
  const [isDeclined, setIsDeclined] = useState(false)
  const requestPersistence = async () => {
    const store = await getPhoneStore()
    setIsDeclined(!(await store.requestPersistence()))
    setStorage(await store.getStorageState())
  }
  return (
    <section className="ui-card">
      <div className="me-row cluster middle between">
        <span>{t('shell.readyOffline')}</span>
        <b>{readyAt ? formatMoment(readyAt, zone) : t('shell.notReady')}</b>
      </div>
      <div className="me-row cluster middle between">
        <span>{t('shell.lastSent')}</span>
        <b>{lastSentAt ? formatMoment(lastSentAt, zone) : t('shell.neverSent')}</b>
      </div>
      {storage && (
        <div className="me-row cluster middle between">
          <span>{t('shell.used')}</span>
          <b>
            {t('shell.usedOf', {
              used: formatStorageSize(storage.used, language),
              quota: formatStorageSize(storage.quota, language),
            })}
          </b>
        </div>
      )}
      {storage && (
        <div className="me-row cluster middle between">
          <span>{t(`shell.${getPersistenceKey(storage.persisted)}`)}</span>
          {storage.persisted === false && (
            <Button onClick={() => void requestPersistence()}>{t('shell.persist')}</Button>
          )}
        </div>
      )}
      {isDeclined && <output className="quiet">{t('shell.persistDeclined')}</output>}
      {storage && storage.persisted !== true && isAppleMobile() && !isInstalled() && (
        <p className="quiet">{t('shell.evictedByApple')}</p>
      )}
      {!canSendInBackground() && <p className="quiet">{t('shell.noBackground')}</p>}
    </section>
  )
}
