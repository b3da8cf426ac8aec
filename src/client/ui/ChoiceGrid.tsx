import { useId } from 'react'
import './choice-grid.css'

export interface GridChoice<K extends string> {
  key: K
  label: string
  /** Color of the option while it is chosen. */
  tone?: 'bad' | 'ok' | undefined
}
interface ChoiceGridProps<K extends string> {
  label: string
  options: readonly GridChoice<K>[]
  value: K | null
  /** Puts the options in one row as long as they fit. */
  inOneRow?: boolean
  /** Shows the label above the options; screen readers get it in any case. */
  showsLabel?: boolean
  onChange: (key: K) => void
}

/** Radio group for a few options that are all visible, each with a thumb-sized target. */
export function ChoiceGrid<K extends string>({
  label,
  options,
  value,
  inOneRow = false,
  showsLabel = false,
  onChange,
}: ChoiceGridProps<K>) {
  const name = useId()
  return (
    <fieldset className={inOneRow ? 'choice-grid is-row' : 'choice-grid'} aria-label={label}>
      {showsLabel && <legend>{label}</legend>}
      {options.map(({ key, label: optionLabel, tone }) => (
        <label key={key} className={value === key ? `is-chosen${tone ? ` is-${tone}` : ''}` : undefined}>
          <input
            type="radio"
            className="ui-hidden"
            name={name}
            checked={value === key}
            onChange={() => onChange(key)}
          />
          {optionLabel}
        </label>
      ))}
    </fieldset>
  )
}
