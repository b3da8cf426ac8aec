import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { progressList } from '@/areas/orders/contract/progress'
import { TodayFrame } from './TodayFrame'

/** Orders that are late, or will be at the speed they have. */
export default function LateCard() {
  const { t } = useTranslation('orders')
  const { data } = useCall(progressList, { late: true, size: 3 }, { resources: ['workOrder', 'scheduleEntry'] })
  if (!data || data.total === 0) return null
  return <TodayFrame title={t('pages.today.late')} page="progressMonitoring" query={{ view: 'late' }} counts={[{ word: t('pages.today.lateOrders'), count: data.total, bad: true }]} lines={data.list.map((order) => order.number)} />
}
