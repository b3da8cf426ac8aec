import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FILES, storedFile } from '@/contract/kit'
import { isUnreachable } from './api-error'
import { call } from './call'
import { phone } from './phone'

/** Addresses of pictures already fetched; the oldest are let go. Tokens travel in a header, so an `img` cannot fetch itself. */
const kept = new Map<string, Promise<string>>()
const MOST = 200

/** An address (`blob:`) for a stored picture or its thumbnail. Rejects when it is not there or may not be seen. */
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
/** Without a network a photo that was taken on this phone, which it keeps a while after sending. @throws `error` where it is none */
async function ownPhoto(id: string, error: unknown): Promise<Blob> {
  const own = isUnreachable(error) ? await (await phone()).readPhoto(id) : null
  if (!own) throw error
  return new Blob([own.bytes], { type: own.mime })
}
/** Addresses of several pictures; undefined while one is under way, null where it cannot be had: asked for again once there is a network, and when any has come. */
export function usePictures(ids: readonly string[], thumb: boolean): (string | null | undefined)[] {
  const [found, setFound] = useState<Record<string, string | null>>({})
  const [times, setTimes] = useState(0)
  const wanted = ids.join()
  useEffect(() => {
    const again = () => setTimes((before) => before + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  // Another phone may still be sending it: whoever misses one is told when a file has come.
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
