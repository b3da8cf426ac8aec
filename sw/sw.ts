import { clientsClaim } from 'workbox-core'
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { installFromPack } from './install'
import { keepOldAssets, registerOldAssetsRoute } from './old-assets'
import { sendOutboxFromWorker, askPagesToSendOutbox } from './background'
import { SYNC_TAG } from '@/offline/badge'
import { SHARE_PATH, isOwnShare, saveSharedDraft, readShare, buildRefusedSharePath } from '@/offline/share'
import { openCacheDatabase, openOutboxDatabase } from '@/offline/database'
import { createDrafts } from '@/offline/drafts'
import { createEvictCache } from '@/offline/storage'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }
/** Missing in the type library: Background Sync exists in Chromium only. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

// Old assets are copied now, because activating the new precache deletes files that open pages still request.
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
  // A page sends this message only if the person has agreed to the update and no form has unsaved input.
  if (event.data instanceof Object && event.data.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
})
self.addEventListener('push', (event) => event.waitUntil(showPushedNotice(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPushedNotice(event.notification)))
self.addEventListener('sync' as 'message', (event) => {
  const sync = event as typeof event & SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendOutboxOnSync())
})

/** Sends the outbox in an open page if one is awake, else in the worker if the person stays signed in on this phone. */
async function sendOutboxOnSync(): Promise<void> {
  if (await askPagesToSendOutbox(self.clients)) return
  await sendOutboxFromWorker()
}

/** Stores a photo shared from another app and redirects to the form. Refuses forms sent by other sites. */
async function receiveShare(request: Request): Promise<Response> {
  if (!isOwnShare(request, self.location.origin)) return Response.redirect(buildRefusedSharePath('otherSite'), 303)
  const form = await readShare(request)
  if (!form) return Response.redirect(buildRefusedSharePath('tooLarge'), 303)
  const db = openOutboxDatabase()
  const cache = openCacheDatabase()
  try {
    const path = await saveSharedDraft(form, createDrafts(db, createEvictCache(cache)))
    return Response.redirect(path, 303)
  } finally {
    db.close()
    cache.close()
  }
}

/** Payload of a push message, which arrives while the app is closed. */
interface PushedNotice {
  readonly title: string
  readonly path: string
  readonly tag: string
}
const isPushedNotice = (value: unknown): value is PushedNotice =>
  typeof value === 'object' && value !== null && 'title' in value && 'path' in value && 'tag' in value

/** Shows a push notice. Browsers require every push to be shown. */
async function showPushedNotice(data: PushMessageData | null): Promise<void> {
  const payload: unknown = data?.json()
  if (!isPushedNotice(payload)) return
  await self.registration.showNotification(payload.title, {
    tag: payload.tag,
    icon: '/icon-192.png',
    data: { path: payload.path },
  })
}
/** Opens the page of a tapped notice, in an open window of the app if there is one. */
async function openPushedNotice(notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as { path: string }
  const pages = await self.clients.matchAll({ type: 'window' })
  const [page] = pages
  if (!page) return void (await self.clients.openWindow(path))
  await page.focus()
  await page.navigate(path)
}
