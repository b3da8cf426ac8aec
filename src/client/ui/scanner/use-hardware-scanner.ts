import { useEffect, useRef } from 'react'

/** Maximum time between two keys of a handheld scanner, ms; no person types this fast. */
const GAP = 50
const SHORTEST = 4

function editable(target: EventTarget | null): boolean {
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
    let last = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || editable(event.target)) {
        text = ''
        return
      }
      if (event.timeStamp - last > GAP) text = ''
      if (event.key === 'Enter' && text.length >= SHORTEST) {
        // Otherwise Enter would press the focused button.
        event.preventDefault()
        event.stopPropagation()
        const code = text
        text = ''
        callback.current(code)
      } else if (event.key.length === 1) {
        text += event.key
        last = event.timeStamp
      } else if (event.key !== 'Shift') {
        text = ''
      }
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [enabled])
}
