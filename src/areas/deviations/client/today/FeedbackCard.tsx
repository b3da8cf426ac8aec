import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '@/client/format/use-language'
import type { Row } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { useCanCall, useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { closeFeedback, materialFeedback, ratifyFeedback } from '../../contract/material-feedback'
import { MOST } from './size'

type Feedback = Row<typeof materialFeedback>
/** Filter value that matches any answer; `feedbackAt` is null without one. */
const EVER = '1970-01-01T00:00:00.000Z'
/** Feedback that the supplier has answered and nobody has closed yet (`getClosingProblem`). */
const toClose = { state: 'approved', feedbackAtFrom: EVER }

/** Today card: material feedback that waits for the user to approve, to revise after a rejection, or to close. */
export default function FeedbackCard() {
  const { userId } = useSession()
  const mayRatify = useCanCall(ratifyFeedback)
  const mayClose = useCanCall(closeFeedback)
  const [mine, sentBack] = useMemo(
    () => [
      { waitingFor: userId, state: 'inApproval' },
      { authors: userId, state: 'rejected' },
    ],
    [userId],
  )
  const waiting = useList(materialFeedback, { ...mine, size: MOST }, mayRatify)
  const returned = useList(materialFeedback, { ...sentBack, size: MOST })
  const answered = useList(materialFeedback, { ...toClose, size: MOST }, mayClose)
  return (
    <>
      <Lines word="feedback" of={waiting} query={mine} />
      <Lines word="feedbackReturned" of={returned} query={sentBack} />
      <Lines word="feedbackAnswered" of={answered} query={toClose} />
    </>
  )
}
function Lines({
  word,
  of: { rows, total },
  query,
}: {
  word: 'feedback' | 'feedbackReturned' | 'feedbackAnswered'
  of: Pick<ListResult<Feedback>, 'rows' | 'total'>
  /** Filter of the rows; the page opens with the same list. */
  query: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('deviations')
  const language = useLanguage()
  const link = usePageLink()
  if (rows.length === 0) return null
  const shown = rows.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link('qualityTracking', { view: 'feedback', id: row.id }),
    title: `${row.number} · ${String(getFieldInLanguage(materialFeedback, row, 'supplier', language))}`,
    // The author of a rejected feedback needs the reason.
    sub: row.approvers.find(({ decision }) => decision === 'rejected')?.reason ?? row.problem,
  }))
  return (
    <TodayCard
      title={t(`pages.today.${word}`, { count: total })}
      page="qualityTracking"
      query={{ view: 'feedback', ...query }}
    >
      <TodayLineList lines={shown} />
    </TodayCard>
  )
}
