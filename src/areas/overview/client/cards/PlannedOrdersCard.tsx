import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { linePlan } from '@/areas/orders/contract/schedule'
import { useEndpoint } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import type { DashboardCardProps } from './catalogue'

/** Orders planned on the lines for the next 24 hours. */
export default function PlannedOrdersCard({ size, lineId, isWallScreen }: DashboardCardProps) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const getPageLink = usePageLink()
  const query = useEndpoint(linePlan, lineId ? { lineId } : {}, {
    resources: ['scheduleEntry', 'workOrder'],
    refreshIntervalMs: 300_000,
  })
  // Sorted by start, so that the orders of one line do not push the next orders of other lines off the card.
  const plannedOrders = [...(query.data ?? [])].sort((a, b) => a.startsAt.localeCompare(b.startsAt))
  const rows = plannedOrders.slice(0, size === 'large' ? 12 : 5)
  const lineNames = useNames('line', [...new Set(rows.map((row) => row.lineId))], {})
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {() =>
        rows.length === 0 ? (
          <p className="quiet">{t('plan.none')}</p>
        ) : (
          <ul className="overview-late">
            {rows.map((row) => {
              const to = isWallScreen ? null : getPageLink('productionSchedule', { id: row.workOrderId })
              return (
                <li key={row.id}>
                  <span>
                    {to ? <Link to={to}>{row.number}</Link> : row.number} · {row.product}
                    {row.late && <StateBadge tone="bad">{t('plan.late')}</StateBadge>}
                  </span>
                  <span className="quiet">
                    {lineNames[row.lineId] ?? ''} · {formatMoment(row.startsAt, zone).slice(5)} –{' '}
                    {formatMoment(row.endsAt, zone).slice(5)} ·{' '}
                    <Quantity value={row.orderedKg} unit="kg" decimals={0} />
                  </span>
                </li>
              )
            })}
            {plannedOrders.length > rows.length && (
              <li className="quiet">{t('plan.more', { count: plannedOrders.length - rows.length })}</li>
            )}
          </ul>
        )
      }
    </QueryBoundary>
  )
}
