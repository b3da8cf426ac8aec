import { useEffect, useRef, useState } from 'react'
import { SearchBar } from '../ui/SearchBar'

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
    <SearchBar
      value={text}
      label={label}
      hasCancel
      onChange={(next) => {
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onChange(next.trim()), TYPING_PAUSE_MS)
      }}
    />
  )
}
