import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { saveFile } from '../api/download'
import { notify } from '../api/notify'
import { getPhoneStore } from '../api/phone'
import { useUnsentCommands } from '../api/use-list'
import { formatMoment } from '../format/time'
import { usePeopleWithUnsentWork } from '../session/UnsentWorkSection'
import { getSession } from '../session/session'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { DoneIcon, DownloadIcon, SyncIcon } from '../ui/icons'
import { PageFrame } from '../ui/PageFrame'
import { canSendInBackground } from './installation'
import { UnsentCard } from './UnsentCard'
import { useSyncStatus, useSyncText } from './SyncIndicator'

/** Sync center: all data on this phone that has not been sent, with the available actions. */
export default function SyncPage() {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  const zone = usePlantZone()
  const unsentCommands = useUnsentCommands()
  const [params] = useSearchParams()
  const otherPeople = usePeopleWithUnsentWork().filter((owner) => owner.userId !== getSession().userId)
  const status = useSyncStatus()
  const statusText = useSyncText()
  const [busy, setBusy] = useState(false)
  const runBusy = async (task: () => Promise<void>) => {
    setBusy(true)
    try {
      await task()
    } catch (error) {
      void notify(t('sync.failed', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    } finally {
      setBusy(false)
    }
  }
  const syncNow = () => runBusy(async () => (await getPhoneStore()).syncNow())
  const exportUnsent = () =>
    runBusy(async () => saveFile(await (await getPhoneStore()).exportFile(), t('sync.fileName')))
  return (
    <PageFrame
      title={t('shell.titles.sync')}
      subtitle={
        <output>
          {statusText}
          {status.lastSentAt && ` · ${t('sync.lastSent', { time: formatMoment(status.lastSentAt, zone) })}`}
        </output>
      }
      onBack={() => void navigate('/me')}
      tools={
        unsentCommands.length > 0 && (
          <Button
            look="quiet"
            icon={<DownloadIcon size={20} />}
            aria-label={t('sync.exportAll')}
            onClick={() => void exportUnsent()}
          />
        )
      }
      primary={
        <Button look="primary" icon={<SyncIcon size={20} />} disabled={busy} onClick={() => void syncNow()}>
          {t('sync.now')}
        </Button>
      }
    >
      {status.state === 'offline' && (
        <p className="quiet">{t(navigator.onLine ? 'shell.serverUnreachable' : 'shell.offline')}</p>
      )}
      {unsentCommands.length === 0 && (
        <EmptyState icon={DoneIcon} title={t('sync.empty')} advice={t('sync.emptyNext')} />
      )}
      {unsentCommands.length > 0 && !canSendInBackground() && <p className="quiet">{t('shell.noBackground')}</p>}
      <ul className="unsent">
        {unsentCommands.map((command) => (
          <UnsentCard key={command.id} command={command} isHighlighted={command.id === params.get('unsent')} />
        ))}
      </ul>
      {otherPeople.length > 0 && (
        <section className="ui-card">
          <h2>{t('sync.others')}</h2>
          <ul>
            {otherPeople.map((owner) => (
              <li key={owner.userId}>{t('session.unsentOf', { name: owner.userName, count: owner.unsent })}</li>
            ))}
          </ul>
          <p>{t('sync.othersNext')}</p>
        </section>
      )}
    </PageFrame>
  )
}
