import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { kindOf } from '../../contract/document'
import { subjectOf, type Shown } from '../document-view'
import type { CardProps } from './Approvals'

const MOST = 4
/** Documents that I wrote or submitted and that an approver rejected, with the reason, until they are submitted again or deleted. */
export function SentBack({ of, at }: CardProps) {
  const { t } = useTranslation('standards')
  const { userId } = useSession()
  const link = usePageLink()
  const [asAuthor, asSubmitter] = useMemo(() => {
    const sentBack = { state: 'rejected', size: 50 }
    return [
      { ...sentBack, authors: userId },
      { ...sentBack, submittedBy: userId },
    ]
  }, [userId])
  const written = useList(of.resource, asAuthor)
  const submitted = useList(of.resource, asSubmitter)
  const mine = [
    ...new Map([...written.rows, ...submitted.rows].map((row) => [(row as Shown).id, row as Shown])).values(),
  ]
  const subjects = useNames(
    subjectOf(of),
    mine.slice(0, MOST).map((row) => String(row[of.subject])),
    { ...submitted.refs, ...written.refs },
  )
  if (mine.length === 0) return null
  const shown = mine.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link(kindOf(of, row).page, { view: 'open', id: row.id, ...at }),
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
      title={t(`pages.today.sentBack.${of.resource.name}`, { count: mine.length })}
      page={kindOf(of, mine[0]!).page}
      query={{ view: 'open', ...at }}
    >
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
