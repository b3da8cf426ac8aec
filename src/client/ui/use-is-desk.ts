import { useSyncExternalStore } from 'react'

/** A desktop has a wide screen and a mouse; the table styles use the same query. */
const deskQuery = typeof matchMedia === 'function' ? matchMedia('(pointer: fine) and (min-width: 1024px)') : null

/** Returns true on a desktop, where several rows are selected with the mouse. */
export const useIsDesk = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      deskQuery?.addEventListener('change', listener)
      return () => deskQuery?.removeEventListener('change', listener)
    },
    () => deskQuery?.matches ?? false,
  )
