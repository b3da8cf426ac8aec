import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useMayCall, useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { closeFeedback, materialFeedback, ratifyFeedback } from '../../contract/material-feedback'
import { closeProblem } from '../../rules/material-feedback'

type Feedback = Row<typeof materialFeedback>
const MOST = 4
const SIZE = 50
const sentBack = { state: 'rejected', size: SIZE }
const sent = { state: 'approved', size: SIZE }

/** Feedback on material that waits for me: to approve, to write again since it was sent back, to verify and close. */
export default function FeedbackCard() {
  const { userId } = useSession()
  const mayRatify = useMayCall(ratifyFeedback)
  const mayClose = useMayCall(closeFeedback)
  const mine = useMemo(() => ({ waitingFor: userId, state: 'inApproval', size: SIZE }), [userId])
  const waiting = useList(materialFeedback, mine, mayRatify)
  const returned = useList(materialFeedback, sentBack)
  const answered = useList(materialFeedback, sent, mayClose)
  return (
    <>
      <Lines word="feedback" rows={waiting.rows} />
      <Lines word="feedbackReturned" rows={returned.rows.filter(({ authors }) => authors.includes(userId))} />
      <Lines word="feedbackAnswered" rows={answered.rows.filter((row) => closeProblem(row) === null)} />
    </>
  )
}
function Lines({
  word,
  rows,
}: {
  word: 'feedback' | 'feedbackReturned' | 'feedbackAnswered'
  rows: readonly Feedback[]
}) {
  const { t } = useTranslation('deviations')
  const link = usePageLink()
  if (rows.length === 0) return null
  const shown = rows.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link('qualityTracking', { view: 'feedback', id: row.id }),
    title: `${row.number} · ${row.supplier}`,
    // Why it came back is what its author looks for.
    sub: row.approvers.find(({ decision }) => decision === 'rejected')?.reason ?? row.problem,
  }))
  return (
    <TodayCard
      title={t(`pages.today.${word}`, { count: rows.length })}
      page="qualityTracking"
      query={{ view: 'feedback' }}
    >
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
