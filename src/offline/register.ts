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

/** Pauses between attempts to install, ms: the network may be back without the browser saying so. */
const RETRY_MS = [5_000, 15_000, 60_000]

/**
 * Registers the worker and offers new releases when nobody is in the middle of something. An installation that fails, such as by a
 * network that breaks off, is repeated after a pause, when the network returns and when the page is shown again.
 * @returns resolves when a worker is active
 */
export async function registerWorker(options: RegisterOptions): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  for (let attempt = 0; ; attempt++) {
    try {
      return await installWorker(options)
    } catch (error) {
      options.onError(error)
      await waitForRetry(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!)
    }
  }
}

/** One attempt. @throws when the worker cannot be fetched or its installation fails */
async function installWorker({
  isBusy,
  onUpdate,
  onError,
  reload = () => location.reload(),
  url = '/sw.js',
}: RegisterOptions): Promise<ServiceWorkerRegistration | null> {
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
  if (registration) await waitUntilActive(registration)
  setInterval(() => void workbox.update().catch(onError), LOOK)
  return registration
}

/** @throws when the first installation fails; an update that fails leaves the active worker in place */
function waitUntilActive(registration: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = registration.installing ?? registration.waiting
    if (registration.active || !worker) return resolve()
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker could not be installed'))
    })
  })
}

/** Resolves after `ms`, or earlier when the network returns or the page is shown again. */
function waitForRetry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      document.removeEventListener('visibilitychange', onVisible)
      resolve()
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') finish()
    }
    const timer = setTimeout(finish, ms)
    addEventListener('online', finish)
    document.addEventListener('visibilitychange', onVisible)
  })
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
