import { useSyncExternalStore } from 'react'

/** Touch screens are recognized by their pointer: a narrow window on a desktop still has a mouse. */
const touchQuery = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : null

/** Returns true on a device that is operated by finger, where lists are swiped and inputs are antd-mobile's. */
export const useIsTouch = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      touchQuery?.addEventListener('change', listener)
      return () => touchQuery?.removeEventListener('change', listener)
    },
    () => touchQuery?.matches ?? false,
  )
