import './figures.css'
import { useTranslation } from 'react-i18next'

/** Two days as YYYY-MM-DD, both within. */
export interface Days {
  from: string
  to: string
}
const ends = ['from', 'to'] as const

/** The days that figures are asked for. The first is never offered after the last; a field that is being typed changes nothing. */
export function FromTo({ days, onChange }: { days: Days; onChange: (changed: Partial<Days>) => void }) {
  const { t } = useTranslation('client')
  return ends.map((end) => (
    <label key={end}>
      {t(`fields.${end}`)}
      <input
        type="date"
        className="ui-input"
        value={days[end]}
        max={(end === 'from' && days.to) || undefined}
        min={(end === 'to' && days.from) || undefined}
        onChange={({ target: { value } }) => {
          if (value) onChange({ [end]: value })
        }}
      />
    </label>
  ))
}
