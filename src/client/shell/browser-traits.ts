/** Browser differences that the page Me explains. */

/** Returns true if the app was opened from the home screen. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/**
 * Returns true for Safari's engine on a phone or tablet; an iPad claims to be a Mac. Without installation it deletes a
 * site's data after a week without use.
 */
export const isAppleMobile = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)

/**
 * Returns true if the browser supports Background Sync: it sends pending data when the network returns, even with the
 * app closed (Chromium only).
 */
export const canSendInBackground = (): boolean =>
  typeof ServiceWorkerRegistration === 'function' && 'sync' in ServiceWorkerRegistration.prototype
