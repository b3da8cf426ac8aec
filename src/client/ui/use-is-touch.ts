import { useSyncExternalStore } from 'react'

const getTouchQuery = () => globalThis.matchMedia?.('(pointer: coarse)')
/** True if a finger is the main pointer, whatever the width of the screen. A hybrid with a mouse keeps native inputs. */
export const isTouchScreen = (): boolean => getTouchQuery()?.matches ?? false

function subscribe(listener: () => void): () => void {
  const query = getTouchQuery()
  query?.addEventListener?.('change', listener)
  return () => query?.removeEventListener?.('change', listener)
}
/** Returns true on a touch screen, and renders again when a mouse is connected or removed. */
export const useIsTouch = (): boolean => useSyncExternalStore(subscribe, isTouchScreen)
