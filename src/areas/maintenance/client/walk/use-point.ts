import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutboxPhoto } from '@/client/api/phone'
import { usePhotosById } from '@/client/api/use-photos'
import type { Photo as Shot } from '@/client/ui/CameraDialog'
import type { StripPhoto } from '@/client/ui/PhotoStrip'
import { createUuid7 } from '@/contract/id'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import type { ItemValue } from '@/areas/maintenance/rules/check-point'
import { emptyDraft, type PointDraft } from './round-state'

/** Builds the storage key of the draft of a point. */
export const pointDraftKey = (roundId: string, pointKey: string) => `walk ${roundId} ${pointKey}`

/** Draft of a point with its photos and the functions that change it. */
export interface PointEntry {
  draft: PointDraft
  photos: ReadonlyMap<string, OutboxPhoto>
  change: (change: Partial<PointDraft>) => void
  setValue: (itemKey: string, value: ItemValue) => void
  /** Adds a photo to an item, or to the point itself under the empty key, and returns it. */
  addPhoto: (itemKey: string, shot: Shot) => OutboxPhoto
  dropPhoto: (itemKey: string, index: number) => void
  strip: (itemKey: string) => StripPhoto[]
  /** Writes the draft at once. Needed before the camera opens: low-memory phones may close the page behind it. */
  flush: () => Promise<void>
}

/** Loads the stored draft of a point; its `found` is undefined while loading. */
export function usePointDraft(roundId: string, pointKey: string): FormDraft {
  return useDraft(pointDraftKey(roundId, pointKey))
}
/** Holds the input of a point and stores it on the phone after every change. */
export function usePointEntry(kept: FormDraft, begin: Partial<PointDraft>, given: Partial<PointDraft>): PointEntry {
  const [draft, setDraft] = useState<PointDraft>(() => ({
    ...emptyDraft(createUuid7()),
    ...(kept.found ? (kept.found.values as Partial<PointDraft>) : given),
    ...begin,
  }))
  const [photos, setPhotos] = useState<ReadonlyMap<string, OutboxPhoto>>(
    () => new Map(kept.found?.photos.map((photo) => [photo.id, photo])),
  )
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    kept.keep({ ...draft }, [...photos.values()], undefined)
  }, [draft, photos, kept])
  useReportDirty(Object.keys(draft.values).length > 0 || photos.size > 0)
  const change = useCallback((next: Partial<PointDraft>) => setDraft((now) => ({ ...now, ...next })), [])
  // A scan while the point is open also proves presence for the existing input.
  const [proved, setProved] = useState(begin)
  if (begin !== proved) {
    setProved(begin)
    setDraft({ ...draft, ...begin })
  }
  const setValue = useCallback(
    (itemKey: string, value: ItemValue) => setDraft((now) => ({ ...now, values: { ...now.values, [itemKey]: value } })),
    [],
  )
  const addPhoto = useCallback((itemKey: string, shot: Shot) => {
    const photo: OutboxPhoto = { id: createUuid7(), data: shot.bytes, mime: shot.mime, name: `${shot.takenAt}.jpg` }
    setPhotos((now) => new Map(now).set(photo.id, photo))
    setDraft((now) => ({ ...now, photos: { ...now.photos, [itemKey]: [...(now.photos[itemKey] ?? []), photo.id] } }))
    return photo
  }, [])
  const dropPhoto = useCallback(
    (itemKey: string, index: number) =>
      setDraft((now) => ({
        ...now,
        photos: { ...now.photos, [itemKey]: (now.photos[itemKey] ?? []).filter((_, at) => at !== index) },
      })),
    [],
  )
  // Photos of an answer being corrected are in the outbox or on the server.
  const earlier = usePhotosById(
    Object.values(draft.photos)
      .flat()
      .filter((id) => !photos.has(id)),
  )
  const strip = (itemKey: string): StripPhoto[] =>
    (draft.photos[itemKey] ?? []).map((id) => {
      const photo = photos.get(id)
      return photo ? { bytes: photo.data, mime: photo.mime } : (earlier.get(id) ?? { url: null })
    })
  return { draft, photos, change, setValue, addPhoto, dropPhoto, strip, flush: kept.flush }
}
