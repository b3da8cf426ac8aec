import { useEffect, useState } from 'react'
import type { StripPhoto } from '../ui/PhotoStrip'
import { recordTrouble } from '../ui/trouble'
import { getPhoneStore } from './phone'
import { loadPictureUrl, usePictureUrls } from './stored-files'
import { useUnsentCommands } from './use-list'

type PhotoData = { bytes: ArrayBuffer; mime: string }
/**
 * Returns photos by id: from this phone's outbox, else from the server as thumbnails that load in full when opened.
 * Photos still loading are omitted.
 */
export function usePhotosById(ids: readonly string[]): ReadonlyMap<string, StripPhoto> {
  const unsentItems = useUnsentCommands().filter((item) => item.photos.some((photo) => ids.includes(photo.id)))
  const localPhotos = useLocalPhotos(unsentItems.map((item) => item.id).join(','))
  const unsentIds = new Set(unsentItems.flatMap((item) => item.photos.map((photo) => photo.id)))
  const serverIds = ids.filter((id) => !unsentIds.has(id) && !localPhotos[id])
  const urls = usePictureUrls(serverIds, 'thumbnail')
  return new Map(
    ids.flatMap((id): [string, StripPhoto][] => {
      if (localPhotos[id]) return [[id, localPhotos[id]]]
      const url = urls[serverIds.indexOf(id)]
      if (url === undefined) return []
      return [[id, url === null ? { missing: id } : { url, loadFullSizeUrl: () => loadPictureUrl(id, 'full') }]]
    }),
  )
}
/** Returns the photos in the order of the ids. */
export function useDisplayPhotos(ids: readonly string[]): StripPhoto[] {
  const photosById = usePhotosById(ids)
  return ids.flatMap((id) => photosById.get(id) ?? [])
}
/** Loads the photos of this phone's commands by id. A photo stays until the component unmounts, even if it was sent. */
function useLocalPhotos(commandIdsText: string): Readonly<Record<string, PhotoData>> {
  const [localPhotos, setLocalPhotos] = useState<Readonly<Record<string, PhotoData>>>({})
  useEffect(() => {
    let isUnmounted = false
    for (const commandId of commandIdsText.split(',').filter(Boolean)) {
      getPhoneStore()
        .then((store) => store.loadPhotos(commandId))
        .then(
          (photos) => {
            const entries = photos.map(({ id, ...photo }) => [id, photo] as const)
            if (!isUnmounted) setLocalPhotos((current) => ({ ...current, ...Object.fromEntries(entries) }))
          },
          (error: unknown) => recordTrouble('photo not readable', error),
        )
    }
    return () => {
      isUnmounted = true
    }
  }, [commandIdsText])
  return localPhotos
}
