import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatStorageSize } from '@/client/format/number'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import type { BackupStateAnswer } from './BackupsPage'

/** The newest backup: when, how large, how long it took. */
export function LastBackupSection({ state: { backups } }: { state: BackupStateAnswer }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const language = useLanguage()
  const [lastBackup] = backups
  if (!lastBackup) return null
  const { createdAt, bytes, addedBytes, seconds, files, rows } = lastBackup
  return (
    <DetailListSection
      title={t('pages.backups.last')}
      entries={[
        [t('answers.createdAt'), formatMoment(createdAt, zone)],
        [t('answers.bytes'), formatStorageSize(bytes, language)],
        [t('answers.addedBytes'), formatStorageSize(addedBytes, language)],
        [t('answers.seconds'), formatDuration(seconds * 1000, language)],
        [t('answers.files'), formatNumber(files, { language })],
        [t('answers.rows'), formatNumber(rows, { language })],
      ]}
    />
  )
}

/** The last restore of a backup into a scratch database. */
export function VerificationSection({ state }: { state: BackupStateAnswer }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const language = useLanguage()
  const { verificationAt, verificationName, verificationError, verificationSeconds } = state
  if (!verificationAt)
    return (
      <DetailListSection
        title={t('pages.backups.verification')}
        entries={[]}
        hint={t('pages.backups.notYetVerified')}
      />
    )
  const isGood = verificationError === null
  return (
    <DetailListSection
      title={t('pages.backups.verification')}
      entries={[
        [
          t('pages.backups.result'),
          <StateBadge key="result" tone={isGood ? 'ok' : 'bad'}>
            {t(isGood ? 'pages.backups.verified' : 'pages.backups.notVerified')}
          </StateBadge>,
        ],
        [t('answers.verificationAt'), formatMoment(verificationAt, zone)],
        [t('answers.verificationName'), verificationName],
        [
          t('answers.seconds'),
          formatDuration(verificationSeconds === null ? null : verificationSeconds * 1000, language),
        ],
      ]}
      hint={t('pages.backups.verificationHint')}
    />
  )
}

/** Settings of the instance that makes the backups. They are configured where the server is started, not in the app. */
export function BackupSettingsSection({ state }: { state: BackupStateAnswer }) {
  const { t } = useTranslation('access')
  const { time, directory, keepDaily, keepWeekly, keepMonthly, isEncrypted } = state
  return (
    <DetailListSection
      title={t('pages.backups.settings')}
      entries={[
        [t('answers.time'), time ?? t('pages.backups.off')],
        [t('answers.directory'), directory],
        [t('answers.keep'), t('pages.backups.keep', { daily: keepDaily, weekly: keepWeekly, monthly: keepMonthly })],
        [t('answers.isEncrypted'), t(isEncrypted ? 'pages.backups.encrypted' : 'pages.backups.notEncrypted')],
      ]}
      hint={t('pages.backups.settingsHint')}
    />
  )
}

function DetailListSection({
  title,
  entries,
  hint,
}: {
  title: string
  entries: readonly (readonly [label: string, value: ReactNode])[]
  hint?: string
}) {
  return (
    <section className="ui-card stack gap-2">
      <h2 className="access-head">{title}</h2>
      {entries.length > 0 && (
        <dl className="facts">
          {entries.map(([label, value]) => (
            <div key={label}>
              <dt className="quiet">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {hint && <p className="quiet">{hint}</p>}
    </section>
  )
}
