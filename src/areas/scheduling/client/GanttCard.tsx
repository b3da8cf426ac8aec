import { useTranslation } from 'react-i18next'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '@/areas/orders/contract/tones'
import { OrderProgressBar } from '@/areas/orders/client/shared/OrderProgressBar'
import { PlannedTimeTooShortBadge, NextOrderOverlapBadge } from '@/areas/orders/client/shared/PlannedTimeTooShortBadge'
import { useNow } from '@/client/clock'
import { formatMomentWithoutYear, getEntryDelay } from './time-scale'
import type { PlanEntry } from './use-order-placement'

/** The plan entry to show, and the position of its bar in the window, in px. */
export interface GanttCardProps {
  entry: PlanEntry
  left: number
  top: number
  bottom: number
}
const CARD_WIDTH_PX = 340
const CARD_HEIGHT_PX = 280

/**
 * Shows details of a bar while the mouse rests on it: below the bar, or above it near the bottom of the screen. Hidden
 * from screen readers, because they read the label of the bar.
 */
export function GanttCard({ entry, left, top, bottom }: GanttCardProps) {
  const { t } = useTranslation(['scheduling', 'orders'])
  const zone = usePlantZone()
  const language = useLanguage()
  const delayMs = getEntryDelay(entry, useNow())
  const opensAbove = bottom + CARD_HEIGHT_PX > innerHeight
  return (
    <div
      className="gantt-card ui-card"
      aria-hidden
      style={{
        insetInlineStart: Math.max(8, Math.min(left, innerWidth - CARD_WIDTH_PX - 8)),
        inlineSize: CARD_WIDTH_PX,
        ...(opensAbove ? { bottom: innerHeight - top + 6 } : { top: bottom + 6 }),
      }}
    >
      <p className="plan-head cluster middle between">
        <b>{entry.number}</b>
        <ResourceStateBadge resource={workOrder} state={entry.state} tones={orderTones} />
      </p>
      <p>
        {entry.product}
        {entry.customer && <small> · {entry.customer}</small>}
      </p>
      <p className="plan-time">
        {formatMomentWithoutYear(entry.startsAt, zone)} – {formatMomentWithoutYear(entry.endsAt, zone)}{' '}
        <small>{formatDuration(Date.parse(entry.endsAt) - Date.parse(entry.startsAt), language)}</small>
      </p>
      {entry.state !== 'planned' && <OrderProgressBar order={entry} />}
      {entry.forecastEnd && (
        <p>
          <small>
            {t('orders:pages.progress.forecastEnd')} {formatMoment(entry.forecastEnd, zone)}
          </small>
        </p>
      )}
      {entry.dueAt && (
        <p>
          <small>
            {t('pages.schedule.dueAt')} {formatMoment(entry.dueAt, zone)}
          </small>
        </p>
      )}
      {delayMs !== null && (
        <StateBadge tone="bad">
          {t('orders:pages.progress.lateBy', { time: formatDuration(delayMs, language) })}
        </StateBadge>
      )}
      <NextOrderOverlapBadge order={entry} />
      <PlannedTimeTooShortBadge order={entry} />
    </div>
  )
}
