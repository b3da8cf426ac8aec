import { useSyncExternalStore } from 'react'

/** A desktop has a wide screen and a mouse; the table styles use the same query. */
const desk = typeof matchMedia === 'function' ? matchMedia('(pointer: fine) and (min-width: 1024px)') : null

/** Returns true on a desktop, where several rows are selected with the mouse. */
export const useDesk = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      desk?.addEventListener('change', listener)
      return () => desk?.removeEventListener('change', listener)
    },
    () => desk?.matches ?? false,
  )
