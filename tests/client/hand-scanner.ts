import { fireEvent } from '@testing-library/react'

/**
 * Dispatches key events whose timestamps are `gapMs` apart: a few ms for a handheld scanner, more for a typing person. The
 * timestamps do not depend on the load of the machine. Returns true if the default action of the last key was prevented.
 */
export function typeKeys(target: EventTarget, keys: readonly string[], gapMs = 8): boolean {
  let isPrevented = false
  for (const [index, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: 1000 + index * gapMs })
    fireEvent(target as Element, event)
    isPrevented = event.defaultPrevented
  }
  return isPrevented
}
/** Scans a code wherever the focus is. */
export const scanCode = (code: string): boolean => typeKeys(document.body, [...code, 'Enter'])
