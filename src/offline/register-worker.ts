import { Workbox } from 'workbox-window'
import { SYNC_TAG } from './badge'

export interface RegisterOptions {
  /** True while a form is dirty or a drain runs: no update is offered and nothing reloads. */
  isBusy: () => boolean
  /** Called when a new release waits. `apply` activates it and reloads; false if something is busy again. */
  onUpdate: (apply: () => boolean) => void
  onError: (error: unknown) => void
  reload?: () => void
  url?: string
}
/** Intervals of checking for a new release, and of checking if the person is still busy, ms. */
const UPDATE_CHECK_MS = 3_600_000
const BUSY_CHECK_MS = 5_000

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}
let trustedTypesPolicy: ReturnType<TrustedTypes['createPolicy']> | undefined
/**
 * Converts the worker's URL for browsers with Trusted Types; the server's policy allows it from here only.
 * @throws TypeError for an address of another origin
 */
function toTrustedUrl(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypesPolicy ??= trustedTypes?.createPolicy('service-worker', {
    createScriptURL(address) {
      if (new URL(address, location.href).origin !== location.origin)
        throw new TypeError(`${address} is not of this app`)
      return address
    },
  })
  return trustedTypesPolicy ? trustedTypesPolicy.createScriptURL(url) : url
}

/** Pauses between installation attempts, of which the last one repeats. The network may return without an event. */
const RETRY_DELAYS_MS = [5_000, 15_000, 60_000]

/**
 * Registers the worker and offers new releases while nobody is busy. A failed installation, e.g. after a network
 * failure, is retried after a pause, when the network returns and when the page becomes visible.
 * @returns resolves when a worker is active
 */
export async function registerWorker(options: RegisterOptions): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  for (let attempt = 0; ; attempt++) {
    try {
      return await installWorker(options)
    } catch (error) {
      options.onError(error)
      await waitForRetry(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)]!)
    }
  }
}

/** Tries to install once. @throws if the worker cannot be fetched or its installation fails */
async function installWorker({
  isBusy,
  onUpdate,
  onError,
  reload = () => location.reload(),
  url = '/sw.js',
}: RegisterOptions): Promise<ServiceWorkerRegistration | null> {
  const workbox = new Workbox(toTrustedUrl(url) as string, { scope: '/' })
  let isUpdateAccepted = false
  workbox.addEventListener('waiting', () =>
    runWhenFree(isBusy, () =>
      onUpdate(() => {
        if (isBusy()) return false
        isUpdateAccepted = true
        workbox.messageSkipWaiting()
        return true
      }),
    ),
  )
  // Another tab may have activated the new worker. This tab then uses the old assets, which the worker keeps, until
  // nobody is busy here.
  workbox.addEventListener('controlling', (event) => {
    if (!event.isUpdate && !isUpdateAccepted) return
    if (isUpdateAccepted && !isBusy()) reload()
    else runWhenFree(isBusy, reload)
  })
  const registration = (await workbox.register()) ?? null
  if (registration) await waitUntilActive(registration)
  setInterval(() => void workbox.update().catch(onError), UPDATE_CHECK_MS)
  return registration
}

/** @throws if the first installation fails; a failed update leaves the active worker in place */
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

/** Resolves after `ms`, or earlier when the network returns or the page becomes visible. */
function waitForRetry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      removeEventListener('online', stopWaiting)
      document.removeEventListener('visibilitychange', onVisible)
      resolve()
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') stopWaiting()
    }
    const timer = setTimeout(stopWaiting, ms)
    addEventListener('online', stopWaiting)
    document.addEventListener('visibilitychange', onVisible)
  })
}
function runWhenFree(isBusy: () => boolean, work: () => void): void {
  if (!isBusy()) return work()
  const timer = setInterval(() => {
    if (isBusy()) return
    clearInterval(timer)
    work()
  }, BUSY_CHECK_MS)
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync: { register(tag: string): Promise<void> }
}
/** Requests a Background Sync when the network is back (Chromium only; does nothing elsewhere). */
export async function requestBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active && 'sync' in registration) await (registration as SyncRegistration).sync.register(SYNC_TAG)
}
