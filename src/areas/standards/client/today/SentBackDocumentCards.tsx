import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { getSubjectResource, type VersionRow } from '../document-view'
import type { DocumentCardProps } from './DocumentApprovalCards'
import { groupByKind, useKindTitle, type KindCardProps } from './group-by-kind'

const MAX_LINES = 4
/**
 * Rejected documents that I wrote or submitted, with the reason, until they are submitted again or deleted. One card
 * for each page.
 */
export function SentBackDocumentCards({ definition, addressParams }: DocumentCardProps) {
  const { userId } = useSession()
  const [asAuthor, asSubmitter] = useMemo(() => {
    const sentBack = { state: 'rejected', size: MAX_COUNTED }
    return [
      { ...sentBack, authors: userId },
      { ...sentBack, submittedBy: userId },
    ]
  }, [userId])
  const lists = [useList(definition.resource, asAuthor), useList(definition.resource, asSubmitter)]
  const rowsById = new Map(lists.flatMap(({ rows }) => rows as VersionRow[]).map((row) => [row.id, row]))
  return groupByKind(definition, [...rowsById.values()]).map(({ kind, rows }) => (
    <KindCard
      key={kind.page}
      definition={definition}
      kind={kind}
      rows={rows}
      lists={lists}
      addressParams={addressParams}
    />
  ))
}
function KindCard({ definition, kind, rows, lists, addressParams }: KindCardProps) {
  const { t } = useTranslation('standards')
  const link = usePageLink()
  const title = useKindTitle(definition, kind)
  const { textParams: countParams, query } = countWaitingRows(lists, rows)
  const subjects = useNames(
    getSubjectResource(definition),
    rows.slice(0, MAX_LINES).map((row) => String(row[definition.subject])),
    Object.assign({}, ...lists.map(({ refs }) => refs)) as Record<string, string>,
  )
  const todayLines = rows.slice(0, MAX_LINES).map((row) => ({
    key: row.id,
    to: link(kind.page, { view: 'open', id: row.id, ...addressParams }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    sub: [
      subjects[String(row[definition.subject])] ?? '…',
      row.approvers.find(({ decision }) => decision === 'rejected')?.reason,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={title(t(`pages.today.sentBack.${definition.resource.name}`, countParams))}
      page={kind.page}
      query={{ view: 'open', ...query, ...addressParams }}
    >
      <TodayLineList lines={todayLines} />
    </TodayCard>
  )
}
