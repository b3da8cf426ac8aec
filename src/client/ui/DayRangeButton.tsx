import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantMoment } from '../clock'
import { formatDay } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { Button } from './Button'
import { CalendarIcon } from './icons'
import { usePopup } from './popup/use-popup'
import { useIsTouch } from './use-device'

const loadPopup = () => import('./popup/DayRangePopup')
const DayRangePopup = lazy(loadPopup)

/** Days as `YYYY-MM-DD`, both inclusive; empty for an open end. */
export interface DayRangeValue {
  from: string
  to: string
}

/**
 * Button that opens a calendar for both ends of a range of days, on touch screens only. A range with an open end is
 * entered in the date fields next to the button.
 */
export function DayRangeButton({
  label,
  isIconOnly = false,
  range,
  onChange,
}: {
  /** Title of the calendar. */
  label: string
  isIconOnly?: boolean
  range: DayRangeValue
  onChange: (range: DayRangeValue) => void
}) {
  const { t } = useTranslation('client')
  const isTouch = useIsTouch()
  const zone = usePlantZone()
  const popup = usePopup()
  const popupId = useId()
  if (!isTouch) return null
  return (
    <>
      <Button
        className="ui-day-range"
        aria-haspopup="dialog"
        {...(isIconOnly ? { 'aria-label': t('ui.date.pickRange') } : {})}
        icon={<CalendarIcon size={20} />}
        onTouchStart={() => void loadPopup().catch(() => undefined)}
        onClick={(event) => popup.open(event.currentTarget, label)}
      >
        {!isIconOnly && t('ui.date.pickRange')}
      </Button>
      {popup.anchor && (
        <Suspense>
          <DayRangePopup
            id={popupId}
            anchor={popup.anchor}
            range={range}
            today={formatDay(getPlantMoment(), zone)}
            onChoose={onChange}
            onClose={popup.close}
          />
        </Suspense>
      )}
    </>
  )
}
