import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import type { VersionedDocument } from '../../contract/document'
import { getSubjectResource, type VersionRow } from '../document-view'
import { groupByKind, useKindTitle, type KindCardProps } from './group-by-kind'

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
  const link = usePageLink()
  const title = useKindTitle(definition, kind)
  const refs = lists[0]?.refs ?? {}
  const firstRows = rows.slice(0, MAX_LINES)
  const subjects = useNames(
    getSubjectResource(definition),
    firstRows.map((row) => String(row[definition.subject])),
    refs,
  )
  const people = useNames(
    'user',
    firstRows.flatMap(({ submittedBy }) => submittedBy ?? []),
    refs,
  )
  const todayLines = firstRows.map((row) => ({
    key: row.id,
    to: link(kind.page, { view: 'open', id: row.id, ...addressParams }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    sub: [
      subjects[String(row[definition.subject])] ?? '…',
      row.submittedBy && (people[row.submittedBy] ?? '…'),
      row.submittedAt && formatMoment(row.submittedAt, zone),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={title(t(`pages.today.approvals.${definition.resource.name}`, countWaitingRows(lists, rows).textParams))}
      page={kind.page}
      query={query}
    >
      <TodayLineList lines={todayLines} />
    </TodayCard>
  )
}
