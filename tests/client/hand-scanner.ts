import { fireEvent } from '@testing-library/react'

/**
 * Keys pressed `gap` ms apart by their own time stamps, as a handheld scanner (a few ms) or a person types them: however busy
 * the machine is. Answers whether the last one was kept from doing anything else.
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
/** A code scanned wherever the focus is. */
export const scanCode = (code: string): boolean => typeKeys(document.body, [...code, 'Enter'])
