import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { materialFeedback } from '../../contract/material-feedback'

const MOST = 4
/** Feedback on material whose next approver I am. */
export default function FeedbackCard() {
  const { t } = useTranslation('deviations')
  const { userId } = useSession()
  const link = usePageLink()
  const query = useMemo(() => ({ waitingFor: userId, state: 'inApproval', size: 50 }), [userId])
  const { rows } = useList(materialFeedback, query)
  if (rows.length === 0) return null
  const shown = rows.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link('qualityTracking', { view: 'feedback', id: row.id }),
    title: `${row.number} · ${row.supplier}`,
    sub: row.problem,
  }))
  return (
    <TodayCard
      title={t('pages.today.feedback', { count: rows.length })}
      page="qualityTracking"
      query={{ view: 'feedback' }}
    >
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
