import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { formatClock, formatDay, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge, type Tone } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import type { orderProgress } from '@/areas/orders/contract/progress'

type TimelineEvent = EndpointOutput<typeof orderProgress>['events'][number]
const EVENT_TONES: Record<TimelineEvent['kind'], Tone> = {
  planned: 'wait',
  started: 'active',
  paused: 'warn',
  resumed: 'active',
  fed: 'idle',
  doffed: 'ok',
  slit: 'ok',
  stopped: 'bad',
  downgraded: 'warn',
  packed: 'ok',
  finished: 'ok',
  closed: 'idle',
}
const PAGE_SIZE = 60

/** Events of an order by day, newest first, optionally of one kind. */
export function TimelineList({ events }: { events: readonly TimelineEvent[] }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const [kind, setKind] = useState<TimelineEvent['kind'] | 'all'>('all')
  const [maxEvents, setMaxEvents] = useState(PAGE_SIZE)
  const kinds = useMemo(() => [...new Set(events.map((event) => event.kind))], [events])
  const filteredEvents = useMemo(
    () => events.filter((event) => kind === 'all' || event.kind === kind).toReversed(),
    [events, kind],
  )
  const visibleEvents = filteredEvents.slice(0, maxEvents)
  const days = [...new Set(visibleEvents.map((event) => formatDay(event.at, zone)))]
  return (
    <>
      <Tabs
        label={t('pages.progress.kinds')}
        chosen={kind}
        onChoose={(next) => {
          setKind(next)
          setMaxEvents(PAGE_SIZE)
        }}
        tabs={[
          { key: 'all' as const, label: t('pages.progress.allKinds'), count: events.length },
          ...kinds.map((key) => ({
            key,
            label: t(`pages.progress.event.${key}`),
            count: events.filter((event) => event.kind === key).length,
          })),
        ]}
      />
      {days.map((day) => (
        <section key={day} className="timeline-day">
          <h3>{day}</h3>
          <ol className="timeline">
            {visibleEvents
              .filter((event) => formatDay(event.at, zone) === day)
              .map((event, i) => (
                <EventRow key={`${event.kind} ${event.at} ${event.id ?? i}`} event={event} />
              ))}
          </ol>
        </section>
      ))}
      {filteredEvents.length > maxEvents && (
        <Button block onClick={() => setMaxEvents(maxEvents + PAGE_SIZE)}>
          {t('pages.progress.moreEvents', { count: filteredEvents.length - maxEvents })}
        </Button>
      )}
    </>
  )
}
function EventRow({ event }: { event: TimelineEvent }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const language = useLanguage()
  const kindText = t(`pages.progress.event.${event.kind}`)
  const durationMs = event.endsAt && event.kind !== 'slit' ? Date.parse(event.endsAt) - Date.parse(event.at) : null
  return (
    <li>
      <time dateTime={event.at}>{formatClock(event.at, zone)}</time>
      <StateBadge tone={EVENT_TONES[event.kind]}>{kindText}</StateBadge>
      <span className="timeline-what">
        {event.label !== kindText && event.label}
        {durationMs !== null && <small>{formatDuration(durationMs, language)}</small>}
        {event.count !== null && event.count !== undefined && event.count > 1 && (
          <small>{t(`pages.progress.times.${event.kind === 'fed' ? 'fed' : 'rolls'}`, { count: event.count })}</small>
        )}
      </span>
      {event.kg !== null && event.kg !== undefined && <Quantity value={event.kg} unit="kg" decimals={1} />}
    </li>
  )
}
