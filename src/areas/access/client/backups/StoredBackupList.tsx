import { useTranslation } from 'react-i18next'
import { formatNumber, formatStorageSize } from '@/client/format/number'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import { useIsPhone } from '@/client/ui/use-device'
import type { BackupStateAnswer } from './BackupsPage'

type StoredBackup = BackupStateAnswer['backups'][number]
const COLUMNS = ['createdAt', 'bytes', 'addedBytes', 'files', 'seconds', 'name'] as const

/** The backups that are kept, newest first: a table, or cards on a phone. */
export function StoredBackupList({ backups }: { backups: readonly StoredBackup[] }) {
  const { t } = useTranslation('access')
  const isPhone = useIsPhone()
  return (
    <section>
      <h2 className="access-head">{t('pages.backups.kept', { count: backups.length })}</h2>
      {isPhone ? <BackupCards backups={backups} /> : <BackupTable backups={backups} />}
    </section>
  )
}

function BackupCards({ backups }: { backups: readonly StoredBackup[] }) {
  const formatBackup = useBackupFormatter()
  return (
    <ul className="access-sessions stack">
      {backups.map((backup) => {
        const { createdAt, bytes, seconds, files, name } = formatBackup(backup)
        return (
          <li key={name} className="ui-card">
            <div>
              <b>{createdAt}</b>
              <p className="quiet">{[bytes, seconds, files].join(' · ')}</p>
              <p className="quiet">{name}</p>
            </div>
            <EncryptionBadge backup={backup} />
          </li>
        )
      })}
    </ul>
  )
}

function BackupTable({ backups }: { backups: readonly StoredBackup[] }) {
  const { t } = useTranslation('access')
  const formatBackup = useBackupFormatter()
  return (
    <div className="access-table access-backups">
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`answers.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => {
            const { createdAt, bytes, addedBytes, seconds, name } = formatBackup(backup)
            return (
              <tr key={name}>
                <th scope="row">{createdAt}</th>
                <td>{bytes}</td>
                <td>{addedBytes}</td>
                <td>{backup.files}</td>
                <td>{seconds}</td>
                <td>
                  <span className="access-chips">
                    {name}
                    <EncryptionBadge backup={backup} />
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function EncryptionBadge({ backup: { isEncrypted } }: { backup: StoredBackup }) {
  const { t } = useTranslation('access')
  return isEncrypted ? <StateBadge tone="ok">{t('pages.backups.encrypted')}</StateBadge> : null
}

function useBackupFormatter() {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const language = useLanguage()
  return ({ name, createdAt, bytes, addedBytes, seconds, files }: StoredBackup) => ({
    name,
    createdAt: formatMoment(createdAt, zone),
    bytes: formatStorageSize(bytes, language),
    addedBytes: formatStorageSize(addedBytes, language),
    seconds: formatDuration(seconds * 1000, language),
    files: t('pages.backups.files', { count: files, number: formatNumber(files, { language }) }),
  })
}
