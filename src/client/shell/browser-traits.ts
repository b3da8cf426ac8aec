/** What browsers differ in that a person is told of under Me. */

/** The app stands on the home screen and was opened from there. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** Safari's engine on a phone or tablet; an iPad says that it is a Mac. It forgets what a site keeps after a week without use, unless it is installed. */
export const isApple = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)

/** Background Sync: the browser sends what waits when the network is back, with the app closed (Chromium alone). */
export const sendsInBackground = (): boolean =>
  typeof ServiceWorkerRegistration === 'function' && 'sync' in ServiceWorkerRegistration.prototype
