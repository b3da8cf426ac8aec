import { useSyncExternalStore } from 'react'

/** A desk: room, and a mouse; as the styles of the tables have it. */
const desk = typeof matchMedia === 'function' ? matchMedia('(pointer: fine) and (min-width: 1024px)') : null

/** Whether the person sits at a desk, where several rows are chosen with the mouse. */
export const useDesk = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      desk?.addEventListener('change', listener)
      return () => desk?.removeEventListener('change', listener)
    },
    () => desk?.matches ?? false,
  )
