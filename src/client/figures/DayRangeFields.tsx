import './figures.css'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../ui/DateInput'
import { DayRangeButton, type DayRangeValue } from '../ui/DayRangeButton'

const RANGE_ENDS = ['from', 'to'] as const
/** The days in the address; null if a day was cleared. */
export type DayRangeParams = { readonly [End in keyof DayRangeValue]?: string | null }
/** Returns the chosen days, with defaults for missing ones. */
export const resolveDayRange = ({ from, to }: DayRangeParams, defaults: DayRangeValue): DayRangeValue => ({
  from: from ?? defaults.from,
  to: to ?? defaults.to,
})
/**
 * A chosen day, or both days cleared to return to the defaults. If only one day were cleared, its default could lie
 * beyond the other day.
 */
export type DayRangeChange = Partial<DayRangeValue> | typeof CLEARED_DAY_RANGE
export const CLEARED_DAY_RANGE = { from: null, to: null } as const

/**
 * Fields for the range of days of a report. The first day cannot be after the last. Nothing changes while a person
 * types. Clearing a field restores the default range.
 */
export function DayRangeFields({
  days,
  onChange,
}: {
  days: DayRangeValue
  onChange: (change: DayRangeChange) => void
}) {
  const { t } = useTranslation('client')
  return (
    <div className="figure-days" role="group" aria-label={t('ui.date.pickRange')}>
      {RANGE_ENDS.map((end) => (
        <label key={end}>
          {t(`fields.${end}`)}
          <DateInput
            value={days[end]}
            max={(end === 'from' && days.to) || undefined}
            min={(end === 'to' && days.from) || undefined}
            onChange={(day) => onChange(day ? { [end]: day } : CLEARED_DAY_RANGE)}
          />
        </label>
      ))}
      <DayRangeButton
        label={t('ui.date.pickRange')}
        isIconOnly
        range={days}
        onChange={(range) => onChange(range.from && range.to ? range : CLEARED_DAY_RANGE)}
      />
    </div>
  )
}
