import { getSyncStatus } from '../api/phone'
import { isDirty } from './dirty-forms'
import { setWorkerState } from './offline-readiness'
import { recordTrouble } from '../ui/trouble'

/**
 * Registers the service worker in production builds and offers its updates, but never while a form is dirty or data is
 * being sent.
 */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void installWorker()
}

async function installWorker(): Promise<void> {
  // An active worker was installed on an earlier visit: nothing has to be prepared.
  const registration = await navigator.serviceWorker.getRegistration()
  setWorkerState(registration?.active ? 'active' : 'installing')
  for (;;) {
    try {
      const { registerWorker } = await import('@/offline/register-worker')
      await registerWorker({
        isBusy: () => isDirty() || getSyncStatus().state === 'sending',
        onUpdate: (apply) => offerUpdate({ apply: () => void apply() }),
        onError: (error) => recordTrouble('worker not installed', error),
      })
      return setWorkerState('active')
    } catch (error) {
      // The chunk that registers the worker could not be loaded.
      recordTrouble('worker not registered', error)
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
  }
}

/** A new version of the app that is ready to be activated. */
interface AppUpdate {
  apply: () => void
}
let pendingUpdate: AppUpdate | null = null
const listeners = new Set<() => void>()
/** Returns the update that is ready, or null. */
export const getPendingUpdate = (): AppUpdate | null => pendingUpdate
/** Subscribes to changes of the available update; returns the unsubscribe function. */
export function subscribeToPendingUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
/** Sets the available update and notifies subscribers. */
function offerUpdate(update: AppUpdate | null): void {
  pendingUpdate = update
  for (const listener of listeners) listener()
}
