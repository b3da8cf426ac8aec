import { clientsClaim } from 'workbox-core'
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { installFromPack } from './install'
import { keepOldAssets, registerOldAssetsRoute } from './old-assets'
import { drainFromWorker, askPagesToDrain } from './background'
import { openPushedNotice, showPushedNotice } from './push'
import { receiveShare } from './receive-share'
import { SYNC_TAG } from '@/offline/badge'
import { SHARE_PATH } from '@/offline/share'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }
/** Missing in the type library: Background Sync exists in Chromium only. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

// Before the new precache activates, because that deletes files that pages of the last release still request.
self.addEventListener('install', (event) => event.waitUntil(keepOldAssets()))
const entries = self.__WB_MANIFEST
installFromPack(entries)
precacheAndRoute(entries)
registerRoute(
  ({ url, request }) => url.pathname === SHARE_PATH && request.method === 'POST',
  ({ request }) => receiveShare(request),
  'POST',
)
// The app shell for every page of the app. API calls always go to the network and are never cached here.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(\/|$)/, /^\/socket(\/|$)/] }),
)
registerOldAssetsRoute()
clientsClaim()

self.addEventListener('message', (event) => {
  // The only way to skip waiting: a person agreed, with nothing unsaved on the screen.
  if (event.data instanceof Object && event.data.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
})
self.addEventListener('push', (event) => event.waitUntil(showPushedNotice(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPushedNotice(event.notification)))
self.addEventListener('sync' as 'message', (event) => {
  const sync = event as typeof event & SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(drainOnSync())
})

/** Drains in an open page if one is awake, else in the worker if the person stays signed in on this phone. */
async function drainOnSync(): Promise<void> {
  if (await askPagesToDrain(self.clients)) return
  await drainFromWorker()
}
