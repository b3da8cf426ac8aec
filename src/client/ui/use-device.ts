import { useSyncExternalStore } from 'react'

/** A desktop has a wide screen and a mouse; the table styles use the same query. */
const desktopQuery = typeof matchMedia === 'function' ? matchMedia('(pointer: fine) and (min-width: 1024px)') : null

/** Returns true on a desktop, where several rows are selected with the mouse. */
export const useIsDesktop = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      desktopQuery?.addEventListener('change', listener)
      return () => desktopQuery?.removeEventListener('change', listener)
    },
    () => desktopQuery?.matches ?? false,
  )

/** Width of the layout for phones, as in the style sheets. */
const phoneQuery = typeof matchMedia === 'function' ? matchMedia('(width < 48rem)') : null
/** Returns true on screens as narrow as a phone's. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      phoneQuery?.addEventListener?.('change', listener)
      return () => phoneQuery?.removeEventListener?.('change', listener)
    },
    () => phoneQuery?.matches ?? false,
  )

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
