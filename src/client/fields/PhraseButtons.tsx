import './fields.css'

/** Phrases that others used often, below an input; a tap appends one. Renders nothing without phrases. */
export function PhraseButtons({
  label,
  phrases,
  text,
  disabled,
  onChange,
}: {
  label: string
  phrases: readonly string[]
  text: string
  disabled?: boolean | undefined
  onChange: (text: string) => void
}) {
  const unusedPhrases = phrases.filter((phrase) => !text.includes(phrase))
  if (unusedPhrases.length === 0) return null
  return (
    <fieldset className="choices cluster" aria-label={label} disabled={disabled}>
      {unusedPhrases.map((phrase) => (
        <button
          key={phrase}
          type="button"
          className="adm-selector-item"
          onClick={() => onChange([text.trim(), phrase].filter(Boolean).join('\n'))}
        >
          {phrase}
        </button>
      ))}
    </fieldset>
  )
}
