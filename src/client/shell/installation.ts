import { getPhoneStore } from '../api/phone'

/** Chromium's install prompt event, missing in the DOM types. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}
let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
function setOffer(newOffer: InstallOffer | null): void {
  offer = newOffer
  for (const listener of listeners) listener()
}
/** Captures the browser's install prompt for later use; call once at startup. */
export function captureInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  addEventListener('appinstalled', () => setOffer(null))
}
/** Returns the captured install prompt, or null. */
export const getInstallOffer = (): InstallOffer | null => offer
/** Subscribes to changes of the install prompt; returns the unsubscribe function. */
export function subscribeToInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Requests persistent storage if the app is installed: browsers then grant it without asking. In a tab some browsers
 * would interrupt the user, so there the request waits for a tap under Me.
 */
export async function requestPersistentStorage(): Promise<void> {
  if (!isInstalled()) return
  const store = await getPhoneStore()
  if ((await store.getStorageState()).persisted === false) await store.requestPersistence()
}

/** Returns true if the app was opened from the home screen. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/**
 * Returns true for Safari's engine on a phone or tablet; an iPad claims to be a Mac. Safari deletes the data of a site
 * after a week without use, unless the site is installed as an app.
 */
export const isAppleMobile = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)

/**
 * Returns true if the browser supports Background Sync: it sends pending data when the network returns, even with the
 * app closed (Chromium only).
 */
export const canSendInBackground = (): boolean =>
  typeof ServiceWorkerRegistration === 'function' && 'sync' in ServiceWorkerRegistration.prototype
