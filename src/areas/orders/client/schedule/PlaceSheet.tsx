import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { parseLocalTime, toLocalTime } from '@/client/fields/zoned-time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Dialog } from '@/client/ui/Dialog'
import { DateInput } from '@/client/ui/DateInput'
import { makesFamily } from '@/areas/orders/rules/line-of-product'
import { PlacingBar } from './PlacingBar'
import type { PlanLine } from './use-order-to-place'
import type { Placing } from './use-placing'

/** Minimum and maximum planned duration of an order, h. */
const [LEAST_HOURS, MOST_HOURS] = [0.25, 720]

/** Form for line, start and duration of an order: on phones, and for unplanned orders. */
export function PlaceSheet({
  placing,
  lines,
  onLine,
  onClose,
}: {
  placing: Placing
  lines: readonly PlanLine[]
  /** Called with another line for an order that has no place yet. */
  onLine: (lineId: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['orders', 'standards'])
  const zone = usePlantZone()
  const id = useId()
  const { wish, want } = placing
  // Typed text while it is not a valid duration.
  const [typed, setTyped] = useState<string | null>(null)
  if (!wish) return null
  const on = lines.find((line) => line.id === wish.lineId)
  const hours = Math.round(((wish.endsAt - wish.startsAt) / HOUR_MS) * 100) / 100
  const from = (text: string) => {
    const at = parseLocalTime(text, zone)
    if (at) want({ ...wish, startsAt: Date.parse(at), endsAt: Date.parse(at) + wish.endsAt - wish.startsAt })
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.scheduleEntry_place')} · ${wish.number}`}>
      <div className="order-form">
        <label htmlFor={`${id}l`}>{t('scheduleEntry.fields.lineId')}</label>
        <select
          id={`${id}l`}
          className="ui-input"
          value={wish.lineId}
          onChange={(event) =>
            wish.version === 0 ? onLine(event.target.value) : want({ ...wish, lineId: event.target.value })
          }
        >
          {lines.map((line) => (
            <option key={line.id} value={line.id}>
              {line.label}
            </option>
          ))}
        </select>
        {on && wish.family && !makesFamily(on.kind, wish.family) && (
          <p className="ui-card is-warned" role="status">
            {t('pages.schedule.otherFamily', {
              line: on.label,
              family: t(`standards:product.options.family.${wish.family}`),
            })}
          </p>
        )}
        <label htmlFor={`${id}s`}>{t('scheduleEntry.fields.startsAt')}</label>
        <DateInput
          id={`${id}s`}
          kind="moment"
          step={900}
          value={toLocalTime(new Date(wish.startsAt).toISOString(), zone)}
          onChange={from}
        />
        <label htmlFor={`${id}h`}>{t('pages.schedule.length')}</label>
        <input
          id={`${id}h`}
          className="ui-input"
          type="number"
          inputMode="decimal"
          min={LEAST_HOURS}
          max={MOST_HOURS}
          step={LEAST_HOURS}
          value={typed ?? hours}
          aria-invalid={typed !== null}
          onChange={(event) => {
            const length = Number(event.target.value)
            const fits = length >= LEAST_HOURS && length <= MOST_HOURS
            setTyped(fits ? null : event.target.value)
            if (fits) want({ ...wish, endsAt: wish.startsAt + length * HOUR_MS })
          }}
        />
        <PlacingBar
          placing={
            typed === null
              ? placing
              : { ...placing, refused: t('pages.schedule.lengthRange', { least: LEAST_HOURS, most: MOST_HOURS }) }
          }
          lineName={(lineId) => lines.find((line) => line.id === lineId)?.label ?? ''}
        />
      </div>
    </Dialog>
  )
}
