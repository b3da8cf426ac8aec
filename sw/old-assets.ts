import { cacheNames } from 'workbox-core'
import { registerRoute } from 'workbox-routing'

/**
 * Number of old releases whose hashed files stay, so that a page opened before an update can still load its lazy
 * chunks, even offline.
 */
const RELEASES = 2
const PREFIX = 'nonwoven-assets-'

/** Copies the hashed files of the replaced release into a separate cache, and deletes the oldest such cache. */
export async function keepOldAssets(at: number = Date.now()): Promise<void> {
  const current = await caches.open(cacheNames.precache)
  const hashed = (await current.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'))
  if (hashed.length > 0) {
    const kept = await caches.open(`${PREFIX}${String(at).padStart(15, '0')}`)
    for (const request of hashed) {
      const answer = await current.match(request)
      if (answer) await kept.put(request, answer)
    }
  }
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).sort()
  for (const name of ours.slice(0, Math.max(0, ours.length - RELEASES))) await caches.delete(name)
}

/**
 * Registers the route for hashed files that the current release no longer has. The precache route is registered first
 * and wins.
 */
export function registerOldAssets(): void {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.method === 'GET' && url.pathname.startsWith('/assets/'),
    async ({ request }) => {
      for (const name of (await caches.keys())
        .filter((each) => each.startsWith(PREFIX))
        .sort((a, b) => (a < b ? 1 : -1))) {
        const kept = await (await caches.open(name)).match(request)
        if (kept) return kept
      }
      return fetch(request)
    },
  )
}
