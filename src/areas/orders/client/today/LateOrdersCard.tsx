import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { useNow } from '@/client/clock'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayCountList, TodayItemList } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { progressList } from '@/areas/orders/contract/progress'
import { calculateExpectedLateness } from '@/areas/orders/rules/order-progress'
import { roundDown } from '@/plant/rules/rounding'

/** Number of orders loaded to find the most delayed ones. */
const MAX_LOADED_ORDERS = 100
const MAX_DISPLAYED_ORDERS = 3

/** Today card: orders that are late, or will be late at their current speed, most delayed first. */
export default function LateOrdersCard() {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const nowMs = useNow()
  const myLineId = useMyLine()
  const buildPageLink = usePageLink()
  const lineFilter: Record<string, string> = myLineId ? { lineId: myLineId } : {}
  const { data } = useEndpoint(
    progressList,
    { late: true, size: MAX_LOADED_ORDERS, ...lineFilter },
    { resources: ['workOrder', 'scheduleEntry'] },
  )
  if (!data || data.total === 0) return null
  const query = { view: 'late', ...lineFilter }
  const mostDelayedOrders = data.list
    .map((order) => ({ order, delayMs: calculateExpectedLateness(order, nowMs) }))
    .sort((a, b) => b.delayMs - a.delayMs)
    .slice(0, MAX_DISPLAYED_ORDERS)
  return (
    <TodayCard title={t('pages.today.late')} page="progressMonitoring" query={query}>
      <TodayCountList
        counts={[
          {
            label: t('pages.today.lateOrders'),
            count: data.total,
            isBad: true,
            to: buildPageLink('progressMonitoring', query),
          },
        ]}
      />
      <TodayItemList
        items={mostDelayedOrders.map(({ order, delayMs }) => ({
          key: order.id,
          title: order.number,
          subtitle: t('pages.progress.woundAndFinished', {
            wound: roundDown(order.woundPercent ?? 0, 0),
            finished: roundDown(order.percent ?? 0, 0),
          }),
          sideContent: t('pages.progress.lateBy', { time: formatDuration(delayMs, language) }),
        }))}
      />
    </TodayCard>
  )
}
