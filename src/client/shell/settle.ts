import { appSettled, hasStore, whenSettled } from '../api/phone'

/** How long a page stands untouched before the rest of the app is loaded behind it, ms. */
const UNTOUCHED = 4000
const touches = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * What the first page does without (a new phone's store, the worker with its copy of the app) waits for the first touch or a few
 * quiet seconds, so that it does not compete with that page for a slow network. Answers an undo.
 */
export function settleSoon(): () => void {
  const idle = () =>
    'requestIdleCallback' in window ? void requestIdleCallback(appSettled, { timeout: UNTOUCHED }) : appSettled()
  const timer = setTimeout(idle, UNTOUCHED)
  for (const touch of touches) addEventListener(touch, appSettled, { once: true, capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    for (const touch of touches) removeEventListener(touch, appSettled, { capture: true })
  }
}

/** Calls back when the browser has drawn what was just rendered; a page in the background draws nothing and is not waited for. */
export function afterPaint(next: () => void): void {
  const late = setTimeout(next, 500)
  requestAnimationFrame(() =>
    setTimeout(() => {
      clearTimeout(late)
      next()
    }),
  )
}

/** When the browser has nothing better to do; on a new phone, whose network has enough to carry, not before the app has settled. */
export async function whenIdle(): Promise<void> {
  if (!(await hasStore())) await whenSettled()
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 50) // Safari
  })
}
