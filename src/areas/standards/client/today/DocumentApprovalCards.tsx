import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, type ListResult } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { type VersionedDocument, getDocumentKind, type DocumentKind } from '../../contract/document'
import { getSubjectResource, type VersionRow } from '../document-view'
import { getMenuTextKey } from '@/contract/menu'

const MAX_LINES = 4
export interface DocumentCardProps {
  definition: VersionedDocument
  /** URL parameters that select the documents on a page with several parts. */
  addressParams?: Readonly<Record<string, string>>
}
/** Documents that wait for my approval, the longest waiting first, with one card for each page. */
export function DocumentApprovalCards({ definition, addressParams }: DocumentCardProps) {
  const { userId } = useSession()
  const waitingFilter = useMemo(() => ({ state: 'inApproval', waitingFor: userId }), [userId])
  const list = useList(
    definition.resource,
    useMemo(() => ({ ...waitingFilter, sort: 'submittedAt', size: MAX_COUNTED }), [waitingFilter]),
  )
  return groupByKind(definition, list.rows as VersionRow[]).map(({ kind, rows }) => (
    <KindCard
      key={kind.page}
      definition={definition}
      kind={kind}
      rows={rows}
      lists={[list]}
      query={{ ...waitingFilter, ...addressParams }}
      addressParams={addressParams}
    />
  ))
}
function KindCard({
  definition,
  kind,
  rows,
  lists,
  query,
  addressParams,
}: KindCardProps & { query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('standards')
  const zone = usePlantZone()
  const buildPageLink = usePageLink()
  const formatTitle = useKindTitle(definition, kind)
  const refs = lists[0]?.refs ?? {}
  const firstRows = rows.slice(0, MAX_LINES)
  const subjectNames = useNames(
    getSubjectResource(definition),
    firstRows.map((row) => String(row[definition.subjectField])),
    refs,
  )
  const personNames = useNames(
    'user',
    firstRows.flatMap(({ submittedBy }) => submittedBy ?? []),
    refs,
  )
  const cardItems = firstRows.map((row) => ({
    key: row.id,
    to: buildPageLink(kind.page, { view: 'open', id: row.id, ...addressParams }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    subtitle: [
      subjectNames[String(row[definition.subjectField])] ?? '…',
      row.submittedBy && (personNames[row.submittedBy] ?? '…'),
      row.submittedAt && formatMoment(row.submittedAt, zone),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={formatTitle(
        t(`pages.today.approvals.${definition.resource.name}`, countWaitingRows(lists, rows).textParams),
      )}
      page={kind.page}
      query={query}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}

/** Card of the documents of one page, because its link can open only one page. */
export interface KindCardProps extends DocumentCardProps {
  kind: DocumentKind
  rows: readonly VersionRow[]
  /** Lists that the rows come from. */
  lists: readonly Pick<ListResult<unknown>, 'hasMore' | 'refs'>[]
}
/** Groups documents by the kind, and so the page, that they belong to; empty groups are omitted. */
export const groupByKind = (
  definition: VersionedDocument,
  rows: readonly VersionRow[],
): { kind: DocumentKind; rows: VersionRow[] }[] =>
  definition.kinds
    .map((kind) => ({ kind, rows: rows.filter((row) => getDocumentKind(definition, row) === kind) }))
    .filter(({ rows: rowsOfKind }) => rowsOfKind.length > 0)

/** Returns a function that adds the page to the title of a card if the resource has several pages. */
export function useKindTitle({ kinds }: VersionedDocument, { page }: DocumentKind): (title: string) => string {
  const { t } = useTranslation(['standards', 'contract'])
  return (title) => (kinds.length > 1 ? `${t(`contract:${getMenuTextKey(page)}`)} · ${title}` : title)
}
