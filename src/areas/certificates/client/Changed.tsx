import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { StateBadge } from '@/client/ui/StateBadge'
import { changedCertificates } from '../contract/certificate-calls'

const BEHIND = { resources: ['certificate', 'slitRoll', 'hold', 'rework'] }
/** Number of rolls that changed since the certificate was issued, for lists. All badges share one request. */
export function ChangedChip({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(changedCertificates, {}, BEHIND)
  const mine = data?.filter(({ certificateId }) => certificateId === id) ?? []
  const count = mine.reduce((sum, { rolls }) => sum + rolls, 0)
  return count > 0 && <StateBadge tone="warn">{t('pages.qualityReport.changed.chip', { count })}</StateBadge>
}
/** Numbers of the rolls that changed since the certificate was issued. The document itself does not change. */
export function Changed({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(changedCertificates, { certificateId: id }, BEHIND)
  return data?.map(({ change, rolls, numbers }) => (
    <p key={change} className="ui-card is-warned">
      {t(`pages.qualityReport.changed.${change}`, { count: rolls, numbers })}
    </p>
  ))
}
