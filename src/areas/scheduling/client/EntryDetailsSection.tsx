import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { takeOutOrder } from '../contract/planning-endpoints'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { StateBadge } from '@/client/ui/StateBadge'
import { OrderProgressBar } from '@/areas/orders/client/shared/OrderProgressBar'
import { PlannedTimeTooShortBadge, NextOrderOverlapBadge } from '@/areas/orders/client/shared/PlannedTimeTooShortBadge'
import { orderTones } from '@/areas/orders/contract/tones'
import { canMoveEntry, toPlacementDraft } from './GanttChart'
import { useNow } from '@/client/clock'
import { getEntryDelay } from './time-scale'
import type { PlanEntry, PlacementDraft } from './use-order-placement'

export interface OpenEntryProps {
  entry: PlanEntry
  lineName: string
  canMove: boolean
  onPlace: (draft: PlacementDraft) => void
  onTakeOut: () => void
  onClose: () => void
}
/** Details of a planned order: times, progress and actions on its place. */
export function EntryDetailsSection({ entry, lineName, canMove, onPlace, onTakeOut, onClose }: OpenEntryProps) {
  const { t } = useTranslation(['scheduling', 'orders', 'client'])
  const zone = usePlantZone()
  const language = useLanguage()
  const buildPageLink = usePageLink()
  const canTakeOut = useCanCall(takeOutOrder)
  const delayMs = getEntryDelay(entry, useNow())
  const progressLink = buildPageLink('progressMonitoring', { id: entry.workOrderId })
  const details: [string, string][] = [
    [t('orders:scheduleEntry.fields.lineId'), lineName],
    [t('orders:scheduleEntry.fields.startsAt'), formatMoment(entry.startsAt, zone)],
    [t('orders:scheduleEntry.fields.endsAt'), formatMoment(entry.endsAt, zone)],
    [t('orders:scheduleEntry.fields.changeoverMinutes'), `${entry.changeoverMinutes} min`],
    ...(entry.forecastEnd
      ? [[t('orders:pages.progress.forecastEnd'), formatMoment(entry.forecastEnd, zone)] as [string, string]]
      : []),
    ...(entry.dueAt ? [[t('pages.schedule.dueAt'), formatMoment(entry.dueAt, zone)] as [string, string]] : []),
    ...(entry.customer ? [[t('orders:workOrder.fields.customerId'), entry.customer] as [string, string]] : []),
  ]
  return (
    <div className="placing-form stack">
      <p className="chips">
        <ResourceStateBadge resource={workOrder} state={entry.state} tones={orderTones} />
        {entry.late && (
          <StateBadge tone="bad">
            {delayMs === null
              ? t('orders:pages.progress.late')
              : t('orders:pages.progress.lateBy', { time: formatDuration(delayMs, language) })}
          </StateBadge>
        )}
        <NextOrderOverlapBadge order={entry} />
        <PlannedTimeTooShortBadge order={entry} />
      </p>
      {entry.state !== 'planned' && <OrderProgressBar order={entry} large />}
      <dl className="pairs">
        {details.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="ui-actions">
        {progressLink && (
          <Link className="ui-button" to={progressLink}>
            {t('orders:pages.sync.toProgress')}
          </Link>
        )}
        {canTakeOut && canMoveEntry(entry) && <Button onClick={onTakeOut}>{t('pages.schedule.takeOut')}</Button>}
        {canMove && canMoveEntry(entry) && entry.neededHours != null && (
          <Button
            onClick={() => {
              const draft = toPlacementDraft(entry)
              onPlace({ ...draft, endsAt: draft.startsAt + (entry.neededHours ?? 0) * HOUR_MS })
            }}
          >
            {t('orders:pages.progress.placeAnew')}
          </Button>
        )}
        {canMove && canMoveEntry(entry) ? (
          <Button look="primary" onClick={() => onPlace(toPlacementDraft(entry))}>
            {t('pages.schedule.move')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('client:ui.close')}</Button>
        )}
      </div>
    </div>
  )
}
