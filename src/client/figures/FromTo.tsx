import './figures.css'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../ui/DateInput'

/** A range of days as YYYY-MM-DD, both inclusive. */
export interface Days {
  from: string
  to: string
}
const ends = ['from', 'to'] as const
/** The days in the address so far; null if a day was cleared. */
export type DaysAsked = { readonly [End in keyof Days]?: string | null }
/** Returns the chosen days, with defaults for missing ones. */
export const daysOf = ({ from, to }: DaysAsked, usual: Days): Days => ({ from: from ?? usual.from, to: to ?? usual.to })
/** A chosen day, or both cleared to return to the defaults. Clearing only one could leave it outside the other. */
export type DaysChange = Partial<Days> | typeof USUAL_DAYS
export const USUAL_DAYS = { from: null, to: null } as const

/**
 * Fields for the range of days of a report. The first day cannot be after the last. A field changes nothing while it is
 * being typed; clearing one restores the default range.
 */
export function FromTo({ days, onChange }: { days: Days; onChange: (changed: DaysChange) => void }) {
  const { t } = useTranslation('client')
  return ends.map((end) => (
    <label key={end}>
      {t(`fields.${end}`)}
      <DateInput
        value={days[end]}
        max={(end === 'from' && days.to) || undefined}
        min={(end === 'to' && days.from) || undefined}
        onChange={(day) => onChange(day ? { [end]: day } : USUAL_DAYS)}
      />
    </label>
  ))
}
