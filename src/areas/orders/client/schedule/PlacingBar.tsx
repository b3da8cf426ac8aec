import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import type { Placing, PlanEntry } from './use-placing'

/** What the wish would do, before it is done: where the order would stand and which others would move. */
export function PlacingBar({
  placing,
  entries,
  lineName,
}: {
  placing: Placing
  entries: readonly PlanEntry[]
  lineName: (id: string) => string
}) {
  const { t } = useTranslation(['orders', 'client'])
  const zone = usePlantZone()
  const { wish, entry, moved, clash, refused, busy } = placing
  if (!wish) return null
  const at = (entry !== null && moved?.get(entry)) || wish
  const others = moved ? [...moved.keys()].filter((id) => id !== entry) : []
  // The plan knows the orders of the time it shows; those behind it move as well.
  const named = others.flatMap((id) => entries.find((one) => one.id === id)?.number ?? [])
  const outside = others.length - named.length
  const numbers = outside > 0 ? [...named, t('pages.schedule.movesOutside', { count: outside })] : named
  return (
    <div className="placing" role="status">
      <p>
        <b>{wish.number}</b> {lineName(wish.lineId)} · {formatMoment(at.startsAt, zone)} –{' '}
        {formatMoment(at.endsAt, zone)}
      </p>
      {refused ? (
        <p className="is-bad">{refused}</p>
      ) : (
        <p className="quiet">
          {!moved
            ? t('pages.schedule.asking')
            : others.length > 0
              ? t('pages.schedule.moves', { count: others.length, numbers: numbers.join(', ') })
              : t('pages.schedule.movesNone')}
        </p>
      )}
      {clash && (
        <p className="is-warned">
          {t('pages.schedule.clash', { ...clash, time: formatMoment(clash.endsAt, zone).slice(5) })}
        </p>
      )}
      <div className="ui-actions">
        <Button onClick={placing.drop}>{t('client:ui.cancel')}</Button>
        <Button look="primary" disabled={busy || refused !== null} onClick={() => void placing.save()}>
          {t('actions.scheduleEntry_place')}
        </Button>
      </div>
    </div>
  )
}
