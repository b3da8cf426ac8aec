import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { State } from '@/client/ui/State'
import { changedCertificates } from '../contract/certificate-calls'

const BEHIND = { resources: ['certificate', 'slitRoll', 'hold', 'rework'] }
/** What became of the rolls of a certificate since it was issued: one question for all certificates of a page. */
function useChanged(id: string) {
  const { data } = useCall(changedCertificates, {}, BEHIND)
  return data?.filter(({ certificateId }) => certificateId === id) ?? []
}
/** In a list: how many of its rolls are no longer what it says. */
export function ChangedChip({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const count = useChanged(id).reduce((sum, { rolls }) => sum + rolls, 0)
  return count > 0 && <State tone="warn">{t('pages.qualityReport.changed.chip', { count })}</State>
}
/** On its page: which they are. The document itself says what it said. */
export function Changed({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  return useChanged(id).map(({ change, rolls, numbers }) => (
    <p key={change} className="ui-card is-warned">
      {t(`pages.qualityReport.changed.${change}`, { count: rolls, numbers })}
    </p>
  ))
}
