import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { processStandard } from '../../contract/process-standard'
import { variants, type Standard } from '../variant'

const MOST = 4
/** Standards whose approval is mine to give now, the one that waits longest first. */
export default function ApprovalsCard() {
  const { t } = useTranslation('standards')
  const { userId } = useSession()
  const zone = usePlantZone()
  const link = usePageLink()
  const { rows, refs, total } = useList(
    processStandard,
    useMemo(() => ({ state: 'inApproval', waitingFor: userId, sort: 'submittedAt', size: MOST }), [userId]),
  )
  const mine = rows as Standard[]
  const products = useNames(
    'product',
    mine.map(({ productId }) => productId),
    refs,
  )
  const people = useNames(
    'user',
    mine.flatMap(({ submittedBy }) => submittedBy ?? []),
    refs,
  )
  if (mine.length === 0) return null
  const shown = mine.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link(variants[row.variant].page, { view: 'open', id: row.id }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    sub: [
      products[row.productId] ?? '…',
      row.submittedBy && (people[row.submittedBy] ?? '…'),
      row.submittedAt && formatMoment(row.submittedAt, zone),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={t('pages.today.approvals', { count: total })}
      page={variants[mine[0]!.variant].page}
      query={{ view: 'open' }}
    >
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
