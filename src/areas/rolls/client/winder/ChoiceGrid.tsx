import { useId } from 'react'

/** One of a few, all in sight, each as big as a thumb. */
export function ChoiceGrid<K extends string>({ label, options, value, row = false, onChange }: { label: string; options: readonly { key: K; word: string }[]; value: K | null; /** In one row, as long as they fit. */ row?: boolean; onChange: (key: K) => void }) {
  const name = useId()
  return (
    <fieldset className={row ? 'wd-grid is-row' : 'wd-grid'} aria-label={label}>
      {options.map(({ key, word }) => (
        <label key={key} className={value === key ? 'is-chosen' : undefined}>
          <input type="radio" className="ui-hidden" name={name} checked={value === key} onChange={() => onChange(key)} />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
