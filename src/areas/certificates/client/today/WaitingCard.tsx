import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { certificate } from '../../contract/certificate'

const MAX_LINES = 4
/** Certificates that wait for my approval. */
export default function WaitingCard() {
  const { t } = useTranslation('certificates')
  const { userId } = useSession()
  const language = useLanguage()
  const buildPageLink = usePageLink()
  const query = { approverId: userId, state: 'inApproval' }
  const { rows, total } = useList(certificate, { ...query, size: MAX_LINES })
  if (rows.length === 0) return null
  const cardItems = rows.map((row) => ({
    key: row.id,
    to: buildPageLink('qualityReport', { view: 'certificates', id: row.id }),
    title: `${row.number} · ${row.orderNumber}`,
    subtitle: getFieldInLanguage(certificate, row, 'customer', language) as string,
  }))
  return (
    <TodayCard
      title={t('pages.today.waiting', { count: total })}
      page="qualityReport"
      query={{ view: 'certificates', ...query }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
