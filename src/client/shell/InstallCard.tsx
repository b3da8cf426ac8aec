import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { DownloadIcon } from '../ui/icons'
import { getInstallOffer, subscribeToInstallOffer, isAppleMobile, isInstalled } from './installation'
import { useSyncStatus } from './SyncIndicator'

/**
 * Card that explains how to install the app: a button if the browser offers it, the steps on iOS, nothing once
 * installed.
 */
export function InstallCard() {
  const { t } = useTranslation('client')
  const offer = useSyncExternalStore(subscribeToInstallOffer, getInstallOffer)
  if (isInstalled() || (!offer && !isAppleMobile())) return null
  return (
    <section className="ui-card install">
      <h2>{t('shell.install.title')}</h2>
      <p>{t('shell.install.why')}</p>
      {offer ? (
        <Button icon={<DownloadIcon size={20} />} onClick={() => void offer.prompt()}>
          {t('shell.install.button')}
        </Button>
      ) : (
        <AppleInstallSteps />
      )}
    </section>
  )
}

/** On iOS the installed app cannot read the browser's storage, so the browser must send its unsent data first. */
function AppleInstallSteps() {
  const { t } = useTranslation('client')
  const { unsent } = useSyncStatus()
  return (
    <>
      <ol>
        {['share', 'add', 'open'].map((step) => (
          <li key={step}>{t(`shell.install.ios.${step}`)}</li>
        ))}
      </ol>
      {unsent > 0 ? (
        <p role="alert">{t('shell.install.sendFirst', { count: unsent })}</p>
      ) : (
        <p className="quiet">{t('shell.install.ownStorage')}</p>
      )}
    </>
  )
}
