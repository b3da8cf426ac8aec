import { useEffect, useRef, useState } from 'react'

/** Pause in typing before a search, ms. */
export const PAUSE = 300
/** A search field that searches after a pause, not at every key. */
export function SearchBox({
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
  const [given, setGiven] = useState(value)
  if (given !== value) {
    // changed from outside, e.g. filters were cleared
    setGiven(value)
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
        timer.current = setTimeout(() => onChange(next.trim()), PAUSE)
      }}
      onKeyDown={(event) => {
        // The first Escape clears the field, as browsers do; the next returns the focus to the list.
        if (event.key === 'Escape' && text === '') event.currentTarget.blur()
      }}
    />
  )
}
