import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { StateBadge } from '@/client/ui/StateBadge'
import { changedCertificates } from '../contract/certificate-endpoints'

const CALL_OPTIONS = { resources: ['certificate', 'slitRoll', 'hold', 'rework'] }
/** Number of rolls that changed since the certificate was issued, for lists. All badges share one request. */
export function ChangedRollsBadge({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(changedCertificates, {}, CALL_OPTIONS)
  const changesOfCertificate = data?.filter(({ certificateId }) => certificateId === id) ?? []
  const count = changesOfCertificate.reduce((sum, { rolls }) => sum + rolls, 0)
  return count > 0 && <StateBadge tone="warn">{t('pages.qualityReport.changed.chip', { count })}</StateBadge>
}
/** Numbers of the rolls that changed since the certificate was issued. The document itself does not change. */
export function ChangedRollsNotice({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(changedCertificates, { certificateId: id }, CALL_OPTIONS)
  return data?.map(({ change, rolls, numbers }) => (
    <p key={change} className="ui-card is-warned">
      {t(`pages.qualityReport.changed.${change}`, { count: rolls, numbers })}
    </p>
  ))
}
