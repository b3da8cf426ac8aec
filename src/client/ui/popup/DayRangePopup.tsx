import '@/client/antd'
import CalendarPicker from 'antd-mobile/es/components/calendar-picker'
import { useTranslation } from 'react-i18next'
import type { DayRangeValue } from '../DayRangeButton'
import { describeCalendar, handleCalendarKey } from './calendar-keys'
import { PopupLayer, type PopupProps } from './PopupLayer'

/** Number of months that the calendar offers before and after the chosen days and today. */
const OFFERED_MONTHS = { before: 12, after: 3 }

function toDate(day: string): Date {
  const [year = 1970, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth)
}
const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

interface DayRangePopupProps extends PopupProps {
  range: DayRangeValue
  today: string
  onChoose: (range: DayRangeValue) => void
}

/** Calendar for the first and last day of a range. */
export default function DayRangePopup({ range, today, onChoose, ...layerProps }: DayRangePopupProps) {
  const { t } = useTranslation('client')
  const firstDay = toDate(range.from || range.to || today)
  const lastDay = toDate(range.to || range.from || today)
  const times = [firstDay, lastDay, toDate(today)].map((date) => date.getTime())
  const [earliest, latest] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  return (
    <PopupLayer
      {...layerProps}
      describe={(root) => describeCalendar(root, t('ui.closeSheet'))}
      onKey={handleCalendarKey}
    >
      <CalendarPicker
        visible
        getContainer={null}
        selectionMode="range"
        weekStartsOn="Monday"
        title={layerProps.anchor.title}
        confirmText={t('ui.pad.take')}
        defaultValue={range.from || range.to ? [firstDay, lastDay] : null}
        min={new Date(earliest.getFullYear(), earliest.getMonth() - OFFERED_MONTHS.before, 1)}
        max={new Date(latest.getFullYear(), latest.getMonth() + OFFERED_MONTHS.after + 1, 0)}
        onConfirm={(days) => onChoose(days ? { from: toDay(days[0]), to: toDay(days[1]) } : { from: '', to: '' })}
        onMaskClick={layerProps.onClose}
        onClose={layerProps.onClose}
      />
    </PopupLayer>
  )
}
