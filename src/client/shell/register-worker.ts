import { syncStatus } from '../api/phone'
import { isDirty } from './dirty'
import { offerUpdate } from './update'
import { recordTrouble } from '../ui/trouble'

/** Registers the service worker of a built app and offers its updates: never while a form is dirty or a drain runs. */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { registerWorker } = await import('@/offline/register')
  await registerWorker({
    isBusy: () => isDirty() || syncStatus().state === 'sending',
    onUpdate: (apply) => offerUpdate({ apply: () => void apply() }),
    onError: (error) => recordTrouble('worker', error),
  })
}
