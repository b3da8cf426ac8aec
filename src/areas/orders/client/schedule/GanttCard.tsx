import { useTranslation } from 'react-i18next'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '../../contract/tones'
import { Bar } from '../progress/Bar'
import { RunsInto } from '../progress/RunsInto'
import { PlanShort } from './PlanShort'
import { delayOf } from './time-scale'
import type { PlanEntry } from './use-placing'

/** Entry of the card and position of its bar, px of the window. */
export interface CardPlace {
  entry: PlanEntry
  left: number
  top: number
  bottom: number
}
const WIDTH = 340
const HEIGHT = 280

/**
 * Details of a bar while the mouse rests on it: below the bar, or above it near the bottom of the screen. Hidden from
 * screen readers, which read the bar's own label.
 */
export function GanttCard({ entry, left, top, bottom }: CardPlace) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const language = useLanguage()
  const delay = delayOf(entry)
  const over = bottom + HEIGHT > innerHeight
  return (
    <div
      className="gantt-card ui-card"
      aria-hidden
      style={{
        insetInlineStart: Math.max(8, Math.min(left, innerWidth - WIDTH - 8)),
        inlineSize: WIDTH,
        ...(over ? { bottom: innerHeight - top + 6 } : { top: bottom + 6 }),
      }}
    >
      <p className="plan-head">
        <b>{entry.number}</b>
        <ResourceStateBadge of={workOrder} state={entry.state} tones={orderTones} />
      </p>
      <p>
        {entry.product}
        {entry.customer && <small> · {entry.customer}</small>}
      </p>
      <p className="plan-time">
        {formatMoment(entry.startsAt, zone).slice(5)} – {formatMoment(entry.endsAt, zone).slice(5)}{' '}
        <small>{formatDuration(Date.parse(entry.endsAt) - Date.parse(entry.startsAt), language)}</small>
      </p>
      {entry.state !== 'planned' && <Bar order={entry} />}
      {entry.forecastEnd && (
        <p>
          <small>
            {t('pages.progress.forecastEnd')} {formatMoment(entry.forecastEnd, zone)}
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
      {delay !== null && (
        <StateBadge tone="bad">{t('pages.schedule.lateBy', { time: formatDuration(delay, language) })}</StateBadge>
      )}
      <RunsInto order={entry} />
      <PlanShort order={entry} />
    </div>
  )
}
