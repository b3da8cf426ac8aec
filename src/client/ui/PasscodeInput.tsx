import '@/client/antd'
import PasscodeCells from 'antd-mobile/es/components/passcode-input'
import { useLayoutEffect, useRef, type ClipboardEvent } from 'react'
import './passcode-input.css'

const PASSCODE_LENGTH = 6
const toDigits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/**
 * Input for the six digits of an authenticator app, in cells. antd-mobile hides its input behind a button with a
 * Chinese name. Here the input itself lies over the cells, with label, autofill and focus.
 */
export function PasscodeInput({
  id,
  value,
  onChange,
  required = false,
  describedBy,
}: {
  id: string
  value: string
  onChange: (digits: string) => void
  required?: boolean
  describedBy?: string
}) {
  const root = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const input = root.current?.querySelector('input')
    if (!input) return
    for (const name of ['role', 'tabindex', 'aria-label']) input.parentElement?.removeAttribute(name)
    input.removeAttribute('aria-hidden')
    input.id = id
    input.name = 'code'
    input.autocomplete = 'one-time-code'
    input.required = required
    if (describedBy) input.setAttribute('aria-describedby', describedBy)
  })
  // Authenticator apps copy `123 456`. antd-mobile would count the space as a digit and drop the last one.
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    onChange(toDigits(event.clipboardData.getData('text')).slice(0, PASSCODE_LENGTH))
  }
  return (
    <span ref={root} className="ui-passcode" onPaste={onPaste}>
      <PasscodeCells plain seperated value={value} onChange={(text) => onChange(toDigits(text))} />
    </span>
  )
}
