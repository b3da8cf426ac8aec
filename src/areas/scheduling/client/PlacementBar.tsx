import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '@/plant/rules/plant-time'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { DEFAULT_TRIM_MM } from '@/areas/orders/rules/slitting-pattern'
import { useJoinNames, useLaterOrdersText } from './use-last-change'
import { formatMomentWithoutYear } from './time-scale'
import type { MoveEffect, OrderPlacement } from './use-order-placement'

/** Preview of an unsaved placement: the place of the order, the orders that move and the orders that become late. */
export function PlacementBar({
  placement,
  getLineName,
}: {
  placement: OrderPlacement
  getLineName: (id: string) => string
}) {
  const { t } = useTranslation(['scheduling', 'orders', 'client'])
  const zone = usePlantZone()
  const { draft, entryId, moved, effect, clash, refusalMessage, busy } = placement
  const formatMinutes = useMinutesFormat()
  const joinNames = useJoinNames()
  const describeLaterOrders = useLaterOrdersText()
  if (!draft) return null
  const placedTimes = (entryId !== null && moved?.get(entryId)) || draft
  const { movedNumbers, tooWide, later, dueOn, lateMinutes } = effect ?? NO_EFFECT
  return (
    <div className="placing stack gap-1" role="status">
      <p>
        <b>{draft.number}</b> {getLineName(draft.lineId)} · {formatMoment(placedTimes.startsAt, zone)} –{' '}
        {formatMoment(placedTimes.endsAt, zone)}
      </p>
      {dueOn !== null && lateMinutes > 0 && (
        <p className="is-bad">{t('pages.schedule.afterDue', { day: dueOn, time: formatMinutes(lateMinutes) })}</p>
      )}
      {refusalMessage ? (
        <p className="is-bad">{refusalMessage}</p>
      ) : (
        <p className="quiet">
          {!effect
            ? t('pages.schedule.asking')
            : movedNumbers.length > 0
              ? t('pages.schedule.moves', { count: movedNumbers.length, numbers: joinNames(movedNumbers) })
              : t('pages.schedule.movesNone')}
        </p>
      )}
      {describeLaterOrders(later).map((text) => (
        <p key={text} className="is-bad">
          {text}
        </p>
      ))}
      {tooWide && (
        <p className="is-warned">
          {t('orders:refusals.patternTooWide', {
            ...tooWide,
            trim: DEFAULT_TRIM_MM,
            limit: tooWide.web - DEFAULT_TRIM_MM,
          })}
        </p>
      )}
      {clash && (
        <p className="is-warned">
          {t('pages.schedule.clash', { ...clash, time: formatMomentWithoutYear(clash.endsAt, zone) })}
        </p>
      )}
      <div className="ui-actions">
        <Button onClick={placement.cancel}>{t('client:ui.cancel')}</Button>
        <Button look="primary" disabled={busy || refusalMessage !== null} onClick={() => void placement.save()}>
          {t('actions.scheduleEntry_place')}
        </Button>
      </div>
    </div>
  )
}
const NO_EFFECT: MoveEffect = { movedNumbers: [], tooWide: null, dueOn: null, lateMinutes: 0, later: [] }
function useMinutesFormat(): (minutes: number) => string {
  const language = useLanguage()
  return (minutes) => formatDuration(minutes * MINUTE_MS, language)
}
