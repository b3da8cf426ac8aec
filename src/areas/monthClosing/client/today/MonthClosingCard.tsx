import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useCanCall, useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList, type TodayItem } from '@/client/today/TodayCard'
import { useBusinessDate } from '@/plant/client/use-today'
import { closeMonth, plantMonth, reopenMonth } from '@/plant/contract/plant-month'
import { validateReopeningApproval, validateMonthClosing, addMonthsToMonth, toMonth } from '@/plant/rules/month'
import { decideLateItem, lateItem } from '../../contract/closing'

/** People reopen closed months from the newest to older ones, so the newest twelve rows are enough. */
const MAX_MONTHS = 12
/**
 * Card of month closing on Today: requested reopenings, months that can be closed, and writes to closed months that wait
 * for a decision.
 */
export default function MonthClosingCard() {
  const { t } = useTranslation('monthClosing')
  const buildPageLink = usePageLink()
  const { userId } = useSession()
  const canClose = useCanCall(closeMonth)
  const canApproveReopening = useCanCall(reopenMonth)
  const canDecide = useCanCall(decideLateItem)
  const today = useBusinessDate()
  const { rows: months, refs } = useList(plantMonth, { size: MAX_MONTHS })
  const { total: lateCount } = useList(lateItem, { state: 'waiting', size: 1 })
  const buildMonthLink = (month: string, view = 'list') => buildPageLink('monthClosing', { month, view })
  const reopeningItems = months
    .filter((row) => canApproveReopening && row.state === 'closed' && validateReopeningApproval(row, userId) === null)
    .map(({ month, askedBy, reason }): TodayItem => ({
      key: `asked ${month}`,
      to: buildMonthLink(month),
      title: t('pages.today.asked', { month, by: refs[askedBy!] ?? '' }),
      subtitle: reason,
    }))
  const closedMonths = months.filter(({ state }) => state === 'closed').map(({ month }) => month)
  // A plant that has never closed a month does not use month closing, so the card does not propose the last month.
  const lastMonths = months.length > 0 ? [addMonthsToMonth(toMonth(today), -1)] : []
  const closingItems = [...new Set([...lastMonths, ...months.map(({ month }) => month)])]
    .filter((month) => canClose && validateMonthClosing(month, { today, closedMonths }) === null)
    .map((month): TodayItem => ({
      key: `open ${month}`,
      to: buildMonthLink(month),
      title: t('pages.today.open', { month }),
    }))
  const cardItems = [...reopeningItems, ...closingItems]
  if (canDecide && lateCount > 0)
    cardItems.push({
      key: 'late',
      to: buildPageLink('monthClosing', { view: 'late' }),
      title: t('pages.today.late', { count: lateCount }),
    })
  if (cardItems.length === 0) return null
  return (
    <TodayCard title={t('pages.today.books')} page="monthClosing">
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
