import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { useNow } from '@/client/use-now'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayCountList } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { progressList } from '@/areas/orders/contract/progress'
import { delayBy } from '@/areas/orders/rules/progress'

/** Orders fetched to find the most delayed ones, and orders that are named. */
const [READ, NAMED] = [100, 3]

/** Orders that are late, or will be at their current speed, most delayed first. */
export default function LateCard() {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const now = useNow()
  const mine = useMyLine()
  const link = usePageLink()
  const ofLine: Record<string, string> = mine ? { lineId: mine } : {}
  const { data } = useEndpoint(
    progressList,
    { late: true, size: READ, ...ofLine },
    { resources: ['workOrder', 'scheduleEntry'] },
  )
  if (!data || data.total === 0) return null
  const query = { view: 'late', ...ofLine }
  const latest = data.list
    .map((order) => ({ order, delay: delayBy(order, now) }))
    .sort((a, b) => b.delay - a.delay)
    .slice(0, NAMED)
  return (
    <TodayCard title={t('pages.today.late')} page="progressMonitoring" query={query}>
      <TodayCountList
        counts={[
          {
            word: t('pages.today.lateOrders'),
            count: data.total,
            bad: true,
            to: link('progressMonitoring', query),
          },
        ]}
      />
      <ul className="today-lines">
        {latest.map(({ order, delay }) => (
          <li key={order.id} className="quiet">
            {order.number} · {t('pages.schedule.lateBy', { time: formatDuration(delay, language) })} ·{' '}
            {t('pages.progress.woundAndFinished', {
              wound: Math.round(order.woundPercent ?? 0),
              finished: Math.round(order.percent ?? 0),
            })}
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}
