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
import { subjectOf, type Shown } from '../document-view'
import { byKind, useKindTitle, type KindCardProps } from './by-kind'

const MOST = 4
export interface CardProps {
  of: VersionedDocument
  /** URL parameters that select the documents on a page with several parts. */
  at?: Readonly<Record<string, string>>
}
/** Documents that wait for my approval, the longest waiting first, with one card for each page. */
export function Approvals({ of, at }: CardProps) {
  const { userId } = useSession()
  const waiting = useMemo(() => ({ state: 'inApproval', waitingFor: userId }), [userId])
  const list = useList(
    of.resource,
    useMemo(() => ({ ...waiting, sort: 'submittedAt', size: MAX_COUNTED }), [waiting]),
  )
  return byKind(of, list.rows as Shown[]).map(({ kind, rows }) => (
    <KindCard key={kind.page} of={of} kind={kind} rows={rows} lists={[list]} query={{ ...waiting, ...at }} at={at} />
  ))
}
function KindCard({ of, kind, rows, lists, query, at }: KindCardProps & { query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('standards')
  const zone = usePlantZone()
  const link = usePageLink()
  const title = useKindTitle(of, kind)
  const refs = lists[0]?.refs ?? {}
  const mine = rows.slice(0, MOST)
  const subjects = useNames(
    subjectOf(of),
    mine.map((row) => String(row[of.subject])),
    refs,
  )
  const people = useNames(
    'user',
    mine.flatMap(({ submittedBy }) => submittedBy ?? []),
    refs,
  )
  const shown = mine.map((row) => ({
    key: row.id,
    to: link(kind.page, { view: 'open', id: row.id, ...at }),
    title: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
    sub: [
      subjects[String(row[of.subject])] ?? '…',
      row.submittedBy && (people[row.submittedBy] ?? '…'),
      row.submittedAt && formatMoment(row.submittedAt, zone),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <TodayCard
      title={title(t(`pages.today.approvals.${of.resource.name}`, countWaitingRows(lists, rows).textParams))}
      page={kind.page}
      query={query}
    >
      <TodayLineList lines={shown} />
    </TodayCard>
  )
}
