import { Workbox } from 'workbox-window'
import { SYNC_TAG } from './badge'

export interface RegisterOptions {
  /** True while a form is dirty or a drain runs: nothing is offered and nothing reloads. */
  isBusy: () => boolean
  /** A new release waits. `apply` changes over and reloads; false when something is busy again. */
  onUpdate: (apply: () => boolean) => void
  onError: (error: unknown) => void
  reload?: () => void
  url?: string
}
/** How often to look for a new release, and how often to look whether the person is free, ms. */
const LOOK = 3_600_000
const FREE = 5_000

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
/**
 * The worker's address as browsers with Trusted Types want it: the server's policy takes it from here alone.
 * @throws TypeError for an address of another origin
 */
function toTrusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('service-worker', {
    createScriptURL(address) {
      if (new URL(address, location.href).origin !== location.origin)
        throw new TypeError(`${address} is not of this app`)
      return address
    },
  })
  return policy ? policy.createScriptURL(url) : url
}

/** Registers the worker and offers new releases when nobody is in the middle of something. */
export async function registerWorker({
  isBusy,
  onUpdate,
  onError,
  reload = () => location.reload(),
  url = '/sw.js',
}: RegisterOptions): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  const workbox = new Workbox(toTrusted(url) as string, { scope: '/' })
  let wanted = false
  workbox.addEventListener('waiting', () =>
    whenFree(isBusy, () =>
      onUpdate(() => {
        if (isBusy()) return false
        wanted = true
        workbox.messageSkipWaiting()
        return true
      }),
    ),
  )
  // Another tab may have changed over: this one goes on with the old assets (the worker keeps them) until it is free.
  workbox.addEventListener('controlling', (event) => {
    if (!event.isUpdate && !wanted) return
    if (wanted && !isBusy()) reload()
    else whenFree(isBusy, reload)
  })
  const registration = (await workbox.register()) ?? null
  setInterval(() => void workbox.update().catch(onError), LOOK)
  return registration
}
function whenFree(isBusy: () => boolean, work: () => void): void {
  if (!isBusy()) return work()
  const timer = setInterval(() => {
    if (isBusy()) return
    clearInterval(timer)
    work()
  }, FREE)
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync: { register(tag: string): Promise<void> }
}
/** Asks to be woken when the network is back (Background Sync: Chromium only; elsewhere nothing happens). */
export async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active && 'sync' in registration) await (registration as SyncRegistration).sync.register(SYNC_TAG)
}
