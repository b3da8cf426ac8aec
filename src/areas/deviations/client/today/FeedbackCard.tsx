import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '@/client/format/use-language'
import type { Row } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { useCanCall, useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { closeFeedback, materialFeedback, ratifyFeedback } from '../../contract/material-feedback'
import { MAX_CARD_ITEMS } from './OwedCard'

type Feedback = Row<typeof materialFeedback>
/** Lower limit that every answer meets. Feedback without an answer has no `feedbackAt`, so the filter excludes it. */
const ANY_MOMENT = '1970-01-01T00:00:00.000Z'
/** Feedback that the supplier has answered and nobody has closed yet (`getClosingProblem`). */
const ANSWERED_QUERY = { state: 'approved', feedbackAtFrom: ANY_MOMENT }

/** Today card: material feedback that waits for the user to approve, to revise after a rejection, or to close. */
export default function FeedbackCard() {
  const { userId } = useSession()
  const canRatify = useCanCall(ratifyFeedback)
  const canClose = useCanCall(closeFeedback)
  const [waitingQuery, returnedQuery] = useMemo(
    () => [
      { waitingFor: userId, state: 'inApproval' },
      { authors: userId, state: 'rejected' },
    ],
    [userId],
  )
  const waitingFeedback = useList(materialFeedback, { ...waitingQuery, size: MAX_CARD_ITEMS }, { enabled: canRatify })
  const returnedFeedback = useList(materialFeedback, { ...returnedQuery, size: MAX_CARD_ITEMS })
  const answeredFeedback = useList(materialFeedback, { ...ANSWERED_QUERY, size: MAX_CARD_ITEMS }, { enabled: canClose })
  return (
    <>
      <FeedbackListCard titleKey="feedback" result={waitingFeedback} query={waitingQuery} />
      <FeedbackListCard titleKey="feedbackReturned" result={returnedFeedback} query={returnedQuery} />
      <FeedbackListCard titleKey="feedbackAnswered" result={answeredFeedback} query={ANSWERED_QUERY} />
    </>
  )
}
function FeedbackListCard({
  titleKey,
  result: { rows, total },
  query,
}: {
  titleKey: 'feedback' | 'feedbackReturned' | 'feedbackAnswered'
  result: Pick<ListResult<Feedback>, 'rows' | 'total'>
  /** Filter of the rows; the page opens with the same list. */
  query: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('deviations')
  const language = useLanguage()
  const getPageLink = usePageLink()
  if (rows.length === 0) return null
  const cardItems = rows.slice(0, MAX_CARD_ITEMS).map((row) => ({
    key: row.id,
    to: getPageLink('qualityTracking', { view: 'feedback', id: row.id }),
    title: `${row.number} · ${String(getFieldInLanguage(materialFeedback, row, 'supplier', language))}`,
    // The author of a rejected feedback needs the reason.
    subtitle: row.approvers.find(({ decision }) => decision === 'rejected')?.reason ?? row.problem,
  }))
  return (
    <TodayCard
      title={t(`pages.today.${titleKey}`, { count: total })}
      page="qualityTracking"
      query={{ view: 'feedback', ...query }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
