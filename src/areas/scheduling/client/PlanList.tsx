import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay, formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import { OrderProgressBar } from '@/areas/orders/client/shared/OrderProgressBar'
import { PlannedTimeTooShortBadge, NextOrderOverlapBadge } from '@/areas/orders/client/shared/PlannedTimeTooShortBadge'
import { orderTones } from '@/areas/orders/contract/tones'
import { formatMomentWithoutYear } from './time-scale'
import type { PlanEntry } from './use-order-placement'

/** The plan as a list per line in chronological order, for phones. */
export function PlanList({
  lines,
  entries,
  onOpen,
}: {
  lines: readonly { id: string; label: string }[]
  entries: readonly PlanEntry[]
  onOpen: (entry: PlanEntry) => void
}) {
  const { t } = useTranslation(['scheduling', 'orders'])
  return (
    <div className="plan-list scroll">
      {lines.map((line) => {
        const lineEntries = entries.filter((entry) => entry.lineId === line.id)
        return (
          <section key={line.id}>
            <h2>
              {line.label} <small>{lineEntries.length}</small>
            </h2>
            {lineEntries.length === 0 ? (
              <p className="quiet">{t('pages.schedule.lineFree')}</p>
            ) : (
              <ol>
                {lineEntries.map((entry) => (
                  <Fragment key={entry.workOrderId}>
                    {entry.changeoverMinutes > 0 && entry.state === 'planned' && (
                      <li className="plan-changeover">
                        {t('orders:pages.progress.changeover', { minutes: entry.changeoverMinutes })}
                      </li>
                    )}
                    <li>
                      <PlanCard entry={entry} onOpen={() => onOpen(entry)} />
                    </li>
                  </Fragment>
                ))}
              </ol>
            )}
          </section>
        )
      })}
    </div>
  )
}
function PlanCard({ entry, onOpen }: { entry: PlanEntry; onOpen: () => void }) {
  const { t } = useTranslation(['scheduling', 'orders'])
  const zone = usePlantZone()
  const language = useLanguage()
  const durationMs = Date.parse(entry.endsAt) - Date.parse(entry.startsAt)
  const endsSameDay = formatDay(entry.startsAt, zone) === formatDay(entry.endsAt, zone)
  return (
    <button
      type="button"
      className={entry.late ? 'ui-card plan-card stack gap-1 is-late' : 'ui-card plan-card stack gap-1'}
      onClick={onOpen}
    >
      <span className="plan-head cluster middle between">
        <b>{entry.number}</b>
        <span className="chips">
          <ResourceStateBadge resource={workOrder} state={entry.state} tones={orderTones} />
          {entry.late && <StateBadge tone="bad">{t('orders:pages.progress.late')}</StateBadge>}
          <NextOrderOverlapBadge order={entry} />
          <PlannedTimeTooShortBadge order={entry} />
        </span>
      </span>
      <span>
        {entry.product}
        {entry.customer && <small> · {entry.customer}</small>}
      </span>
      <span className="plan-time">
        {formatMomentWithoutYear(entry.startsAt, zone)} –{' '}
        {endsSameDay ? formatClock(entry.endsAt, zone) : formatMomentWithoutYear(entry.endsAt, zone)}{' '}
        <small>{formatDuration(durationMs, language)}</small>
      </span>
      {entry.state !== 'planned' && <OrderProgressBar order={entry} />}
      {entry.forecastEnd && (
        <small>
          {t('orders:pages.progress.forecastEnd')} {formatMoment(entry.forecastEnd, zone)}
        </small>
      )}
    </button>
  )
}
