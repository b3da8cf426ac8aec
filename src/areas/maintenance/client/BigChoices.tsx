import { useId } from 'react'

/** One of a few, all in sight, each as big as a thumb. `tone` colours the chosen one. */
export function BigChoices<K extends string>({ label, options, value, row, onChange }: {
  label: string
  options: readonly { key: K; word: string; tone?: 'bad' | 'ok' | undefined }[]
  value: K | null
  /** In one row, as long as they fit. */
  row?: boolean
  onChange: (key: K) => void
}) {
  const name = useId()
  return (
    <fieldset className={`grid-choices${row ? ' is-row' : ''}`} aria-label={label}>
      {options.map(({ key, word, tone }) => (
        <label key={key} className={value === key ? `is-chosen${tone ? ` is-${tone}` : ''}` : undefined}>
          <input type="radio" className="ui-hidden" name={name} checked={value === key} onChange={() => onChange(key)} />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
