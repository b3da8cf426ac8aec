import { useEffect, useState } from 'react'
import type { StripPhoto } from '../ui/PhotoStrip'
import { recordTrouble } from '../ui/trouble'
import { phone } from './phone'
import { pictureAddress, usePictures } from './pictures'
import { useUnsent } from './use-list'

type Kept = { bytes: ArrayBuffer; mime: string }
/**
 * Returns photos by id: from this phone's outbox, else from the server as thumbnails that load in full when opened.
 * Photos still loading are omitted.
 */
export function usePhotosById(ids: readonly string[]): ReadonlyMap<string, StripPhoto> {
  const own = useUnsent().filter((item) => item.photos.some((photo) => ids.includes(photo.id)))
  const local = useOwnPhotos(own.map((item) => item.id).join(','))
  const ownIds = new Set(own.flatMap((item) => item.photos.map((photo) => photo.id)))
  const stored = ids.filter((id) => !ownIds.has(id) && !local[id])
  const addresses = usePictures(stored, true)
  return new Map(
    ids.flatMap((id): [string, StripPhoto][] => {
      if (local[id]) return [[id, local[id]]]
      const url = addresses[stored.indexOf(id)]
      if (url === undefined) return []
      return [[id, url === null ? { missing: id } : { url, whole: () => pictureAddress(id, false) }]]
    }),
  )
}
/** Returns the photos in the order of the ids. */
export function useShownPhotos(ids: readonly string[]): StripPhoto[] {
  const known = usePhotosById(ids)
  return ids.flatMap((id) => known.get(id) ?? [])
}
/** Loads the photos of this phone's commands by id. They stay after sending while the component is mounted. */
function useOwnPhotos(items: string): Readonly<Record<string, Kept>> {
  const [local, setLocal] = useState<Readonly<Record<string, Kept>>>({})
  useEffect(() => {
    let gone = false
    for (const item of items.split(',').filter(Boolean)) {
      phone()
        .then((store) => store.photosOf(item))
        .then(
          (found) => {
            const named = found.map(({ id, ...photo }) => [id, photo] as const)
            if (!gone) setLocal((before) => ({ ...before, ...Object.fromEntries(named) }))
          },
          (error: unknown) => recordTrouble('photo not readable', error),
        )
    }
    return () => {
      gone = true
    }
  }, [items])
  return local
}
