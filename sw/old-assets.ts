import { cacheNames } from 'workbox-core'
import { registerRoute } from 'workbox-routing'

/**
 * Number of old releases whose hashed files stay, so that a page opened before an update can still load its lazy
 * chunks, even offline.
 */
const MAX_RELEASES = 2
const CACHE_PREFIX = 'nonwoven-assets-'

/** Copies the hashed files of the replaced release into a separate cache, and deletes the oldest such cache. */
export async function keepOldAssets(now: number = Date.now()): Promise<void> {
  const precache = await caches.open(cacheNames.precache)
  const hashedRequests = (await precache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'))
  if (hashedRequests.length > 0) {
    const oldAssets = await caches.open(`${CACHE_PREFIX}${String(now).padStart(15, '0')}`)
    for (const request of hashedRequests) {
      const answer = await precache.match(request)
      if (answer) await oldAssets.put(request, answer)
    }
  }
  const ourCaches = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX)).sort()
  for (const name of ourCaches.slice(0, Math.max(0, ourCaches.length - MAX_RELEASES))) await caches.delete(name)
}

/**
 * Registers the route for hashed files that the current release no longer has. The precache route is registered first
 * and wins.
 */
export function registerOldAssetsRoute(): void {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.method === 'GET' && url.pathname.startsWith('/assets/'),
    async ({ request }) => {
      const namesNewestFirst = (await caches.keys())
        .filter((cacheName) => cacheName.startsWith(CACHE_PREFIX))
        .sort()
        .toReversed()
      for (const name of namesNewestFirst) {
        const answer = await (await caches.open(name)).match(request)
        if (answer) return answer
      }
      return fetch(request)
    },
  )
}
