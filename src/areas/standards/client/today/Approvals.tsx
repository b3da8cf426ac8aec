import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { kindOf, type VersionedDocument } from '../../contract/document'
import { subjectOf, type Shown } from '../document-view'

const MOST = 4
export interface CardProps {
  of: VersionedDocument
  /** What in the address of its page chooses it, where the page has more. */
  at?: Readonly<Record<string, string>>
}
/** Documents whose approval is mine to give now, the one that waits longest first. */
export function Approvals({ of, at }: CardProps) {
  const { t } = useTranslation('standards')
  const { userId } = useSession()
  const zone = usePlantZone()
  const link = usePageLink()
  const { rows, refs, total } = useList(
    of.resource,
    useMemo(() => ({ state: 'inApproval', waitingFor: userId, sort: 'submittedAt', size: MOST }), [userId]),
  )
  const mine = rows as Shown[]
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
  if (mine.length === 0) return null
  const shown = mine.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link(kindOf(of, row).page, { view: 'open', id: row.id, ...at }),
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
      title={t(`pages.today.approvals.${of.resource.name}`, { count: total })}
      page={kindOf(of, mine[0]!).page}
      query={{ view: 'open', ...at }}
    >
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
