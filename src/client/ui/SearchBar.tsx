import '../antd'
import './search-bar.css'
import AntdSearchBar, { type SearchBarRef } from 'antd-mobile/es/components/search-bar'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsTouch } from './use-device'

export type SearchBarProps = {
  value: string
  onChange: (value: string) => void
  /** Placeholder and accessible name. */
  label: string
  /** Shows a cancel button while the input has the focus. */
  hasCancel?: boolean
}

/** Search input: antd-mobile's with a clear button on a touch screen, the browser's with a mouse. */
export function SearchBar(props: SearchBarProps) {
  const { value, onChange, label } = props
  if (useIsTouch()) return <TouchSearchBar {...props} />
  return (
    <input
      type="search"
      className="ui-input"
      value={value}
      placeholder={label}
      aria-label={label}
      enterKeyHint="search"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        // The browser clears the field at the first Escape. Another Escape in the empty field moves the focus out of it.
        if (event.key === 'Escape' && value === '') event.currentTarget.blur()
      }}
    />
  )
}

function TouchSearchBar({ value, onChange, label, hasCancel = false }: SearchBarProps) {
  const { t } = useTranslation('client')
  const search = useRef<SearchBarRef>(null)
  const clearLabel = t('ui.pad.clear')
  // antd-mobile gives the input its own label, and its clear button has no role. The attributes are set after each
  // render, because the clear button exists only while there is text.
  useEffect(() => {
    const input = search.current?.nativeElement
    input?.setAttribute('aria-label', label)
    const clearButton = input?.parentElement?.querySelector('.adm-input-clear')
    clearButton?.setAttribute('role', 'button')
    clearButton?.setAttribute('aria-label', clearLabel)
  })
  useEffect(() => {
    const input = search.current?.nativeElement
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && input?.value === '') input.blur()
    }
    input?.addEventListener('keydown', onKeyDown)
    return () => input?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <AntdSearchBar
      ref={search}
      className="ui-search"
      value={value}
      onChange={onChange}
      placeholder={label}
      showCancelButton={hasCancel}
      cancelText={t('ui.cancel')}
    />
  )
}

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
