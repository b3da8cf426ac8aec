import '@/client/antd'
import DatePicker from 'antd-mobile/es/components/date-picker'
import Picker from 'antd-mobile/es/components/picker'
import { useTranslation } from 'react-i18next'
import type { DateKind } from '@/client/format/typed-date'
import { PopupLayer, type PopupProps } from './PopupLayer'
import { describeWheels, handleWheelKey } from './wheel-keys'

const WHEELS = {
  day: ['year', 'month', 'day'],
  moment: ['year', 'month', 'day', 'hour', 'minute'],
  month: ['year', 'month'],
  time: ['hour', 'minute'],
} as const satisfies Record<DateKind, readonly string[]>
const PRECISIONS = { day: 'day', moment: 'minute', month: 'month' } as const
/** The wheel offers this number of years before and after the value, unless the field has limits. */
const OFFERED_YEARS = 50

const padTwoDigits = (part: number): string => String(part).padStart(2, '0')
const toNumbers = (value: string): number[] => (value.match(/\d+/g) ?? []).map(Number)
/**
 * Converts a field value, which is in plant time, to a Date that shows the same digits in the device's time zone. The
 * picker displays dates in that zone.
 */
function toPickerDate(value: string): Date {
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0] = toNumbers(value)
  return new Date(year, month - 1, day, hour, minute)
}
function toFieldValue(date: Date, kind: DateKind): string {
  const month = `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}`
  if (kind === 'month') return month
  const day = `${month}-${padTwoDigits(date.getDate())}`
  return kind === 'day' ? day : `${day}T${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}`
}
const addYears = (date: Date, years: number): Date =>
  new Date(date.getFullYear() + years, date.getMonth(), date.getDate())
const buildColumn = (length: number) =>
  Array.from({ length }, (_, index) => ({ value: padTwoDigits(index), label: padTwoDigits(index) }))

interface DatePopupProps extends PopupProps {
  kind: DateKind
  /** Empty if the field has no value; the wheels then begin at `now`. */
  value: string
  now: string
  min?: string | undefined
  max?: string | undefined
  /** Called with the chosen value, or with an empty text to clear the field. */
  onChoose: (value: string) => void
}

/** Wheels for a day, moment, month or time. */
export default function DatePopup({ kind, value, now, min, max, onChoose, ...layerProps }: DatePopupProps) {
  const { t } = useTranslation('client')
  const { onClose, anchor } = layerProps
  const pickerDate = toPickerDate(value || now)
  const clear = () => {
    onChoose('')
    onClose()
  }
  const pickerProps = {
    visible: true,
    getContainer: null,
    title: (
      <>
        {anchor.title}
        {value && (
          <button type="button" className="ui-popup-clear" onClick={clear}>
            {t('fields.clear')}
          </button>
        )}
      </>
    ),
    cancelText: t('ui.cancel'),
    confirmText: t('ui.pad.take'),
    onClose,
  }
  const renderLabel = (type: string, part: number) => {
    const wheel = WHEELS.moment.find((name) => name === type)
    return wheel ? t(`ui.date.wheel.${wheel}`, { value: padTwoDigits(part) }) : part
  }
  const labels = WHEELS[kind].map((wheel) => t(`ui.date.wheels.${wheel}`))
  return (
    <PopupLayer {...layerProps} describe={(root) => describeWheels(root, labels)} onKey={handleWheelKey}>
      {kind === 'time' ? (
        <Picker
          {...pickerProps}
          columns={[buildColumn(24), buildColumn(60)]}
          value={(value || now).slice(-5).split(':')}
          onConfirm={(parts) => onChoose(parts.join(':'))}
        />
      ) : (
        <DatePicker
          {...pickerProps}
          precision={PRECISIONS[kind]}
          value={pickerDate}
          min={min ? toPickerDate(min) : addYears(pickerDate, -OFFERED_YEARS)}
          max={max ? toPickerDate(max) : addYears(pickerDate, OFFERED_YEARS)}
          renderLabel={renderLabel}
          onConfirm={(date) => onChoose(toFieldValue(date, kind))}
        />
      )}
    </PopupLayer>
  )
}
