/** Chromium's offer to install, not in the DOM's types. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}
let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
function set(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}
/** Keeps the browser's offer for the moment the person asks for it; call once at start. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => set(null))
}
export const installOffer = (): InstallOffer | null => offer
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
