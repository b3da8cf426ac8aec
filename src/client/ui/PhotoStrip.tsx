import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { CloseIcon, PictureIcon } from './icons'
import { Dialog } from './Dialog'
import { recordTrouble } from './trouble'
import './camera/photo-strip.css'

/**
 * A photo on this phone (`bytes`), a photo on the server, or a photo that is unavailable now (`missing`: its id). A
 * photo on the server has the URL of its thumbnail (null while unknown), and `whole` loads the URL of the full size.
 */
export type StripPhoto =
  | { bytes: ArrayBuffer; mime: string }
  | { url: string | null; whole?: () => Promise<string> }
  | { missing: string }

/** Displays a photo; creates an object URL for bytes and revokes it on unmount. */
function PhotoImage({
  photo,
  url,
  alt,
  className,
}: {
  photo: StripPhoto
  url?: string | undefined
  alt: string
  className?: string
}) {
  const image = useRef<HTMLImageElement>(null)
  const thumbnailUrl = 'url' in photo ? photo.url : undefined
  const bytes = 'bytes' in photo ? photo.bytes : undefined
  const mime = 'mime' in photo ? photo.mime : undefined
  useEffect(() => {
    if (!bytes || !image.current) return
    const objectUrl = URL.createObjectURL(new Blob([bytes], { type: mime }))
    image.current.src = objectUrl
    return () => URL.revokeObjectURL(objectUrl)
  }, [bytes, mime])
  if (thumbnailUrl === null && !url) return <span className="ui-photo-awaited" aria-hidden="true" />
  return <img ref={image} src={url ?? thumbnailUrl ?? undefined} alt={alt} className={className} loading="lazy" />
}
const getPhotoKey = (photo: StripPhoto): string =>
  'url' in photo ? (photo.url ?? '') : 'missing' in photo ? photo.missing : ''

export type PhotoStripProps = {
  photos: readonly StripPhoto[]
  onRemove?: (index: number) => void
}

/** Row of thumbnails: a tap opens the full photo; `onRemove` allows removing. */
export function PhotoStrip({ photos, onRemove }: PhotoStripProps) {
  const { t } = useTranslation('client')
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const [wholeUrls, setWholeUrls] = useState<Readonly<Record<string, string>>>({})
  const openPhoto = openIndex === null ? undefined : photos[openIndex]
  const missingCount = photos.filter((photo) => 'missing' in photo).length
  // Show the thumbnail until the full-size photo has been loaded.
  const showPhoto = (index: number) => {
    setOpenIndex(index)
    const photo = photos[index]
    if (photo && 'url' in photo && photo.url !== null) {
      const thumbnailUrl = photo.url
      photo.whole?.().then(
        (wholeUrl) => setWholeUrls((current) => ({ ...current, [thumbnailUrl]: wholeUrl })),
        (error: unknown) => recordTrouble('whole photo not fetched', error),
      )
    }
  }
  return (
    <>
      <ul className="ui-photos">
        {photos.map((photo, index) => (
          <li key={getPhotoKey(photo) || index}>
            {'missing' in photo ? (
              <span className="ui-photo-missing">
                <PictureIcon size={24} />
              </span>
            ) : (
              <button
                type="button"
                aria-label={t('ui.camera.open', { number: index + 1 })}
                onClick={() => showPhoto(index)}
              >
                <PhotoImage photo={photo} alt="" />
              </button>
            )}
            {onRemove && (
              <Button
                aria-label={t('ui.camera.remove', { number: index + 1 })}
                icon={<CloseIcon size={16} />}
                onClick={() => onRemove(index)}
              />
            )}
          </li>
        ))}
      </ul>
      {missingCount > 0 && <p className="quiet">{t('ui.camera.missing', { count: missingCount })}</p>}
      <Dialog
        open={openPhoto !== undefined}
        onClose={() => setOpenIndex(null)}
        title={t('ui.camera.photo', { number: (openIndex ?? 0) + 1 })}
      >
        {openPhoto && (
          <PhotoImage
            photo={openPhoto}
            url={wholeUrls[getPhotoKey(openPhoto)]}
            className="ui-photo-whole"
            alt={t('ui.camera.photo', { number: (openIndex ?? 0) + 1 })}
          />
        )}
        <div className="ui-actions">
          <Button onClick={() => setOpenIndex(null)}>{t('ui.close')}</Button>
        </div>
      </Dialog>
    </>
  )
}
