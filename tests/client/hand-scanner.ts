import { fireEvent } from '@testing-library/react'

/**
 * Dispatches key events whose timestamps are `gap` ms apart, like a handheld scanner (a few ms) or a typing person, however
 * busy the machine is. Returns true if the default action of the last key was prevented.
 */
export function typeKeys(target: EventTarget, keys: readonly string[], gap = 8): boolean {
  let prevented = false
  for (const [index, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: 1000 + index * gap })
    fireEvent(target as Element, event)
    prevented = event.defaultPrevented
  }
  return prevented
}
/** Scans a code wherever the focus is. */
export const scanCode = (code: string): boolean => typeKeys(document.body, [...code, 'Enter'])
