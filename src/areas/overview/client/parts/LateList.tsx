import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PageName } from '@/contract/menu'
import { formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePageLink } from '@/client/shell/use-page-link'
import { BulletBar } from '@/client/ui/drawings/BulletBar'
import { Quantity } from '@/client/ui/Quantity'
import { useShifts } from '@/plant/client/shift-record/use-shift'
import { MINUTE_MS, type Day } from '@/plant/rules/plant-time'
import type { Glance } from '../../contract/glance-endpoints'

/** Returns the names of the counts, each with the page and query that list the counted rows. */
const buildLateCounts = (today: Day) =>
  [
    ['ordersLate', 'progressMonitoring', { view: 'late' }],
    ['ordersDueToday', 'progressMonitoring', { dueOnFrom: today, dueOnTo: today }],
    ['repairsStopping', 'repair', { standing: '1' }],
    ['repairsOpen', 'repair', {}],
    ['upkeepOverdue', 'upkeepPlan', { state: 'overdue' }],
    ['stopsUnexplained', 'shutdownAnalysis', { view: 'list', state: 'toExplain' }],
  ] as const satisfies readonly (readonly [keyof Glance, PageName, Readonly<Record<string, string>>])[]

/** Counts of late items, and the orders that are most overdue. */
export function LateList({
  glance,
  maxOrders,
  isWallScreen,
}: {
  glance: Glance
  maxOrders: number
  isWallScreen?: boolean | undefined
}) {
  const { t } = useTranslation(['overview', 'orders'])
  const getPageLink = usePageLink()
  const language = useLanguage()
  const { currentShift } = useShifts()
  // If not all orders fit, the last list item shows the number of remaining orders.
  const hasMore = glance.ordersLate > maxOrders
  const visibleOrders = glance.late.slice(0, hasMore ? Math.max(0, maxOrders - 1) : maxOrders)
  return (
    <>
      <dl className="overview-counts">
        {buildLateCounts(currentShift.businessDate).map(([name, page, query]) => {
          const to = isWallScreen ? null : getPageLink(page, query)
          return (
            <div key={name}>
              <dt>{to ? <Link to={to}>{t(`answers.${name}`)}</Link> : t(`answers.${name}`)}</dt>
              <dd className={glance[name] > 0 ? 'is-some' : ''}>{glance[name]}</dd>
            </div>
          )
        })}
      </dl>
      <ul className="overview-late">
        {visibleOrders.map((order) => {
          const to = isWallScreen ? null : getPageLink('progressMonitoring', { id: order.workOrderId })
          return (
            <li key={order.workOrderId}>
              <span>
                {to ? <Link to={to}>{order.number}</Link> : order.number} · {order.product}
                {order.customer && ` · ${order.customer}`}
              </span>
              <span className="quiet">
                {t('glance.dueOn', { day: order.dueOn })} ·{' '}
                {t('orders:pages.progress.lateBy', { time: formatDuration(order.lateMinutes * MINUTE_MS, language) })} ·{' '}
                <Quantity value={order.goodKg} unit="kg" decimals={0} />
                {order.orderedKg !== null && (
                  <>
                    {' / '}
                    <Quantity value={order.orderedKg} unit="kg" decimals={0} />
                  </>
                )}
              </span>
              <BulletBar
                label={order.number}
                unit="kg"
                value={order.goodKg}
                due={order.orderedKg}
                target={order.orderedKg}
                tone="warn"
              />
            </li>
          )
        })}
        {hasMore && <li className="quiet">{t('glance.more', { count: glance.ordersLate - visibleOrders.length })}</li>}
      </ul>
    </>
  )
}
