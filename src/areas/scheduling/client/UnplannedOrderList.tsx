import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useBusinessDate } from '@/plant/client/use-today'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOverdue } from '@/areas/orders/rules/order-progress'
import { priorityTones } from '@/areas/orders/client/shared/tones'

export type UnplannedOrder = Row<typeof workOrder>
const PLANNED_STATE_QUERY = { state: 'planned', sort: 'dueOn', size: 200 }

/** Orders without a place in the plan, earliest due date first. */
export function UnplannedOrderList({ onPlace }: { onPlace: (order: UnplannedOrder) => void }) {
  const { t } = useTranslation(['scheduling', 'orders'])
  const today = useBusinessDate()
  const list = useList(workOrder, PLANNED_STATE_QUERY)
  const { rows, refs } = list
  const unplannedOrders = rows.filter((row) => !row.plannedStart)
  return (
    <section className="unplanned">
      <h2>
        {t('pages.schedule.unplanned')} {rows.length > 0 && <small>{unplannedOrders.length}</small>}
      </h2>
      <QueryBoundary query={list} skeleton={null}>
        {() => unplannedOrders.length === 0 && <p className="quiet">{t('pages.schedule.allPlanned')}</p>}
      </QueryBoundary>
      <ul>
        {unplannedOrders.map((row) => (
          <li key={row.id} className="ui-card">
            <span>
              <b>{row.number}</b>{' '}
              {row.priority !== 'normal' && (
                <ResourceStateBadge resource={workOrder} field="priority" state={row.priority} tones={priorityTones} />
              )}
              {isOverdue(row.dueOn, today) && <StateBadge tone="bad">{t('pages.schedule.overdue')}</StateBadge>}
              <small>{refs[row.productId] ?? ''}</small>
            </span>
            <span>
              <Quantity value={row.orderedKg} unit="kg" decimals={0} />
              <small>
                {row.dueOn ? t('orders:pages.progress.dueOn', { day: row.dueOn }) : t('pages.schedule.noDue')}
              </small>
            </span>
            <Button onClick={() => onPlace(row)}>{t('actions.scheduleEntry_place')}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
