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
import type { progressOfOrder } from '@/areas/orders/contract/progress'

type Event = EndpointOutput<typeof progressOfOrder>['events'][number]
const TONES: Record<Event['kind'], Tone> = {
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
const STEP = 60

/** Events of an order by day, newest first, optionally of one kind. */
export function Timeline({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const [kind, setKind] = useState<Event['kind'] | 'all'>('all')
  const [most, setMost] = useState(STEP)
  const kinds = useMemo(() => [...new Set(events.map((event) => event.kind))], [events])
  const wanted = useMemo(
    () => events.filter((event) => kind === 'all' || event.kind === kind).toReversed(),
    [events, kind],
  )
  const shown = wanted.slice(0, most)
  const days = [...new Set(shown.map((event) => formatDay(event.at, zone)))]
  return (
    <>
      <Tabs
        label={t('pages.progress.kinds')}
        chosen={kind}
        onChoose={(next) => {
          setKind(next)
          setMost(STEP)
        }}
        tabs={[
          { key: 'all' as const, word: t('pages.progress.allKinds'), count: events.length },
          ...kinds.map((key) => ({
            key,
            word: t(`pages.progress.event.${key}`),
            count: events.filter((event) => event.kind === key).length,
          })),
        ]}
      />
      {days.map((day) => (
        <section key={day} className="timeline-day">
          <h3>{day}</h3>
          <ol className="timeline">
            {shown
              .filter((event) => formatDay(event.at, zone) === day)
              .map((event, i) => (
                <EventLine key={`${event.kind} ${event.at} ${event.id ?? i}`} event={event} />
              ))}
          </ol>
        </section>
      ))}
      {wanted.length > most && (
        <Button block onClick={() => setMost(most + STEP)}>
          {t('pages.progress.moreEvents', { count: wanted.length - most })}
        </Button>
      )}
    </>
  )
}
function EventLine({ event }: { event: Event }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const language = useLanguage()
  const word = t(`pages.progress.event.${event.kind}`)
  const length = event.endsAt && event.kind !== 'slit' ? Date.parse(event.endsAt) - Date.parse(event.at) : null
  return (
    <li>
      <time dateTime={event.at}>{formatClock(event.at, zone)}</time>
      <StateBadge tone={TONES[event.kind]}>{word}</StateBadge>
      <span className="timeline-what">
        {event.label !== word && event.label}
        {length !== null && <small>{formatDuration(length, language)}</small>}
        {event.count !== null && event.count !== undefined && event.count > 1 && (
          <small>{t(`pages.progress.times.${event.kind === 'fed' ? 'fed' : 'rolls'}`, { count: event.count })}</small>
        )}
      </span>
      {event.kg !== null && event.kg !== undefined && <Quantity value={event.kg} unit="kg" decimals={1} />}
    </li>
  )
}
