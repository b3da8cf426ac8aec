import { announceSettled, hasStore, waitForSettled } from '../api/phone'

/** Time without interaction after which the rest of the app is loaded in the background, ms. */
const SETTLE_DELAY_MS = 4000
const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Defers everything that the first page can do without: the store of a new phone, and the worker with its copy of the
 * app. They start at the first interaction or after a few quiet seconds. They would otherwise compete with the page for
 * a slow network.
 * @returns a function that cancels the deferred start
 */
export function scheduleSettling(): () => void {
  const settleWhenIdle = () =>
    'requestIdleCallback' in window
      ? void requestIdleCallback(announceSettled, { timeout: SETTLE_DELAY_MS })
      : announceSettled()
  const timer = setTimeout(settleWhenIdle, SETTLE_DELAY_MS)
  for (const eventName of INTERACTION_EVENTS)
    addEventListener(eventName, announceSettled, { once: true, capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    for (const eventName of INTERACTION_EVENTS) removeEventListener(eventName, announceSettled, { capture: true })
  }
}

/** Maximum wait for a paint: a page in the background is not painted. */
const MAX_PAINT_WAIT_MS = 500
/** Calls back after the next paint, or after the maximum wait. */
export function runAfterPaint(callback: () => void): void {
  const fallbackTimer = setTimeout(callback, MAX_PAINT_WAIT_MS)
  requestAnimationFrame(() =>
    setTimeout(() => {
      clearTimeout(fallbackTimer)
      callback()
    }),
  )
}

const MAX_IDLE_WAIT_MS = 1000
/** Wait in Safari, which cannot tell when it is idle. */
const SAFARI_IDLE_WAIT_MS = 50
/** Resolves when the browser is idle; on a new phone, whose network is busy, not before the app has settled. */
export async function waitUntilIdle(): Promise<void> {
  if (!(await hasStore())) await waitForSettled()
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_IDLE_WAIT_MS })
    else setTimeout(resolve, SAFARI_IDLE_WAIT_MS)
  })
}
