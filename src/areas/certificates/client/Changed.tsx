import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { StateBadge } from '@/client/ui/StateBadge'
import { changedCertificates } from '../contract/certificate-calls'

const BEHIND = { resources: ['certificate', 'slitRoll', 'hold', 'rework'] }
/** In a list: how many rolls of a certificate are no longer what it says; one question for all certificates of the list. */
export function ChangedChip({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(changedCertificates, {}, BEHIND)
  const mine = data?.filter(({ certificateId }) => certificateId === id) ?? []
  const count = mine.reduce((sum, { rolls }) => sum + rolls, 0)
  return count > 0 && <StateBadge tone="warn">{t('pages.qualityReport.changed.chip', { count })}</StateBadge>
}
/** On its page: which they are. The document itself says what it said. */
export function Changed({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(changedCertificates, { certificateId: id }, BEHIND)
  return data?.map(({ change, rolls, numbers }) => (
    <p key={change} className="ui-card is-warned">
      {t(`pages.qualityReport.changed.${change}`, { count: rolls, numbers })}
    </p>
  ))
}
