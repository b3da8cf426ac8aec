/** A switch over the whole width, so that a thumb can hit it anywhere in the row. */
export function SwitchRow({
  label,
  hint,
  checked,
  isBad,
  onChange,
}: {
  label: string
  hint?: string | null
  checked: boolean
  isBad?: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={`switch-row${isBad ? ' is-bad' : ''}`}>
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
      <input
        className="flag"
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
