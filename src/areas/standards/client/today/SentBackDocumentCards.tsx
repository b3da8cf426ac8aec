import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { getSubjectResource, type VersionRow } from '../document-view'
import { type DocumentCardProps, groupByKind, useKindTitle, type KindCardProps } from './DocumentApprovalCards'

const MAX_LINES = 4
/**
 * Rejected documents that I wrote or submitted, with the reason, until they are submitted again or deleted. One card
 * for each kind of document, because each kind has a page of its own.
 */
export function SentBackDocumentCards({ definition, addressParams }: DocumentCardProps) {
  const { userId } = useSession()
  const [authorQuery, submitterQuery] = useMemo(() => {
    const sentBackQuery = { state: 'rejected', size: MAX_COUNTED }
    return [
      { ...sentBackQuery, authors: userId },
      { ...sentBackQuery, submittedBy: userId },
    ]
  }, [userId])
  const lists = [useList(definition.resource, authorQuery), useList(definition.resource, submitterQuery)]
  const rowById = new Map(lists.flatMap(({ rows }) => rows as VersionRow[]).map((row) => [row.id, row]))
  return groupByKind(definition, [...rowById.values()]).map(({ kind, rows }) => (
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
  const buildPageLink = usePageLink()
  const formatTitle = useKindTitle(definition, kind)
  const { textParams: countParams, query } = countWaitingRows(lists, rows)
  const subjectNames = useNames(
    getSubjectResource(definition),
    rows.slice(0, MAX_LINES).map((row) => String(row[definition.subjectField])),
    Object.assign({}, ...lists.map(({ refs }) => refs)) as Record<string, string>,
  )
  const cardItems = rows.slice(0, MAX_LINES).map((row) => ({
    key: row.id,
    to: buildPageLink(kind.page, { view: 'open', id: row.id, ...addressParams }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    subtitle: [
      subjectNames[String(row[definition.subjectField])] ?? '…',
      row.approvers.find(({ decision }) => decision === 'rejected')?.reason,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={formatTitle(t(`pages.today.sentBack.${definition.resource.name}`, countParams))}
      page={kind.page}
      query={{ view: 'open', ...query, ...addressParams }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
