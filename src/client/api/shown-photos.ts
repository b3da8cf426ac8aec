import { useEffect, useState } from 'react'
import type { StripPhoto } from '../ui/PhotoStrip'
import { recordTrouble } from '../ui/trouble'
import { phone } from './phone'
import { pictureAddress, usePictures } from './pictures'
import { useUnsent } from './use-list'

/** Photos of a row as far as they can be shown: those still on this phone from its outbox, the others from the server: small, and whole when one is opened. */
export function useShownPhotos(ids: readonly string[]): StripPhoto[] {
  const items = useUnsent()
  const own = items.filter((item) => item.photos.some((photo) => ids.includes(photo.id)))
  const ownIds = new Set(own.flatMap((item) => item.photos.map((photo) => photo.id)))
  const stored = ids.filter((id) => !ownIds.has(id))
  const addresses = usePictures(stored, true)
  const [local, setLocal] = useState<Readonly<Record<string, StripPhoto>>>({})
  const wanted = own.map((item) => item.id).join(',')
  useEffect(() => {
    let gone = false
    for (const item of wanted.split(',').filter(Boolean)) {
      phone()
        .then((store) => store.photosOf(item))
        .then(
          (found) => {
            if (!gone)
              setLocal((before) => ({
                ...before,
                ...Object.fromEntries(found.map((photo, at) => [`${item} ${at}`, photo])),
              }))
          },
          (error: unknown) => recordTrouble('photo not readable', error),
        )
    }
    return () => {
      gone = true
    }
  }, [wanted])
  const waiting = Object.entries(local).flatMap(([key, photo]) =>
    wanted.split(',').includes(key.split(' ')[0] ?? '') ? [photo] : [],
  )
  const fetched = stored.flatMap((id, at): StripPhoto[] => {
    const url = addresses[at]
    if (url === undefined) return []
    return [url === null ? { missing: id } : { url, whole: () => pictureAddress(id, false) }]
  })
  return [...waiting, ...fetched]
}
