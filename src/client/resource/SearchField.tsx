import { useEffect, useRef, useState } from 'react'

/** Pause in typing before a search, ms. */
export const TYPING_PAUSE_MS = 300
/** A search field that searches after a pause, not at every key. */
export function SearchField({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (value: string) => void
  label: string
}) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    // changed from outside, e.g. filters were cleared
    setLastValue(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      type="search"
      className="ui-input"
      value={text}
      placeholder={label}
      aria-label={label}
      enterKeyHint="search"
      onChange={(event) => {
        const next = event.target.value
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onChange(next.trim()), TYPING_PAUSE_MS)
      }}
      onKeyDown={(event) => {
        // The first Escape clears the field, as browsers do; the next returns the focus to the list.
        if (event.key === 'Escape' && text === '') event.currentTarget.blur()
      }}
    />
  )
}
