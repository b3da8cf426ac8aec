import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns true while the page is being printed, so that virtual content can be rendered completely. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its snapshot as soon as the event handlers return.
    const onBeforePrint = () => flushSync(() => setIsPrinting(true))
    const onAfterPrint = () => setIsPrinting(false)
    addEventListener('beforeprint', onBeforePrint)
    addEventListener('afterprint', onAfterPrint)
    return () => {
      removeEventListener('beforeprint', onBeforePrint)
      removeEventListener('afterprint', onAfterPrint)
    }
  }, [])
  return isPrinting
}

/** Root font size in px that all px constants in the code assume. */
const BASE_FONT_PX = 16
/** Returns the root font size in px, which follows the text size that the user set. */
export const getRemPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_FONT_PX
/** Returns the root font size relative to the default: 1 for the default, 2 for text twice as large. */
export const getTextScale = (): number => getRemPx() / BASE_FONT_PX

const queryReducedMotion = () =>
  typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

/** Returns true if the device is set to reduced motion. */
export const isMotionReduced = (): boolean => queryReducedMotion()?.matches === true
/** Calls back with the current setting, and again whenever it changes. */
export function watchReducedMotion(onChange: (isReduced: boolean) => void): void {
  onChange(isMotionReduced())
  queryReducedMotion()?.addEventListener?.('change', ({ matches }) => onChange(matches))
}
