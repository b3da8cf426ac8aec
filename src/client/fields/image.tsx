import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageField } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import { notify } from '../api/notify'
import { usePhotosById, useDisplayPhotos } from '../api/use-photos'
import { uploadInChunks } from '@/client/api/stored-files'
import { MISSING_TEXT } from '../format/number'
import { Button } from '../ui/Button'
import { CameraDialog, type Photo } from '../ui/CameraDialog'
import { CameraIcon, PictureIcon } from '../ui/icons'
import { PhotoStrip, type StripPhoto } from '../ui/PhotoStrip'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import type { FieldParts, InputProps, ValueProps } from './field-parts'
import { useFormScope } from './form-scope'
import { recordTrouble } from '../ui/trouble'

const NO_IDS: readonly string[] = []
const toImageIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * Takes photos with the in-page camera. If the command goes through the outbox, its photos wait in the form and are
 * sent with it; other photos are uploaded immediately.
 */
function Input({ field, id, label, value, onChange, disabled, describedBy }: InputProps<ImageField>) {
  const { t } = useTranslation('client')
  const scope = useFormScope()
  const [isCameraOpen, setCameraOpen] = useState(false)
  const [uploadProgress, setUploadProgress] = useState<{ done: number; total: number } | null>(null)
  const ids = toImageIds(value)
  // Several photos can be added between two renders: each is appended to the latest list.
  const latestIds = useRef(ids)
  useEffect(() => {
    latestIds.current = ids
  })
  const setIds = (next: string[]) => {
    latestIds.current = next
    onChange?.(next)
  }
  const storedPhotos = usePhotosById(ids.filter((photoId) => !scope.photos.has(photoId)))
  const photos = ids.map((photoId): StripPhoto => {
    const formPhoto = scope.photos.get(photoId)
    return formPhoto ? { bytes: formPhoto.data, mime: formPhoto.mime } : (storedPhotos.get(photoId) ?? { url: null })
  })
  async function addPhoto(photo: Photo) {
    const name = `${photo.takenAt}.jpg`
    if (scope.usesOutbox) {
      const photoId = createUuid7()
      scope.addPhoto({ id: photoId, data: photo.bytes, mime: photo.mime, name })
      return setIds([...latestIds.current, photoId])
    }
    try {
      setUploadProgress({ done: 0, total: photo.bytes.byteLength })
      const storedId = await uploadInChunks({ bytes: photo.bytes, mime: photo.mime, name }, (done, total) =>
        setUploadProgress({ done, total }),
      )
      setIds([...latestIds.current, storedId])
    } catch (error) {
      recordTrouble('photo not uploaded', error)
      void notify(t('fields.uploadFailed'), 'fail')
    } finally {
      setUploadProgress(null)
    }
  }
  const removePhoto = (index: number) => {
    const removedId = ids[index]
    if (removedId) scope.removePhoto(removedId)
    setIds(ids.filter((_, photoIndex) => photoIndex !== index))
  }
  return (
    <div className="photos">
      {photos.length > 0 && <PhotoStrip photos={photos} {...(disabled ? {} : { onRemove: removePhoto })} />}
      {uploadProgress && (
        <ProgressIndicator label={t('fields.uploading')} done={uploadProgress.done} total={uploadProgress.total} />
      )}
      <Button
        id={id}
        aria-describedby={describedBy}
        aria-label={`${t('fields.addPhoto')} ${label}`}
        icon={<CameraIcon size={20} />}
        disabled={disabled || ids.length >= field.max || uploadProgress !== null}
        onClick={() => setCameraOpen(true)}
      >
        {t('fields.addPhoto')}
      </Button>
      {isCameraOpen && (
        <CameraDialog
          max={field.max - ids.length}
          onPhoto={(photo) => void addPhoto(photo)}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </div>
  )
}
function ImageValue({ value, isDetail }: ValueProps<ImageField>) {
  const ids = toImageIds(value)
  const photos = useDisplayPhotos(isDetail ? ids : NO_IDS)
  if (ids.length === 0) return MISSING_TEXT
  if (!isDetail)
    return (
      <span className="icon-text">
        <PictureIcon size={16} />
        {ids.length}
      </span>
    )
  return <PhotoStrip photos={photos} />
}
/** Components of an image field: photos from the camera, displayed as thumbnails. */
export const imageParts: FieldParts<ImageField> = { Input, Value: ImageValue, Filter: null }
