import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { STORED_FILE_TOPIC, fetchStoredFile, uploadChunk, uploadStart } from '@/contract/kit'
import { isServerUnreachable } from './api-error'
import { callEndpoint } from './call-endpoint'
import { getPhoneStore } from './phone'
import { UPLOAD_CHUNK_BYTES } from '@/contract/sync'
import { createUuid7 } from '@/contract/id'

/**
 * URLs of loaded pictures; the oldest are evicted. The token is sent in a header, so an `img` element cannot load pictures itself.
 */
const urlCache = new Map<string, Promise<string>>()
const MAX_CACHED_URLS = 200
type PictureSize = 'thumbnail' | 'full'

/** Loads a stored picture or its thumbnail as a `blob:` URL. Rejects if it is missing or not permitted. */
export function loadPictureUrl(id: string, size: PictureSize): Promise<string> {
  const key = `${id} ${size}`
  const cached = urlCache.get(key)
  if (cached) return cached
  const request = callEndpoint(fetchStoredFile, { id, thumb: size === 'thumbnail' }, { quiet: true, download: false })
    .catch((error: unknown) => readLocalPhoto(id, error))
    .then((blob) => URL.createObjectURL(blob as Blob))
  urlCache.set(key, request)
  request.catch(() => urlCache.delete(key))
  const oldest = urlCache.keys().next().value
  if (urlCache.size > MAX_CACHED_URLS && oldest !== undefined) {
    urlCache.get(oldest)?.then(
      (address) => URL.revokeObjectURL(address),
      () => undefined,
    )
    urlCache.delete(oldest)
  }
  return request
}
/**
 * Reads a photo that was taken on this phone, if the server is unreachable. The phone keeps such a photo for a while
 * after sending it.
 * @throws `error` if the server was reachable or the phone does not have the photo
 */
async function readLocalPhoto(id: string, error: unknown): Promise<Blob> {
  const photo = isServerUnreachable(error) ? await (await getPhoneStore()).readPhoto(id) : null
  if (!photo) throw error
  return new Blob([photo.bytes], { type: photo.mime })
}
/**
 * Returns URLs of pictures: undefined while loading, null if unavailable. Missing ones are retried when the network
 * returns and when any file arrives.
 */
export function usePictureUrls(ids: readonly string[], size: PictureSize): (string | null | undefined)[] {
  const [urls, setUrls] = useState<Record<string, string | null>>({})
  const [attempt, setAttempt] = useState(0)
  const idsText = ids.join()
  useEffect(() => {
    const retry = () => setAttempt((count) => count + 1)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
  // Another phone may still be uploading the file: retry missing pictures when a file has arrived.
  const { data: fileChangedAt } = useQuery({
    queryKey: [[STORED_FILE_TOPIC], 'heard'],
    queryFn: () => performance.now(),
    initialData: 0,
    staleTime: Infinity,
    gcTime: 0,
    persister: undefined,
    enabled: ids.some((id) => urls[id] === null),
  })
  useEffect(() => {
    let isUnmounted = false
    for (const id of idsText.split(',').filter(Boolean)) {
      loadPictureUrl(id, size).then(
        (address) => {
          if (!isUnmounted) setUrls((current) => ({ ...current, [id]: address }))
        },
        () => {
          if (!isUnmounted) setUrls((current) => ({ ...current, [id]: null }))
        },
      )
    }
    return () => {
      isUnmounted = true
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt or a new file loads again
  }, [idsText, size, attempt, fileChangedAt])
  return ids.map((id) => urls[id])
}

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Uploads a file in chunks, resuming where the server says. `onProgress` receives sent and total bytes. Resolves to the
 * id that rows refer to. Rejects with `ApiError`, after a toast has shown the error.
 */
export async function uploadInChunks(
  file: { bytes: ArrayBuffer; mime: string; name: string },
  onProgress?: (sentBytes: number, totalBytes: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const id = createUuid7()
  const size = file.bytes.byteLength
  const options = signal ? { signal } : {}
  const sha256 = toHex(await crypto.subtle.digest('SHA-256', file.bytes))
  let state = await callEndpoint(uploadStart, { id, sha256, size, mime: file.mime, name: file.name }, options)
  while (!state.done) {
    const chunk = new Blob([file.bytes.slice(state.received, state.received + UPLOAD_CHUNK_BYTES)])
    state = await callEndpoint(uploadChunk, { id, offset: state.received }, { ...options, files: { bytes: [chunk] } })
    onProgress?.(state.received, size)
  }
  return id
}
