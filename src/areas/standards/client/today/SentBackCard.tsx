import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { processStandard } from '../../contract/process-standard'
import { variants, type Standard } from '../variant'

const MOST = 4
/** Standards that I wrote or submitted and that an approver rejected, with the reason, until they are submitted again or deleted. */
export default function SentBackCard() {
  const { t } = useTranslation('standards')
  const { userId } = useSession()
  const link = usePageLink()
  const { rows, refs } = useList(
    processStandard,
    useMemo(() => ({ state: 'rejected', size: 50 }), []),
  )
  const mine = (rows as Standard[]).filter((row) => row.submittedBy === userId || row.authors.includes(userId))
  const products = useNames(
    'product',
    mine.slice(0, MOST).map(({ productId }) => productId),
    refs,
  )
  if (mine.length === 0) return null
  const shown = mine.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link(variants[row.variant].page, { view: 'open', id: row.id }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    sub: [products[row.productId] ?? '…', row.approvers.find(({ decision }) => decision === 'rejected')?.reason]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={t('pages.today.sentBack', { count: mine.length })}
      page={variants[mine[0]!.variant].page}
      query={{ view: 'open' }}
    >
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
