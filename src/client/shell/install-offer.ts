/** Chromium's install prompt event, missing in the DOM types. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}
let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
function setOffer(next: InstallOffer | null): void {
  offer = next
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
export function onInstallOfferChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
