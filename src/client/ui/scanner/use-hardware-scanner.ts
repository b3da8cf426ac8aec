import { useEffect, useRef } from 'react'

/** Maximum time between two keys of a handheld scanner, ms; no person types this fast. */
const MAX_KEY_GAP_MS = 50
const MIN_CODE_LENGTH = 4

function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

/**
 * Reads a handheld scanner that types like a keyboard and ends with Enter. Works wherever the focus is, except inside a
 * field, where the text belongs to the field.
 */
export function useHardwareScanner(onCode: (text: string) => void, enabled = true): void {
  const callback = useRef(onCode)
  useEffect(() => {
    callback.current = onCode
  })
  useEffect(() => {
    if (!enabled) return
    let text = ''
    let lastKeyAt = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isEditable(event.target)) {
        text = ''
        return
      }
      if (event.timeStamp - lastKeyAt > MAX_KEY_GAP_MS) text = ''
      if (event.key === 'Enter' && text.length >= MIN_CODE_LENGTH) {
        // Otherwise Enter would press the focused button.
        event.preventDefault()
        event.stopPropagation()
        const code = text
        text = ''
        callback.current(code)
      } else if (event.key.length === 1) {
        text += event.key
        lastKeyAt = event.timeStamp
      } else if (event.key !== 'Shift') {
        text = ''
      }
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [enabled])
}
