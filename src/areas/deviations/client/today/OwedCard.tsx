import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countOpenRows, useList } from '@/client/api/use-list'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useToday } from '@/plant/client/use-today'
import { abnormity } from '../../contract/abnormity'
import { isAbnormityOverdue, isAnswerOwed } from '../../rules/abnormity'

/** Today card: abnormities that wait for the user's answer, most urgent first, even after their notification was read. */
export default function OwedCard() {
  const { t } = useTranslation('deviations')
  const { userId } = useSession()
  const today = useToday()
  const getPageLink = usePageLink()
  const list = useList(
    abnormity,
    useMemo(() => ({ responsibleId: userId, owed: true, sort: 'dueOn', size: CARD_FETCH_SIZE }), [userId]),
  )
  // The server's list still contains rows whose answer this phone has not sent yet, so filter by the local state.
  const rows = list.rows.filter(isAnswerOwed)
  if (rows.length === 0) return null
  const cardItems = rows.slice(0, MAX_CARD_ITEMS).map((row) => ({
    key: row.id,
    to: getPageLink('qualityTracking', { view: 'abnormities', id: row.id }),
    title: [row.number, t(`abnormity.options.kind.${row.kind}`)].filter(Boolean).join(' · '),
    subtitle: row.description,
    sideContent: isAbnormityOverdue(row, today) ? (
      <StateBadge tone="bad">{t('pages.abnormities.overdue')}</StateBadge>
    ) : (
      row.dueOn && t('pages.abnormities.due', { day: row.dueOn })
    ),
  }))
  return (
    <TodayCard
      title={t('pages.today.owed', { count: countOpenRows(list, rows.length) })}
      page="qualityTracking"
      query={{ view: 'abnormities', responsibleId: userId, owed: 'true' }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}

/** Maximum number of lines of a card. */
export const MAX_CARD_ITEMS = 4
/** More rows than are shown, because unsent commands of this phone remove some of them. */
export const CARD_FETCH_SIZE = 20
