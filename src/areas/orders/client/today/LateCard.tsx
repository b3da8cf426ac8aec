import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { TodayCard, TodayCounts } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { progressList } from '@/areas/orders/contract/progress'

/** Orders that are late, or will be at the speed they have. */
export default function LateCard() {
  const { t } = useTranslation('orders')
  const mine = useMyLine()
  const { data } = useCall(
    progressList,
    { late: true, size: 3, ...(mine ? { lineId: mine } : {}) },
    { resources: ['workOrder', 'scheduleEntry'] },
  )
  if (!data || data.total === 0) return null
  return (
    <TodayCard title={t('pages.today.late')} page="progressMonitoring" query={{ view: 'late' }}>
      <TodayCounts counts={[{ word: t('pages.today.lateOrders'), count: data.total, bad: true }]} />
      <ul className="today-lines">
        {data.list.map((order) => (
          <li key={order.id} className="quiet">
            {order.number} ·{' '}
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
