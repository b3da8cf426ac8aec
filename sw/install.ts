import { cacheNames } from 'workbox-core'
import { addPlugins, type PrecacheEntry } from 'workbox-precaching'
import { PACK_PATH, unpackFiles } from './asset-pack'

/** Number of missing files from which one large download is faster than individual ones. */
const MIN_MISSING_FILES = 40
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Fetches the missing hashed files in one pack. The precache then fetches what is still missing, file by file. */
export function installFromPack(entries: readonly (string | PrecacheEntry)[]): void {
  let fillPromise: Promise<void> | null = null
  addPlugins([
    {
      async handlerWillStart({ event }) {
        if (event?.type === 'install') await (fillPromise ??= fillPrecache(entries))
      },
    },
  ])
}

async function fillPrecache(entries: readonly (string | PrecacheEntry)[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const cachedUrls = new Set((await cache.keys()).map(({ url }) => url))
  const toUrl = (path: string) => new URL(path, self.location.origin).href
  // The name contains a content hash, so the same name in a pack of another release is the same file.
  const hashedPaths = entries.flatMap((entry) =>
    typeof entry === 'object' && entry.revision === null ? [entry.url] : [],
  )
  const missingPaths = new Set(hashedPaths.filter((path) => !cachedUrls.has(toUrl(path))))
  if (missingPaths.size < MIN_MISSING_FILES) return
  try {
    const answer = await fetch(PACK_PATH, { cache: 'no-cache' })
    if (!answer.ok) return
    const files = unpackFiles(new Uint8Array(await answer.arrayBuffer())).filter(({ path }) => missingPaths.has(path))
    await Promise.all(
      files.map(({ path, bytes }) => cache.put(toUrl(path), new Response(bytes, buildHeaders(path, answer)))),
    )
  } catch {
    // Truncated, or no room: the precache fetches each file, and the installation fails if it cannot get one.
  }
}

/** Builds the headers of a file: its content type, and the security headers of the pack. */
function buildHeaders(path: string, answer: Response): ResponseInit {
  const headers = new Headers({
    'content-type': CONTENT_TYPES[/\w+$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream',
  })
  for (const name of ['content-security-policy', 'cross-origin-resource-policy', 'x-content-type-options']) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return { headers }
}
