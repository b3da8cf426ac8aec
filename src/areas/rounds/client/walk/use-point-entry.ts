import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutboxPhoto } from '@/client/api/phone'
import { usePhotosById } from '@/client/api/use-photos'
import type { Photo as CapturedPhoto } from '@/client/ui/CameraDialog'
import type { StripPhoto } from '@/client/ui/PhotoStrip'
import { createUuid7 } from '@/contract/id'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import type { ItemValue } from '@/areas/rounds/rules/check-point'
import { createPointDraft, type PointDraft } from './point-draft'

/** Builds the storage key of the draft of a point. */
export const buildPointDraftKey = (roundId: string, pointKey: string) => `walk ${roundId} ${pointKey}`

/** Draft of a point with its photos and the functions that change it. */
export interface PointEntry {
  draft: PointDraft
  photos: ReadonlyMap<string, OutboxPhoto>
  change: (patch: Partial<PointDraft>) => void
  setValue: (itemKey: string, value: ItemValue) => void
  /** Adds a photo to an item, or to the point itself (`POINT_PHOTOS_KEY`), and returns it. */
  addPhoto: (itemKey: string, capturedPhoto: CapturedPhoto) => OutboxPhoto
  removePhoto: (itemKey: string, index: number) => void
  getStripPhotos: (itemKey: string) => StripPhoto[]
  /** Writes the draft at once. Needed before the camera opens: low-memory phones may close the page behind it. */
  flush: () => Promise<void>
}

/** Loads the stored draft of a point; `storedDraft` is undefined while loading. */
export function usePointDraft(roundId: string, pointKey: string): FormDraft {
  return useDraft(buildPointDraftKey(roundId, pointKey))
}
/** Holds the input of a point and stores it on the phone after every change. */
export function usePointEntry(
  formDraft: FormDraft,
  scanPatch: Partial<PointDraft>,
  initialValues: Partial<PointDraft>,
): PointEntry {
  const [draft, setDraft] = useState<PointDraft>(() => ({
    ...createPointDraft(createUuid7()),
    ...(formDraft.storedDraft ? (formDraft.storedDraft.values as Partial<PointDraft>) : initialValues),
    ...scanPatch,
  }))
  const [photos, setPhotos] = useState<ReadonlyMap<string, OutboxPhoto>>(
    () => new Map(formDraft.storedDraft?.photos.map((photo) => [photo.id, photo])),
  )
  const isFirstRun = useRef(true)
  useEffect(() => {
    if (isFirstRun.current) {
      isFirstRun.current = false
      return
    }
    const editedRow = undefined
    formDraft.store({ ...draft }, [...photos.values()], editedRow)
  }, [draft, photos, formDraft])
  useReportDirty(Object.keys(draft.values).length > 0 || photos.size > 0)
  const change = useCallback((patch: Partial<PointDraft>) => setDraft((current) => ({ ...current, ...patch })), [])
  // A scan while the point is open also proves presence for the existing input.
  const [appliedPatch, setAppliedPatch] = useState(scanPatch)
  if (scanPatch !== appliedPatch) {
    setAppliedPatch(scanPatch)
    setDraft({ ...draft, ...scanPatch })
  }
  const setValue = useCallback(
    (itemKey: string, value: ItemValue) =>
      setDraft((current) => ({ ...current, values: { ...current.values, [itemKey]: value } })),
    [],
  )
  const addPhoto = useCallback((itemKey: string, capturedPhoto: CapturedPhoto) => {
    const photo: OutboxPhoto = {
      id: createUuid7(),
      data: capturedPhoto.bytes,
      mime: capturedPhoto.mime,
      name: `${capturedPhoto.takenAt}.jpg`,
    }
    setPhotos((current) => new Map(current).set(photo.id, photo))
    setDraft((current) => ({
      ...current,
      photos: { ...current.photos, [itemKey]: [...(current.photos[itemKey] ?? []), photo.id] },
    }))
    return photo
  }, [])
  const removePhoto = useCallback(
    (itemKey: string, index: number) =>
      setDraft((current) => ({
        ...current,
        photos: {
          ...current.photos,
          [itemKey]: (current.photos[itemKey] ?? []).filter((_, photoIndex) => photoIndex !== index),
        },
      })),
    [],
  )
  // Photos of an answer being corrected are in the outbox or on the server.
  const storedPhotos = usePhotosById(
    Object.values(draft.photos)
      .flat()
      .filter((id) => !photos.has(id)),
  )
  const getStripPhotos = (itemKey: string): StripPhoto[] =>
    (draft.photos[itemKey] ?? []).map((id) => {
      const photo = photos.get(id)
      return photo ? { bytes: photo.data, mime: photo.mime } : (storedPhotos.get(id) ?? { url: null })
    })
  return { draft, photos, change, setValue, addPhoto, removePhoto, getStripPhotos, flush: formDraft.storeNow }
}
