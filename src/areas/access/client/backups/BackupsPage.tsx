import '../access.css'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { WarnIcon } from '@/client/ui/icons'
import { Banner } from '@/client/ui/Notice'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { backupState, startBackup } from '../../contract/backup'
import { StoredBackupList } from './StoredBackupList'
import { BackupSettingsSection, LastBackupSection, VerificationSection } from './BackupSections'

export type BackupStateAnswer = EndpointOutput<typeof backupState>
/** A backup begins some seconds after it was asked for, and takes seconds to minutes. */
const REFRESH_INTERVAL_MS = 5_000

/** 数据备份: the last backup, its verification, the settings, and the backups that are kept. */
export default function BackupsPage() {
  const { t } = useTranslation(['access', 'contract'])
  const zone = usePlantZone()
  const stateQuery = useEndpoint(backupState, {}, { resources: ['backup'], refreshIntervalMs: REFRESH_INTERVAL_MS })
  const command = useCommand(startBackup)
  const canStart = useCanCall(startBackup)
  const state = stateQuery.data
  const start = () => void command.run({}, { savedMessage: t('pages.backups.requested'), changedResources: ['backup'] })
  return (
    <PageFrame
      title={t('contract:menu.backups')}
      {...(state
        ? {
            subtitle: state.nextAt
              ? t('pages.backups.next', { time: formatMoment(state.nextAt, zone) })
              : t('pages.backups.notScheduled'),
          }
        : {})}
      primary={
        canStart &&
        state?.isAvailable && (
          <Button look="primary" disabled={command.busy || state.runningSince !== null} onClick={start}>
            {t(state.runningSince === null ? 'pages.backups.start' : 'pages.backups.running')}
          </Button>
        )
      }
    >
      <QueryBoundary query={stateQuery} skeleton={<SkeletonList rows={4} />}>
        {(loadedState) => <BackupStateView state={loadedState} />}
      </QueryBoundary>
    </PageFrame>
  )
}

function BackupStateView({ state }: { state: BackupStateAnswer }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const reasonByAlarm = { failed: state.lastError, missing: null, notVerified: state.verificationError }
  return (
    <div className="ui-sections">
      {state.alarms.map(({ alarm }) => (
        <Banner key={alarm} tone="warn" icon={WarnIcon} alert>
          {[t(`pages.backups.alarm.${alarm}`), reasonByAlarm[alarm]].filter(Boolean).join(' ')}
        </Banner>
      ))}
      {state.runningSince && (
        <Banner>{t('pages.backups.runningSince', { time: formatMoment(state.runningSince, zone) })}</Banner>
      )}
      {state.backups.length === 0 && state.runningSince === null && (
        <EmptyState
          title={t('pages.backups.none')}
          advice={t(state.isAvailable ? 'pages.backups.noneNext' : 'pages.backups.notAvailable')}
        />
      )}
      {state.backups.length > 0 && (
        <div className="ui-columns">
          <LastBackupSection state={state} />
          <VerificationSection state={state} />
        </div>
      )}
      {state.isAvailable && <BackupSettingsSection state={state} />}
      {state.backups.length > 0 && <StoredBackupList backups={state.backups} />}
    </div>
  )
}
