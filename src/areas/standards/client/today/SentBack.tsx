import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { subjectOf, type Shown } from '../document-view'
import type { CardProps } from './Approvals'
import { byKind, useKindTitle, type KindCardProps } from './by-kind'

const MOST = 4
/**
 * Rejected documents that I wrote or submitted, with the reason, until they are submitted again or deleted. One card
 * for each page.
 */
export function SentBack({ of, at }: CardProps) {
  const { userId } = useSession()
  const [asAuthor, asSubmitter] = useMemo(() => {
    const sentBack = { state: 'rejected', size: MAX_COUNTED }
    return [
      { ...sentBack, authors: userId },
      { ...sentBack, submittedBy: userId },
    ]
  }, [userId])
  const lists = [useList(of.resource, asAuthor), useList(of.resource, asSubmitter)]
  const mine = new Map(lists.flatMap(({ rows }) => rows as Shown[]).map((row) => [row.id, row]))
  return byKind(of, [...mine.values()]).map(({ kind, rows }) => (
    <KindCard key={kind.page} of={of} kind={kind} rows={rows} lists={lists} at={at} />
  ))
}
function KindCard({ of, kind, rows, lists, at }: KindCardProps) {
  const { t } = useTranslation('standards')
  const link = usePageLink()
  const title = useKindTitle(of, kind)
  const { textParams: said, query } = countWaitingRows(lists, rows)
  const subjects = useNames(
    subjectOf(of),
    rows.slice(0, MOST).map((row) => String(row[of.subject])),
    Object.assign({}, ...lists.map(({ refs }) => refs)) as Record<string, string>,
  )
  const shown = rows.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link(kind.page, { view: 'open', id: row.id, ...at }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    sub: [
      subjects[String(row[of.subject])] ?? '…',
      row.approvers.find(({ decision }) => decision === 'rejected')?.reason,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={title(t(`pages.today.sentBack.${of.resource.name}`, said))}
      page={kind.page}
      query={{ view: 'open', ...query, ...at }}
    >
      <TodayLineList lines={shown} />
    </TodayCard>
  )
}
