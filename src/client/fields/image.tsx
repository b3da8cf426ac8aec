import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageField } from '@/contract/field'
import { uuid7 } from '@/contract/id'
import { notify } from '../api/notify'
import { usePhotosById, useDisplayPhotos } from '../api/use-photos'
import { uploadInChunks } from '../api/upload-in-chunks'
import { MISSING } from '../format/number'
import { Button } from '../ui/Button'
import { Camera, type Photo } from '../ui/Camera'
import { CameraIcon, PictureIcon } from '../ui/icons'
import { PhotoStrip, type StripPhoto } from '../ui/PhotoStrip'
import { Progress } from '../ui/Progress'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { useFormScope } from './form-scope'
import { recordTrouble } from '../ui/trouble'

const NONE: readonly string[] = []
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * Takes photos with the in-page camera. Photos of an offline command wait in the form and are sent with it; others are
 * uploaded immediately.
 */
function Input({ field, id, label, value, onChange, disabled, describedBy }: InputProps<ImageField>) {
  const { t } = useTranslation('client')
  const scope = useFormScope()
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null)
  const ids = idsOf(value)
  // Several photos can be added between two renders: each is appended to the latest list.
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  })
  const put = (next: string[]) => {
    latest.current = next
    onChange?.(next)
  }
  const known = usePhotosById(ids.filter((one) => !scope.photos.has(one)))
  const photos = ids.map((one): StripPhoto => {
    const own = scope.photos.get(one)
    return own ? { bytes: own.data, mime: own.mime } : (known.get(one) ?? { url: null })
  })
  async function add(photo: Photo) {
    const name = `${photo.takenAt}.jpg`
    if (scope.offline) {
      const own = uuid7()
      scope.addPhoto({ id: own, data: photo.bytes, mime: photo.mime, name })
      return put([...latest.current, own])
    }
    try {
      setSent({ done: 0, total: photo.bytes.byteLength })
      const stored = await uploadInChunks({ bytes: photo.bytes, mime: photo.mime, name }, (done, total) =>
        setSent({ done, total }),
      )
      put([...latest.current, stored])
    } catch (error) {
      recordTrouble('photo not uploaded', error)
      void notify(t('fields.uploadFailed'), 'fail')
    } finally {
      setSent(null)
    }
  }
  const remove = (index: number) => {
    const gone = ids[index]
    if (gone) scope.dropPhoto(gone)
    put(ids.filter((_, at) => at !== index))
  }
  return (
    <div className="photos">
      {photos.length > 0 && <PhotoStrip photos={photos} {...(disabled ? {} : { onRemove: remove })} />}
      {sent && <Progress label={t('fields.uploading')} done={sent.done} total={sent.total} />}
      <Button
        id={id}
        aria-describedby={describedBy}
        aria-label={`${t('fields.addPhoto')} ${label}`}
        icon={<CameraIcon size={20} />}
        disabled={disabled || ids.length >= field.max || sent !== null}
        onClick={() => setOpen(true)}
      >
        {t('fields.addPhoto')}
      </Button>
      {open && (
        <Camera max={field.max - ids.length} onPhoto={(photo) => void add(photo)} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
function Show({ value, full }: ShowProps<ImageField>) {
  const ids = idsOf(value)
  const photos = useDisplayPhotos(full ? ids : NONE)
  if (ids.length === 0) return MISSING
  if (!full)
    return (
      <span className="yes-no">
        <PictureIcon size={16} />
        {ids.length}
      </span>
    )
  return <PhotoStrip photos={photos} />
}
export const imageParts: FieldParts<ImageField> = { Input, Show, Filter: null }
