import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FILES, storedFile } from '@/contract/kit'
import { isUnreachable } from './api-error'
import { call } from './call'
import { phone } from './phone'

/**
 * URLs of loaded pictures; the oldest are evicted. The token travels in a header, so an `img` cannot load them itself.
 */
const kept = new Map<string, Promise<string>>()
const MOST = 200

/** Loads a stored picture or its thumbnail as a `blob:` URL. Rejects if it is missing or not permitted. */
export function pictureAddress(id: string, thumb: boolean): Promise<string> {
  const key = `${id} ${thumb}`
  const found = kept.get(key)
  if (found) return found
  const made = call(storedFile, { id, thumb }, { quiet: true, download: false })
    .catch((error: unknown) => ownPhoto(id, error))
    .then((blob) => URL.createObjectURL(blob as Blob))
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  const oldest = kept.keys().next().value
  if (kept.size > MOST && oldest !== undefined) {
    kept.get(oldest)?.then(
      (address) => URL.revokeObjectURL(address),
      () => undefined,
    )
    kept.delete(oldest)
  }
  return made
}
/**
 * Reads a photo taken on this phone, which keeps it for a while after sending, if there is no network. @throws `error`
 * if there is none
 */
async function ownPhoto(id: string, error: unknown): Promise<Blob> {
  const own = isUnreachable(error) ? await (await phone()).readPhoto(id) : null
  if (!own) throw error
  return new Blob([own.bytes], { type: own.mime })
}
/**
 * Returns URLs of pictures: undefined while loading, null if unavailable. Missing ones are retried when the network
 * returns and when any file arrives.
 */
export function usePictures(ids: readonly string[], thumb: boolean): (string | null | undefined)[] {
  const [found, setFound] = useState<Record<string, string | null>>({})
  const [times, setTimes] = useState(0)
  const wanted = ids.join()
  useEffect(() => {
    const again = () => setTimes((before) => before + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  // Another phone may still be uploading the file: retry missing pictures when a file has arrived.
  const { data: heard } = useQuery({
    queryKey: [[FILES], 'heard'],
    queryFn: () => performance.now(),
    initialData: 0,
    staleTime: Infinity,
    gcTime: 0,
    persister: undefined,
    enabled: ids.some((id) => found[id] === null),
  })
  useEffect(() => {
    let gone = false
    for (const id of wanted.split(',').filter(Boolean)) {
      pictureAddress(id, thumb).then(
        (address) => {
          if (!gone) setFound((before) => ({ ...before, [id]: address }))
        },
        () => {
          if (!gone) setFound((before) => ({ ...before, [id]: null }))
        },
      )
    }
    return () => {
      gone = true
    }
  }, [wanted, thumb, times, heard])
  return ids.map((id) => found[id])
}
