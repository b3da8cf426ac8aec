import '../orders.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { formatDay } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { orderProgress } from '@/areas/orders/contract/progress'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '../../contract/tones'
import { orderCells } from '../shared/tones'
import { OrderProgressBar } from '../shared/OrderProgressBar'
import { HourChart } from './HourChart'
import { PlannedTimeTooShortBadge, NextOrderOverlapBadge } from '../shared/PlannedTimeTooShortBadge'
import { TimelineList } from './TimelineList'
import { ForecastCard } from './ForecastCard'

const DETAIL_FIELDS = [
  'customerId',
  'gsm',
  'webWidthMm',
  'widthMm',
  'colour',
  'jumboLengthM',
  'rollLengthM',
  'slittingPattern',
  'dueOn',
  'priority',
  'plannedStart',
  'plannedEnd',
  'startedAt',
  'ranMinutes',
  'jumboRolls',
  'jumboKg',
  'goodRolls',
  'goodKg',
  'shortReason',
  'downgradedKg',
  'wasteKg',
  'fedKg',
  'processStandardId',
  'productStandardId',
  'season',
  'erpOrderId',
  'batch',
  'note',
] as const
const WATCHED_RESOURCES = ['workOrder', 'slitRoll', 'jumboRoll', 'feed', 'lineStop', 'package', 'machineRun']

/** One order: progress, forecast end and its calculation, output per hour, and timeline. */
export default function OrderProgressPanel({ id, onBack }: { id: string; onBack?: () => void }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const language = useLanguage()
  const buildPageLink = usePageLink()
  const canPlan = useHasPermission(['productionScheduleEdit', 'productionScheduleAdd'])
  const progressQuery = useEndpoint(orderProgress, { id }, { resources: WATCHED_RESOURCES, refreshIntervalMs: 60_000 })
  const { row, refs } = useRow(workOrder, id)
  const loadedOrder = progressQuery.data
  const replanLink =
    canPlan && loadedOrder ? buildPageLink('productionSchedule', { order: loadedOrder.id, anew: '1' }) : null
  const productNames = useNames('product', loadedOrder ? [loadedOrder.productId] : [], refs)
  const lineNames = useNames('line', loadedOrder?.lineId ? [loadedOrder.lineId] : [], refs)
  return (
    <PageFrame
      title={loadedOrder?.number ?? '…'}
      subtitle={
        loadedOrder
          ? [productNames[loadedOrder.productId], loadedOrder.lineId && lineNames[loadedOrder.lineId]]
              .filter(Boolean)
              .join(' · ')
          : null
      }
      {...(onBack ? { onBack } : {})}
    >
      <QueryBoundary query={progressQuery} skeleton={<SkeletonDetail />}>
        {(order) => (
          <div className="order-progress">
            <p className="chips">
              <ResourceStateBadge resource={workOrder} state={order.state} tones={orderTones} />
              {order.late && <StateBadge tone="bad">{t('pages.progress.late')}</StateBadge>}
              <NextOrderOverlapBadge order={order} />
              <PlannedTimeTooShortBadge order={{ ...order, startsAt: order.plannedStart, endsAt: order.plannedEnd }} />
            </p>
            {replanLink && order.neededHours != null && (
              <Link className="ui-button" to={replanLink}>
                {t('pages.progress.placeAnew')}
              </Link>
            )}
            <OrderProgressBar order={order} large />
            <ForecastCard order={order} />
            {order.widthsOff.length > 0 && (
              <p className="chips">
                <StateBadge tone="warn">
                  {t('pages.progress.byWidth', {
                    widths: order.widthsOff
                      .map(({ widthMm, rolls }) =>
                        t(`pages.progress.${rolls < 0 ? 'widthShort' : 'widthOver'}`, {
                          width: formatNumber(widthMm, { language, unit: 'mm' }),
                          count: Math.abs(rolls),
                        }),
                      )
                      .join(' · '),
                  })}
                </StateBadge>
              </p>
            )}
            {order.hours.length > 0 && (
              <section>
                <h2 className="ui-hidden">{t('pages.progress.output')}</h2>
                <HourChart
                  hours={order.hours}
                  period={`${formatDay(order.hours[0]?.from, zone)} – ${formatDay(order.hours.at(-1)?.from, zone)}`}
                />
              </section>
            )}
            <section>
              <h2>{t('pages.progress.timeline')}</h2>
              {order.events.length === 0 ? (
                <EmptyState title={t('pages.progress.noEvents')} advice={t('pages.progress.noEventsNext')} />
              ) : (
                <TimelineList events={order.events} />
              )}
            </section>
            {row && (
              <section>
                <h2>{t('pages.progress.facts')}</h2>
                <ResourceDetailView
                  resource={workOrder}
                  row={{ ...row, gsm: order.gsm }}
                  refs={refs}
                  fieldNames={DETAIL_FIELDS}
                  cells={orderCells}
                >
                  <p className="quiet">
                    {t('pages.progress.goodCounts', {
                      rolls: t('workOrder.fields.goodRolls'),
                      kg: t('workOrder.fields.goodKg'),
                    })}
                  </p>
                </ResourceDetailView>
              </section>
            )}
          </div>
        )}
      </QueryBoundary>
    </PageFrame>
  )
}
