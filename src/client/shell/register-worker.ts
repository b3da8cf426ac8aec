import { getSyncStatus } from '../api/phone'
import { isDirty } from './dirty-forms'
import { setWorkerState } from './offline-readiness'
import { offerUpdate } from './app-update'
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
