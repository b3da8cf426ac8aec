import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { CloseIcon } from './icons'
import { Sheet } from './Sheet'
import './camera/photo-strip.css'

/** A photo on this phone (bytes), or on the server (url); null while its address is not known. */
export type StripPhoto = { bytes: ArrayBuffer; mime: string } | { url: string | null }

/** A picture held in memory gets an address while it is shown, and gives it back. */
function Picture({ photo, alt, className }: { photo: StripPhoto; alt: string; className?: string }) {
  const image = useRef<HTMLImageElement>(null)
  const url = 'url' in photo ? photo.url : undefined
  const bytes = 'bytes' in photo ? photo.bytes : undefined
  const mime = 'mime' in photo ? photo.mime : undefined
  useEffect(() => {
    if (!bytes || !image.current) return
    const address = URL.createObjectURL(new Blob([bytes], { type: mime }))
    image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [bytes, mime])
  if (url === null) return <span className="ui-photo-awaited" aria-hidden="true" />
  return <img ref={image} src={url} alt={alt} className={className} loading="lazy" />
}

export type PhotoStripProps = {
  photos: readonly StripPhoto[]
  onRemove?: (index: number) => void
}

/** Thumbnails in a row: tap to see one whole, and to remove it where that is allowed. */
export function PhotoStrip({ photos, onRemove }: PhotoStripProps) {
  const { t } = useTranslation('client')
  const [open, setOpen] = useState<number | null>(null)
  const whole = open === null ? undefined : photos[open]
  return (
    <>
      <ul className="ui-photos">
        {photos.map((photo, index) => (
          <li key={'url' in photo ? (photo.url ?? index) : index}>
            <button
              type="button"
              aria-label={t('ui.camera.open', { number: index + 1 })}
              onClick={() => setOpen(index)}
            >
              <Picture photo={photo} alt="" />
            </button>
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
      <Sheet
        open={whole !== undefined}
        onClose={() => setOpen(null)}
        title={t('ui.camera.photo', { number: (open ?? 0) + 1 })}
      >
        {whole && (
          <Picture photo={whole} className="ui-photo-whole" alt={t('ui.camera.photo', { number: (open ?? 0) + 1 })} />
        )}
        <div className="ui-actions">
          <Button onClick={() => setOpen(null)}>{t('ui.close')}</Button>
        </div>
      </Sheet>
    </>
  )
}
