import './figures.css'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../ui/DateInput'

/** Two days as YYYY-MM-DD, both within. */
export interface Days {
  from: string
  to: string
}
const ends = ['from', 'to'] as const
/** What was chosen of them so far; null: taken away again. */
export type DaysAsked = { readonly [End in keyof Days]?: string | null }
/** The days that were chosen, and the usual ones where none was. */
export const daysOf = ({ from, to }: DaysAsked, usual: Days): Days => ({ from: from ?? usual.from, to: to ?? usual.to })
/** A day that was chosen; or both taken away: the usual days again. Of one alone the other would be left before or behind it. */
export type DaysChange = Partial<Days> | typeof USUAL_DAYS
export const USUAL_DAYS = { from: null, to: null } as const

/**
 * The days that figures are asked for. The first is never offered after the last; a field that is being typed changes nothing,
 * one that is cleared goes back to the usual days.
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
