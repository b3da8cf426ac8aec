import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { parseLocalTime, toInputTime } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Dialog } from '@/client/ui/Dialog'
import { DateInput } from '@/client/ui/DateInput'
import { Select } from '@/client/ui/Select'
import { canMakeFamily } from '@/areas/orders/rules/work-order'
import { PlacementBar } from './PlacementBar'
import { SNAP_STEP_MS } from './time-scale'
import type { ScheduleLine } from './use-order-to-place'
import type { OrderPlacement } from './use-order-placement'

/** Minimum planned duration of an order, h. */
const MIN_HOURS = 0.25
/** Maximum planned duration of an order, h. */
const MAX_HOURS = 720

/** Form for line, start and duration of an order: for unplanned orders, and as an alternative to dragging. */
export function PlaceOrderDialog({
  placement,
  lines,
  onLineChange,
  onClose,
}: {
  placement: OrderPlacement
  lines: readonly ScheduleLine[]
  /** Called with another line for an order that has no place yet. */
  onLineChange: (lineId: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['scheduling', 'orders', 'standards'])
  const zone = usePlantZone()
  const formId = useId()
  const { draft, setDraft } = placement
  // The typed text if it is not a valid duration, else null.
  const [invalidText, setInvalidText] = useState<string | null>(null)
  if (!draft) return null
  const chosenLine = lines.find((line) => line.id === draft.lineId)
  const plannedHours = Math.round(((draft.endsAt - draft.startsAt) / HOUR_MS) * 100) / 100
  const onStartChange = (text: string) => {
    const startMoment = parseLocalTime(text, zone)
    if (startMoment)
      setDraft({
        ...draft,
        startsAt: Date.parse(startMoment),
        endsAt: Date.parse(startMoment) + draft.endsAt - draft.startsAt,
      })
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.scheduleEntry_place')} · ${draft.number}`}>
      <div className="placing-form stack">
        <label htmlFor={`${formId}l`}>{t('orders:scheduleEntry.fields.lineId')}</label>
        <Select
          id={`${formId}l`}
          value={draft.lineId}
          options={lines.map((line) => ({ value: line.id, label: line.label }))}
          onChange={(chosen) => (draft.version === 0 ? onLineChange(chosen) : setDraft({ ...draft, lineId: chosen }))}
        />
        {chosenLine && draft.family && !canMakeFamily(chosenLine.kind, draft.family) && (
          <p className="ui-card is-warned" role="status">
            {t('pages.schedule.otherFamily', {
              line: chosenLine.label,
              family: t(`standards:product.options.family.${draft.family}`),
            })}
          </p>
        )}
        <label htmlFor={`${formId}s`}>{t('orders:scheduleEntry.fields.startsAt')}</label>
        <DateInput
          id={`${formId}s`}
          kind="moment"
          step={SNAP_STEP_MS / 1000}
          value={toInputTime(new Date(draft.startsAt).toISOString(), zone)}
          onChange={onStartChange}
        />
        <label htmlFor={`${formId}h`}>{t('pages.schedule.length')}</label>
        <input
          id={`${formId}h`}
          className="ui-input"
          type="number"
          inputMode="decimal"
          min={MIN_HOURS}
          max={MAX_HOURS}
          step={MIN_HOURS}
          value={invalidText ?? plannedHours}
          aria-invalid={invalidText !== null}
          onChange={(event) => {
            const enteredHours = Number(event.target.value)
            const isInRange = enteredHours >= MIN_HOURS && enteredHours <= MAX_HOURS
            setInvalidText(isInRange ? null : event.target.value)
            if (isInRange) setDraft({ ...draft, endsAt: draft.startsAt + enteredHours * HOUR_MS })
          }}
        />
        <PlacementBar
          placement={
            invalidText === null
              ? placement
              : { ...placement, refusalMessage: t('pages.schedule.lengthRange', { least: MIN_HOURS, most: MAX_HOURS }) }
          }
          getLineName={(lineId) => lines.find((line) => line.id === lineId)?.label ?? ''}
        />
      </div>
    </Dialog>
  )
}
