import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { linePlan } from '@/areas/orders/contract/schedule'
import { useEndpoint } from '@/client/api/use-list'
import { getPlantNow } from '@/client/clock'
import { useNames } from '@/client/fields/options'
import { formatClock, formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { StateBand } from '@/client/ui/drawings/StateBand'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { DAY_MS } from '@/plant/rules/plant-time'
import { ROWS_BY_SIZE, type DashboardCardProps } from './catalogue'

/** A line of the plan is lower than a row of a list, so the card has room for more of them. */
const EXTRA_LINES = 3

/** The plan of the lines for the next 24 hours as bands, with the next order of each line in words. */
export default function PlannedOrdersCard({ size, lineId, isWallScreen }: DashboardCardProps) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const getPageLink = usePageLink()
  const query = useEndpoint(linePlan, lineId ? { lineId } : {}, {
    resources: ['scheduleEntry', 'workOrder'],
    refreshIntervalMs: 300_000,
  })
  const from = getPlantNow()
  const to = from + DAY_MS
  const orders = (query.data ?? []).filter(({ endsAt }) => Date.parse(endsAt) > from)
  const lineIds = [...new Set(orders.map((order) => order.lineId))]
  const lineNames = useNames('line', lineIds, {})
  const displayedLineIds = lineIds.slice(0, ROWS_BY_SIZE[size] + EXTRA_LINES)
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {() =>
        displayedLineIds.length === 0 ? (
          <p className="quiet">{t('plan.none')}</p>
        ) : (
          <ul className="overview-lines">
            {displayedLineIds.map((id) => {
              const lineOrders = orders
                .filter((order) => order.lineId === id)
                .sort((a, b) => a.startsAt.localeCompare(b.startsAt))
              const [nextOrder] = lineOrders
              const address =
                isWallScreen || !nextOrder ? null : getPageLink('productionSchedule', { id: nextOrder.workOrderId })
              const label = lineNames[id] ?? ''
              return (
                <li key={id} className="overview-line">
                  <b>{label}</b>
                  {nextOrder && (
                    <span className="overview-line-name">
                      {address ? <Link to={address}>{nextOrder.number}</Link> : nextOrder.number}
                      {lineOrders.some(({ late }) => late) && <StateBadge tone="bad">{t('plan.late')}</StateBadge>}
                    </span>
                  )}
                  <StateBand
                    label={`${label} · ${lineOrders.map(({ number }) => number).join(' · ')}`}
                    from={from}
                    to={to}
                    segments={lineOrders.map((order) => ({
                      from: Date.parse(order.startsAt),
                      to: Date.parse(order.endsAt),
                      tone: order.late ? 'bad' : 'active',
                      label: `${order.number} · ${order.product} · ${formatMoment(order.startsAt, zone).slice(5)} – ${formatMoment(order.endsAt, zone).slice(5)}`,
                    }))}
                  />
                </li>
              )
            })}
            <li className="overview-line quiet" aria-hidden>
              <span className="overview-axis">
                {[from, (from + to) / 2, to].map((time) => (
                  <span key={time}>{formatClock(time, zone)}</span>
                ))}
              </span>
            </li>
          </ul>
        )
      }
    </QueryBoundary>
  )
}
